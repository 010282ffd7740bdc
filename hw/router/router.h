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
/// Timing: a flit whose last bit came in cycle t leaves in cycle t + router_latency or later; it
/// is at the other end the channel's latency after it left. Its place is free as it leaves, and the
/// sender knows the channel's latency and credit_latency later.
/// Allocation: `speedup` times a cycle every input port proposes one of its virtual channels and
/// every output port takes one of the proposals. Who goes first: `arbiter`. A channel carries one
/// flit in `flit_cycles` cycles; with a speed-up flits wait for it in an output queue, whose places
/// are counted. Switching: wormhole; with `whole_packets` virtual cut-through: a head leaves when
/// the next buffer has room for its whole packet. An output virtual channel belongs to one packet
/// at a time. Nothing is dropped. A router that nobody sends to is never called.
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

  /// `number`: of the router in its network, for the routing.
  Router(const sc_core::sc_module_name& name, unsigned number, unsigned ports,
         const RouterParams& params, Transit& transit, RoutingIf& routing,
         const CongestionIf& congestion);

  /// Output `port` leads to `sink`, whose buffer has `buffer` flits a virtual channel (0: always
  /// room). `timing` of the channel. `peer`: its path, for reports. `cut`: Transit::cut_to() the
  /// sink's part.
  void connect_output(unsigned port, FlitSink& sink, unsigned sink_port,
                      const ChannelTiming& timing, unsigned buffer, const std::string& peer,
                      std::uint16_t cut = Transit::kHere);
  /// Input `port` comes from `source`; credits take `latency` cycles to get there, and longer when
  /// the output is congested if `delays_credits` and the parameter credit_delay say so. `cut`: to
  /// the source's part.
  void connect_input(unsigned port, OutputPort& source, unsigned latency,
                     bool delays_credits = false, std::uint16_t cut = Transit::kHere);

  /// Makes buffers, credits and round trips visible: probes <name>.in_<port>.vc_<n>.flits,
  /// <name>.out_<port>.vc_<n>.credits and <name>.out_<port>.t_crt. Once, after the connections.
  void watch();

  /// Has what flits wait for counted from the first call on.
  PortWaits& count_waits();

  ~Router() override;
  [[nodiscard]] JournalEnd* journal_end() override;
  void flit_comes(unsigned port, const Flit& flit) override;
  void fetch(unsigned port, unsigned vc) const override {
    __builtin_prefetch(&input_vcs_[std::size_t{port} * vcs_ + vc], 1);
  }

  [[nodiscard]] const OutputPort& output(unsigned port) const { return outputs_[port]; }
  /// Flits that are here behind heads that wait for output `port`, or for its virtual channel `vc`;
  /// the heads included. Precondition: the routing compares queues (RoutingIf::reach()).
  [[nodiscard]] unsigned waiting_for(unsigned port) const;
  [[nodiscard]] unsigned waiting_for(unsigned port, unsigned vc) const {
    GF_CHECK(!waiting_.empty(), std::string(name()));
    return waiting_[port * vcs_ + vc];
  }
  [[nodiscard]] OutputPort& output(unsigned port) { return outputs_[port]; }
  /// Flits that wait for output `port` or hold a place behind it; where the routing looks at other
  /// routers, those of the beginning of the cycle, whoever is served first.
  [[nodiscard]] unsigned backlog(unsigned port) const {
    return backlogs_at_ == clock_.now() ? backlogs_[port]
                                        : waiting_for(port) + outputs_[port].used();
  }
  /// The channel behind `port` dies at cycle `at` (OutputPort::kill()): its router knows.
  void kill_output(unsigned port, core::Cycle at, FlitSink& grave) {
    loses_outputs_ = true;
    outputs_[port].kill(at, grave);
  }
  [[nodiscard]] unsigned number() const override { return number_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  /// Statistics and the count of each channel, for the same router in another process.
  void put_counts(core::ByteWriter& writer) const;
  void take_counts(core::ByteReader& reader);
  [[nodiscard]] bool idle() const override;  ///< No flit here, every credit home.
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
    bool minimal = true;  ///< Way of that packet, which its other flits inherit from its head.
    std::uint8_t hops_local = 0;
    std::uint8_t hops_global = 0;
    std::uint8_t input = 0;  ///< Its port.
  };
  struct Input {
    OutputPort* source = nullptr;
    std::uint16_t latency = 1;   ///< Of a credit on its way to the source.
    std::uint16_t proposal = 0;  ///< The one that the port proposes.
    std::uint8_t next_vc = 0;    ///< Round robin: looked at first.
    bool delays_credits = false;
    std::uint16_t cut = Transit::kHere;
  };
  using InputVcSet = ParkedHeads::InputVcSet;  ///< `words_` are used.

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
  /// Arbiters begin with the first virtual channel and input, and no credit is known to be late.
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
  /// When the front of an input virtual channel may go.
  [[nodiscard]] core::Cycle ready(unsigned input_vc) const {
    return front(input_vc).at + router_latency_;
  }
  [[nodiscard]] const Flit& front(unsigned input_vc) const {
    return input_vcs_[input_vc].queue.front();
  }
  /// So many flits more wait for the way of an input virtual channel, or fewer.
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
  /// Where credits of an input virtual channel stay in line: all of its port, or its own.
  [[nodiscard]] unsigned credit_line(unsigned input_vc) const {
    return params_.credit_delay.by_vc ? input_vc : input_vcs_[input_vc].input * vcs_;
  }
  void send_queued(core::Cycle now);
  /// Of those that could ask in this cycle some have not gone.
  [[nodiscard]] bool any_still_asks() const {
    std::uint64_t still = 0;
    for (unsigned word = 0; word < words_; ++word) still |= asked_[word] & occupied_[word];
    return still != 0;
  }
  void note_backlogs(core::Cycle now);
  void note_waits(core::Cycle now);
  void note_wait(unsigned input_vc, bool could_go, core::Cycle now);
  /// Virtual cut-through: a head that finds room for the whole packet takes its own place alone, as
  /// the packet owns the virtual channel and nobody else can take the others.
  [[nodiscard]] unsigned flits_to_go(unsigned input_vc) const {
    return params_.whole_packets && front(input_vc).head ? params_.packet_flits : 1;
  }
  /// What is in the way of the front of an input virtual channel.
  enum class Obstacle : std::uint8_t { kNone, kOutputFull, kChannelBusy, kHeld, kNoCredit };
  /// The first one, in the order in which the allocator looks. Precondition: it is routed.
  [[nodiscard]] Obstacle obstacle(unsigned input_vc, core::Cycle now) const;
  /// That of all heads of an output, whatever their virtual channel: one of the first three.
  [[nodiscard]] Obstacle output_obstacle(unsigned port, core::Cycle now) const;
  /// When to look again at heads that such an obstacle is in the way of.
  void wants_after(Obstacle obstacle, const OutputPort& output, core::Cycle now);
  void wants(core::Cycle at) { next_ = std::min(next_, at); }

  // What a flit that comes touches, in one place.
  const unsigned vcs_;
  const unsigned words_;
  const unsigned member_;
  const unsigned router_latency_;
  Transit& transit_;
  core::ClockPart& clock_;
  std::vector<InputVc> input_vcs_;  ///< Input port x virtual channel.
  InputVcSet occupied_{};           ///< Input VCs that hold flits.
  ParkedHeads parked_;              ///< Of these: those that wait for a credit.
  std::uint64_t missed_again_ = 0;  ///< Outputs of which a missed credit has come.
  InputVcSet look_{};               ///< Input VCs that may go in cycle `looked_`.
  core::Cycle looked_ = core::kNoCycle;
  core::Cycle next_ = core::kNoCycle;  ///< When it will have something to do.
  std::vector<Input> inputs_;
  std::vector<OutputPort> outputs_;
  std::vector<core::Cycle> last_credits_;   ///< By credit_line(): when the one given last is known.
  std::uint64_t proposing_ = 0;             ///< Inputs that propose.
  std::uint64_t proposed_ = 0;              ///< Outputs with proposals.
  std::uint64_t queued_ = 0;                ///< Outputs whose queue is not empty.
  std::uint64_t owned_ = 0;                 ///< Outputs of which a packet holds a virtual channel.
  std::unique_ptr<RouterJournal> journal_;  ///< Null: nobody keeps a journal of hops.
  const std::unique_ptr<ArbiterIf> arbiter_;
  RoutingIf& routing_;
  const bool decides_everywhere_;
  bool loses_outputs_ = false;  ///< The channel of one dies some time.
  const CongestionIf& congestion_;
  const RouterParams params_;
  const unsigned number_;
  unsigned buffer_ = 0;  ///< Flits a virtual channel of the routers beside it.
  std::vector<std::unique_ptr<OutputProbes>> output_probes_;  ///< By port; empty: not watched.
  std::unique_ptr<InputProbes> input_probes_;
  std::unique_ptr<PortWaits> waits_;    ///< Null: nobody watches.
  InputVcSet asked_{};                  ///< While somebody does: `look_` as the cycle began.
  std::vector<std::uint16_t> waiting_;  ///< By output x virtual channel; empty: nobody asks.
  std::vector<unsigned> backlogs_;      ///< By port, of cycle `backlogs_at_`; empty: nobody asks.
  core::Cycle backlogs_at_ = core::kNoCycle;
  Stats stats_;
};

inline Router::Obstacle Router::output_obstacle(unsigned port, core::Cycle now) const {
  const OutputPort& output = outputs_[port];
  if ((queued_ & bit(port)) != 0 && output.queue.size() >= params_.output_buffer)
    return Obstacle::kOutputFull;
  // Without a speed-up there is no output queue: what wins the switch leaves at once.
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
