// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/clock_domain.h"
#include "core/time/quiescence.h"
#include "core/trace/probe.h"
#include "hw/link/fault_params.h"
#include "hw/nic/port_journal.h"
#include "hw/nic/remote_segments.h"
#include "hw/nic/segment.h"
#include "hw/router/terminal_if.h"
#include "hw/router/transit.h"

namespace gf::hw::nic {

/// Returns a text such as "port_3 has been dead since 5 us (fails_at), 12 segments lost"; empty if
/// no segment was lost.
std::string death_text(const std::string& path, core::Ticks since, std::uint64_t segments);

/// Parameters of the conversion between segments and flits.
struct FlitPortParams : link::FaultParams {
  core::Param<core::Bytes> flit =
      param("flit", core::Bytes(32), "bytes of a segment that a flit carries",
            "assumed: 32 B, one cycle of 2.56 ns at 100 Gb/s",
            core::between(core::Bytes(1), core::Bytes(4096)));
  core::Param<core::ByteRate> rate =
      param("rate", core::gigabytes_per_second(1000),
            "rate of the port in each direction; the slower of it and the network's channel counts",
            "the card's preset; none: the network's channel is the limit",
            core::between(core::ByteRate(1e6), core::gigabytes_per_second(1000)));
  core::Param<unsigned> queue =
      param("queue", 2u, "capacity of the port's send queue in segments", "assumed",
            core::between(1u, 1024u),
            core::plausible(2u, 8u, "one being sent and one behind it; at most a few"));
  core::Param<unsigned> buffer = param(
      "buffer", 32u, "capacity in flits for each virtual channel of the port's receive buffer",
      "assumed", core::between(1u, 4096u),
      core::plausible(8u, 256u, "from one round trip of the credits to two segments"));
};

/// Port of a card to a network of routers: cuts segments into flits and reassembles them.
/// Timing: one flit takes `flit_cycles` cycles of the channel, in which the link carries `flit`
/// bytes; flits leave no faster than at `rate`. A segment that comes in cycle t can leave in t + 1.
/// An incoming segment is at the card when its last flit arrives, or in the cycle after the card
/// has room again. Credits for incoming flits go back no faster than at `rate`.
/// Order: segments leave in the order in which they came, on the virtual channel given by their
/// destination's number, as in hw/router/nodes.h. If the network's routing keeps packets of a pair
/// in order, they arrive in order.
/// **Nothing overflows.** Behind each virtual channel there is space for one segment. While the
/// card has no room for that segment, later flits stay in the buffer and the router gets no credit.
/// **A port that dies** (FaultParams) loses whole segments: those that have not begun to leave, and
/// those whose last flit arrives later. It does not hold up the router: the router gets its
/// credits, as a network discards what a dead port does not accept.
/// A segment's bytes do not travel in its flits: the sending port keeps the segment until its last
/// flit has arrived. Source and birth identify it, because a port begins at most one segment per
/// cycle. If the segment goes to another process (RemoteSegmentsIf), the port is done when the last
/// flit has left.
class FlitPort final : public sc_core::sc_module,
                       public core::Quiescent,
                       public SegmentSink,
                       public router::TerminalIf,
                       private router::CreditClient,
                       private RoomClient,
                       private core::Clocked {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter segments{*this, "segments", core::Unit::kCount, "segments sent"};
    core::Counter flits{*this, "flits", core::Unit::kCount, "flits sent"};
    core::Counter no_credit{*this, "no_credit", core::Unit::kCount,
                            "times that the port found no credit for its next flit"};
    core::Counter blocked{*this, "blocked", core::Unit::kCount,
                          "complete segments that had to wait for room in the card"};
  };

  /// `number` is the node's number in its network. `ports` lists the ports of all nodes by number
  /// and may be filled in later. `pool` is the machine's segment pool, to which lost segments
  /// return.
  FlitPort(const sc_core::sc_module_name& name, const FlitPortParams& params, unsigned number,
           router::Transit& transit, const std::vector<FlitPort*>& ports, SegmentPool& pool);
  ~FlitPort() override;
  void connect(SegmentSink& card) { card_ = &card; }
  /// Connects to ports in other processes. Call it before the simulation starts, if there are any.
  void connect(RemoteSegmentsIf& far) { far_ = &far; }
  /// For a port that another process simulates: announces a segment from it that will arrive here,
  /// whose first flit left in cycle `birth`.
  void expect(core::Cycle birth, Segment& segment) { flights_.push_back({birth, &segment, 0}); }

