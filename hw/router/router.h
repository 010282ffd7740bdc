// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/bits.h"
#include "core/base/near_ring.h"
#include "core/base/parcel_bytes.h"
#include "core/stats/stats.h"
#include "core/time/clock_domain.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "hw/router/arbitration/arbiters.h"
#include "hw/router/output_port.h"
#include "hw/router/parked_heads.h"
#include "hw/router/port_waits.h"
#include "hw/router/router_params.h"
#include "hw/router/routing_if.h"

namespace gf::hw::router {

using core::bit;
using core::each_bit;
using core::lowest_bit;

class RouterJournal;

/// Input-queued router with virtual channels and credit flow control.
/// Timing: a flit whose last bit arrived in cycle t leaves in cycle t + router_latency or later,
/// and reaches the other end after the channel's latency. Its buffer space is free when it leaves;
/// the sender knows this after the channel's latency plus credit_latency.
/// Allocation: `speedup` times a cycle, every input port proposes one of its virtual channels and
/// every output port accepts one proposal. `arbiter` decides the order. A channel carries one flit
/// in `flit_cycles` cycles. With a speed-up above 1, flits wait for the channel in an output queue
/// of limited size.
/// Switching: wormhole, or virtual cut-through with `whole_packets`: a head leaves when the next
/// buffer has room for its whole packet. An output virtual channel belongs to one packet at a time.
/// Nothing is dropped.
/// A router that receives no flits is never called.
class Router final : public sc_core::sc_module,
                     public core::Quiescent,
                     public FlitSink,
                     private CreditClient,
                     private core::Clocked,
                     private core::Renewable {
 public:
  static constexpr unsigned kMostPorts = 64;
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter flits{*this, "flits", core::Unit::kCount, "flits forwarded"};
    core::Counter no_credit{*this, "no_credit", core::Unit::kCount,
                            "times that the allocator found a head without credit"};
    core::Counter lost{*this, "arbitration_lost", core::Unit::kCount,
                       "times that the allocator preferred another head"};
  };

  /// `number` is the router's number in its network, for the routing.
  Router(const sc_core::sc_module_name& name, unsigned number, unsigned ports,
         const RouterParams& params, Transit& transit, RoutingIf& routing,
         const CongestionIf& congestion);

  /// Connects output `port` to `sink`, whose buffer holds `buffer` flits per virtual channel (0:
  /// always room). `timing` is the channel's, `peer` the sink's path for reports, and `cut` the
  /// Transit::cut_to() of the sink's part.
  void connect_output(unsigned port, FlitSink& sink, unsigned sink_port,
                      const ChannelTiming& timing, unsigned buffer, const std::string& peer,
                      std::uint16_t cut = Transit::kHere);
  /// Connects input `port` to `source`. Credits take `latency` cycles to reach it. They take longer
  /// if the output is congested, `delays_credits` is set, and the parameter credit_delay is on.
  /// `cut` leads to the source's part.
  void connect_input(unsigned port, OutputPort& source, unsigned latency,
                     bool delays_credits = false, std::uint16_t cut = Transit::kHere);

  /// Creates probes for buffers, credits and round trips: <name>.in_<port>.vc_<n>.flits,
  /// <name>.out_<port>.vc_<n>.credits and <name>.out_<port>.t_crt, once. Call it after the
  /// connections.
  void watch();

  /// Counts the waits of flits from the first call on.
  PortWaits& count_waits();

  ~Router() override;
  [[nodiscard]] JournalEnd* journal_end() override;
  void flit_comes(unsigned port, const Flit& flit) override;
  void fetch(unsigned port, unsigned vc) const override {
    __builtin_prefetch(&input_vcs_[std::size_t{port} * vcs_ + vc], 1);
  }