  bool has_room(RoomClient& client) override;
  void take(Segment& segment) override;

  void connect(unsigned index, router::FlitSink& sink, unsigned sink_port,
               const router::ChannelTiming& timing, unsigned buffer, unsigned vcs,
               const std::string& peer) override;
  [[nodiscard]] router::OutputPort& output(unsigned) override { return output_; }
  [[nodiscard]] unsigned buffer() const override { return params_.buffer; }
  void connect_back(unsigned index, router::OutputPort& source, unsigned latency) override;
  void flit_comes(unsigned port, const router::Flit& flit) override;
  [[nodiscard]] router::JournalEnd* journal_end() override { return journal_.get(); }

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }  ///< Segments lost since it died.
  /// Sets the number of lost segments that the port's own process has counted.
  void take_lost(std::uint64_t segments) { lost_ = segments; }
  /// Returns a text such as "port_3 has been dead since 5 us (fails_at), 12 segments lost"; empty
  /// if it has lost none.
  [[nodiscard]] std::string death() const { return death_text(name(), dies_at_, lost_); }
  /// Drops a segment of this port whose last flit came to a dead channel.
  void lost_on_its_way(const router::Flit& flit) { pool_.recycle(*landed(flit.birth).segment); }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// A segment that has begun to leave.
  struct Flight {
    core::Cycle birth = 0;
    Segment* segment = nullptr;
    std::uint64_t key = 0;  ///< Of its packet, for a hop journal.
  };
  friend class PortJournal;
  /// Arrivals on one virtual channel.
  struct Arrivals {
    core::Ring<router::Flit, std::uint16_t> held;  ///< Flits behind `whole`.
    Segment* whole = nullptr;                      ///< Segment that the card has no room for.
  };
  void cycle(core::Cycle now) override;
  void send_flit(core::Cycle now);
  void begin(Segment& segment, core::Cycle now);
  void drop_front();
  void lose(Segment& segment);
  void missed_credit_comes(unsigned, core::Cycle now) override { clock_.wake(now); }
  void room_again() override;
  void take_up();
  void consume(Arrivals& arrivals, const router::Flit& flit);
  /// Returns the first cycle from `now` on in which the port has time for a flit, and takes it.
  core::Cycle take_turn(double& free_from, core::Cycle now) const;
  void deliver(Arrivals& arrivals);
  Flight landed(core::Cycle birth);
  void start_of_simulation() override;
  [[nodiscard]] unsigned flits_of(const Segment& segment) const {
    const auto flit = static_cast<std::uint32_t>(params_.flit.count());
    return (segment.wire_bytes + flit - 1) / flit;
  }

  const FlitPortParams params_;
  const core::Ticks dies_at_;  ///< From then on it loses all segments; kNever: it lives.
  const unsigned number_;
  router::Transit& transit_;
  core::ClockMember clock_;
  const std::vector<FlitPort*>& ports_;
  SegmentPool& pool_;
  SegmentSink* card_ = nullptr;
  RemoteSegmentsIf* far_ = nullptr;  ///< Null: this process simulates all ports.
  RoomClient* refused_ = nullptr;
  router::OutputPort output_;
  router::OutputPort* source_ = nullptr;  ///< The router's port that gets the credits.
  unsigned credit_latency_ = 1;
  unsigned vcs_ = 1;
  core::Ring<Segment*> queue_;   ///< The front segment leaves.
  unsigned flits_left_ = 0;      ///< Of the front segment; 0: it has not begun.
  core::Cycle may_begin_ = 0;    ///< Earliest cycle in which the front can begin.
  core::Cycle birth_ = 0;        ///< Of the front, once it has begun.
  bool goes_far_ = false;        ///< Of the front, once it has begun.
  const double flit_cycles_;     ///< Cycles of the channel that a flit takes at `rate`.
  double sends_from_ = 0;        ///< In cycles: when the port can send the next flit.
  double takes_from_ = 0;        ///< In cycles: when it can take the next one.
  std::vector<Flight> flights_;  ///< In the order in which they began.
  std::array<Arrivals, router::OutputPort::kMostVcs> arrivals_;
  bool retry_ = false;  ///< The card has room again.
  core::Probe queue_probe_;
  std::uint64_t lost_ = 0;                ///< Segments lost by its death.
  std::unique_ptr<PortJournal> journal_;  ///< Null: no hop journal.
  Stats stats_;
};

}  // namespace gf::hw::nic