  [[nodiscard]] const OutputPort& output(unsigned port) const { return outputs_[port]; }
  /// Returns the flits here that wait for output `port`, or for its virtual channel `vc`: heads and
  /// the flits behind them. Precondition: the routing compares queues (RoutingIf::reach()).
  [[nodiscard]] unsigned waiting_for(unsigned port) const;
  [[nodiscard]] unsigned waiting_for(unsigned port, unsigned vc) const {
    GF_CHECK(!waiting_.empty(), std::string(name()));
    return waiting_[port * vcs_ + vc];
  }
  [[nodiscard]] OutputPort& output(unsigned port) { return outputs_[port]; }
  /// Returns the flits that wait for output `port` or occupy space behind it. If the routing reads
  /// other routers, this is the value at the beginning of the cycle, independent of the order in
  /// which routers are served.
  [[nodiscard]] unsigned backlog(unsigned port) const {
    return backlogs_at_ == clock_.now() ? backlogs_[port]
                                        : waiting_for(port) + outputs_[port].used();
  }
  /// Makes the channel behind `port` die at cycle `at` (OutputPort::kill()). Only this router
  /// knows.
  void kill_output(unsigned port, core::Cycle at, FlitSink& grave) {
    loses_outputs_ = true;
    outputs_[port].kill(at, grave);
  }
  [[nodiscard]] unsigned number() const override { return number_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  /// Transfers statistics and flit counts of channels to the same router in another process.
  void put_counts(core::ByteWriter& writer) const;
  void take_counts(core::ByteReader& reader);
  [[nodiscard]] bool idle() const override;  ///< No flit here, all credits returned.
  void append_waits(std::vector<core::Wait>& waits) const override;

  [[nodiscard]] std::uint64_t flits_held() const;

 private:
  friend class RouterJournal;
  /// A virtual channel of an input port.
  struct alignas(64) InputVc {
    core::NearRing<Flit, 1> queue;
    std::uint8_t out_port = 0;
    std::uint8_t out_vc = 0;
    bool routed = false;  ///< The packet at the front has its output.
    // Path of that packet, for the run's records: its other flits inherit it from the head.
    bool minimal = true;
    std::uint8_t hops_local = 0;
    std::uint8_t hops_global = 0;
    std::uint8_t input = 0;  ///< Its input port.

    void keep_path(const Flit& head) {
      minimal = head.minimal;
      hops_local = head.hops_local;
      hops_global = head.hops_global;
    }
    void pass_path(Flit& flit) const {
      flit.minimal = minimal;
      flit.hops_local = hops_local;
      flit.hops_global = hops_global;
    }
  };
  struct Input {
    OutputPort* source = nullptr;
    std::uint16_t latency = 1;   ///< Cycles of a credit to the source.
    std::uint16_t proposal = 0;  ///< Input VC that the port proposes.
    std::uint8_t next_vc = 0;    ///< VC that round robin looks at first.
    bool delays_credits = false;
    std::uint16_t cut = Transit::kHere;
  };
  using InputVcSet = ParkedHeads::InputVcSet;  ///< Only the first `words_` words are used.

  /// Calls `act` with the input VCs that hold flits and are not parked.
  template <class Act>
  void each_active(const Act& act) const {
    for (unsigned word = 0; word < words_; ++word) {
      const std::uint64_t parked = parked_.empty() ? 0 : parked_.heads(word);
      each_bit(occupied_[word] & ~parked, [&](unsigned n) { act(word * 64 + n); });
    }
  }
  template <class Act>
  void each_input_vc(const InputVcSet& set, const Act& act) const {
    for (unsigned word = 0; word < words_; ++word)
      each_bit(set[word], [&](unsigned n) { act(word * 64 + n); });
  }
  void missed_credit_comes(unsigned port, core::Cycle now) override {
    missed_again_ |= bit(port);
    clock_.wake(member_, now);
  }
  void awaited_credit_comes(unsigned port, unsigned vc) override { parked_.credit_comes(port, vc); }
  void start_of_simulation() override;
  /// Resets arbiters to the first virtual channel and input, and forgets late credits.
  void renew() override;
  void cycle(core::Cycle now) override;
  void soon(core::Cycle now) override;
  void next(core::Cycle now) override;
  void prepare();
  void look(core::Cycle now);
  void book_parked(core::Cycle now);
  bool propose(core::Cycle now);
  void propose(unsigned input_vc);
  void withdraw(unsigned input);
  void allocate(core::Cycle now);
  [[nodiscard]] bool can_go(unsigned input_vc, core::Cycle now);
  [[nodiscard]] bool before(unsigned input_vc, unsigned other, const Input& input) const;
  void route(InputVc& input_vc);
  /// Returns when the front flit of an input virtual channel may leave.
  [[nodiscard]] core::Cycle ready(unsigned input_vc) const {
    return front(input_vc).at + router_latency_;
  }
  [[nodiscard]] const Flit& front(unsigned input_vc) const {
    return input_vcs_[input_vc].queue.front();
  }
  /// Adds `flits`, which may be negative, to the flits that wait for the output of an input virtual
  /// channel.
  void count_waiting(const InputVc& input_vc, int flits) {
    if (waiting_.empty()) return;
    std::uint16_t& waiting = waiting_[input_vc.out_port * vcs_ + input_vc.out_vc];
    waiting = static_cast<std::uint16_t>(waiting + flits);
  }
  unsigned choose(unsigned port, std::uint64_t all);
  [[nodiscard]] std::uint8_t next_of(unsigned input) const {
    return static_cast<std::uint8_t>(input + 1 == inputs_.size() ? 0 : input + 1);
  }
  void grant(unsigned input, core::Cycle now);
  void hold(const InputVc& input_vc, unsigned owner, core::Cycle now);
  void leave(Flit& flit, unsigned port, core::Cycle now);
  void next_in_input_vc(unsigned input_vc, core::Cycle now);
  void give_credit(unsigned input_vc, unsigned vc, core::Cycle now);
  core::Cycle delay_credit(unsigned input_vc, core::Cycle known);
  [[nodiscard]] unsigned credit_delay(const InputVc& input_vc) const;
  /// Returns the index in last_credits_ under which credits of an input virtual channel stay in
  /// order: one per port, or one per virtual channel.
  [[nodiscard]] unsigned credit_line(unsigned input_vc) const {
    return params_.credit_delay.by_vc ? input_vc : input_vcs_[input_vc].input * vcs_;
  }
  void send_queued(core::Cycle now);
  /// Returns true if some input VCs that could ask in this cycle still hold flits.
  [[nodiscard]] bool any_still_asks() const {
    std::uint64_t still = 0;
    for (unsigned word = 0; word < words_; ++word)
      still |= observers_.asked[word] & occupied_[word];
    return still != 0;
  }
  void note_backlogs(core::Cycle now);
  /// Lets observers look before any flit leaves in a cycle, and after the last one has left.
  inline void observe_before(core::Cycle now);
  inline void observe_after(core::Cycle now);
  void note_waits(core::Cycle now);
  void note_wait(unsigned input_vc, bool could_go, core::Cycle now);
  /// Virtual cut-through: a head waits for room for the whole packet, but takes only its own space.
  /// The packet owns the virtual channel, so no other packet can take the rest.
  [[nodiscard]] unsigned flits_to_go(unsigned input_vc) const {
    return params_.whole_packets && front(input_vc).head ? params_.packet_flits : 1;
  }
  /// An obstacle that blocks the front flit of an input virtual channel.
  enum class Obstacle : std::uint8_t { kNone, kOutputFull, kChannelBusy, kHeld, kNoCredit };
  /// Returns the first obstacle, in the order in which the allocator looks. Precondition: the front
  /// is routed.
  [[nodiscard]] Obstacle obstacle(unsigned input_vc, core::Cycle now) const;
  /// Returns the obstacle that blocks all heads of an output, whatever their virtual channel: one
  /// of the first three.
  [[nodiscard]] Obstacle output_obstacle(unsigned port, core::Cycle now) const;
  /// Schedules the next look at heads that `obstacle` blocks.
  void wants_after(Obstacle obstacle, const OutputPort& output, core::Cycle now);
  void wants(core::Cycle at) { next_ = std::min(next_, at); }

  // Data that an arriving flit touches, kept together.
  const unsigned vcs_;
  const unsigned words_;
  const unsigned member_;
  const unsigned router_latency_;
  Transit& transit_;
  core::ClockPart& clock_;
  std::vector<InputVc> input_vcs_;  ///< Input port x virtual channel.
  InputVcSet occupied_{};           ///< Input VCs that hold flits.
  ParkedHeads parked_;              ///< Those of `occupied_` that wait for a credit.
  std::uint64_t missed_again_ = 0;  ///< Outputs whose missed credit has come.
  InputVcSet look_{};               ///< Input VCs that may leave in cycle `looked_`.
  core::Cycle looked_ = core::kNoCycle;
  core::Cycle next_ = core::kNoCycle;  ///< Next cycle with something to do.
  std::vector<Input> inputs_;
  std::vector<OutputPort> outputs_;
  std::vector<core::Cycle> last_credits_;  ///< By credit_line(): when the latest credit is known.
  std::uint64_t proposing_ = 0;            ///< Inputs that propose.
  std::uint64_t proposed_ = 0;             ///< Outputs with proposals.
  std::uint64_t queued_ = 0;               ///< Outputs with flits in their queues.
  std::uint64_t owned_ = 0;                ///< Outputs with a VC that a packet holds.
  const std::unique_ptr<FlitArbiterIf> arbiter_;
  RoutingIf& routing_;
  const bool decides_everywhere_;
  bool loses_outputs_ = false;  ///< Some output's channel dies.
  const CongestionIf& congestion_;
  const RouterParams params_;
  const unsigned number_;
  std::vector<std::uint16_t> waiting_;  ///< By output x VC; empty: not needed.
  std::vector<unsigned> backlogs_;      ///< By port, for cycle `backlogs_at_`; empty: not needed.
  core::Cycle backlogs_at_ = core::kNoCycle;
  Stats stats_;
  /// Serves a hop journal, counts of waits and waveforms; the router itself does not need it.
  struct Observers {
    std::unique_ptr<RouterJournal> journal;  ///< Null: no hop journal.
    std::unique_ptr<PortWaits> waits;        ///< Null: waits are not counted.
    InputVcSet asked{};                      ///< For `waits`: `look_` when the cycle began.
    std::unique_ptr<InputProbes> inputs;     ///< Null: not watched.
    std::vector<std::unique_ptr<OutputProbes>> outputs;  ///< By port; empty: not watched.
    unsigned buffer = 0;  ///< For `outputs`: flits per virtual channel in neighbouring routers.
  };
  Observers observers_;
};

inline Router::Obstacle Router::output_obstacle(unsigned port, core::Cycle now) const {
  const OutputPort& output = outputs_[port];
  if ((queued_ & bit(port)) != 0 && output.queue.size() >= params_.output_buffer)
    return Obstacle::kOutputFull;
  // Without a speed-up there is no output queue: the winner of the switch leaves at once.
  return params_.speedup == 1 && output.free_from() > now ? Obstacle::kChannelBusy
                                                          : Obstacle::kNone;
}

inline Router::Obstacle Router::obstacle(unsigned index, core::Cycle now) const {
  const InputVc& input_vc = input_vcs_[index];
  const OutputPort& output = outputs_[input_vc.out_port];
  const Obstacle of_all = output_obstacle(input_vc.out_port, now);
  if (of_all != Obstacle::kNone) return of_all;
  if ((owned_ & bit(input_vc.out_port)) != 0 && !output.open_to(index, input_vc.out_vc))
    return Obstacle::kHeld;
  return output.has_credit(input_vc.out_vc, flits_to_go(index)) ? Obstacle::kNone
                                                                : Obstacle::kNoCredit;
}

}  // namespace gf::hw::router
