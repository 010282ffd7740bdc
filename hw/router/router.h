// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "core/clock_domain.h"
#include "core/quiescence.h"
#include "core/ring.h"
#include "core/stats.h"
#include "hw/router/flit_queue.h"
#include "hw/router/output_port.h"
#include "hw/router/router_params.h"
#include "hw/router/routing_if.h"

namespace gf::hw::router {

/// Input-queued router with virtual channels and credit flow control.
/// Timing: a flit whose last bit came in cycle t leaves in cycle t + router_latency or later; it
/// is at the other end the channel's latency after it left. Its place is free as it leaves, and the
/// sender knows the channel's latency and credit_latency later.
/// Allocation: `speedup` times a cycle every input port proposes one of its virtual channels and
/// every output port takes one of the proposals. Who goes first: `arbiter`. A channel carries one
/// flit a cycle; with a speed-up flits wait for it in an output queue, whose places are counted.
/// Switching: wormhole; with `whole_packets` virtual cut-through: a head leaves when the next
/// buffer has room for its whole packet. An output virtual channel belongs to one packet at a time.
/// Nothing is dropped. A router that nobody sends to is never called.
class Router final : public sc_core::sc_module,
                     public core::Quiescent,
                     public FlitSink,
                     public CreditSink,
                     private core::Clocked {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter flits{*this, "flits", core::Unit::kCount, "flits sent on"};
    core::Counter no_credit{*this, "no_credit", core::Unit::kCount,
                            "looks at a head that had no credit"};
    core::Counter lost{*this, "arbitration_lost", core::Unit::kCount,
                       "looks at a head that another one was preferred to"};
  };

  /// `number`: of the router in its network, for the routing.
  Router(const sc_core::sc_module_name& name, unsigned number, unsigned ports,
         const RouterParams& params, core::ClockDomain& clock, RoutingIf& routing,
         const CongestionIf& congestion);

  /// Output `port` leads over a channel to `sink`, whose buffer has `buffer` flits a virtual
  /// channel (0: always room). `latency` in cycles, at least 1. `peer`: its path, for reports.
  void connect_output(unsigned port, FlitSink& sink, unsigned sink_port, unsigned latency,
                      unsigned buffer, const std::string& peer);
  /// Input `port` comes from `source`; credits take `latency` cycles to get there, and longer when
  /// the output is congested if `delays_credits` and the parameter credit_delay say so.
  void connect_input(unsigned port, CreditSink& source, unsigned source_port, unsigned latency,
                     bool delays_credits = false);

  void flit_comes(unsigned port, Flit& flit, core::Cycle at) override;
  void credit_comes(unsigned port, unsigned vc, core::Cycle at) override;

  [[nodiscard]] const OutputPort& output(unsigned port) const { return outputs_[port]; }
  /// Flits behind heads that wait for output `port`, the heads included.
  [[nodiscard]] unsigned waiting_for(unsigned port) const;
  [[nodiscard]] OutputPort& output(unsigned port) { return outputs_[port]; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;  ///< No flit here, every credit home.
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// A virtual channel of an input port.
  struct Arrival {
    core::Cycle ready = 0;  ///< When the router may send it on.
    Flit* flit = nullptr;
  };
  struct Lane {
    core::Ring<Arrival> queue;
    core::Cycle ready = 0;  ///< Of the front: read at each look.
    std::uint16_t out_port = 0;
    std::uint8_t out_vc = 0;
    bool routed = false;  ///< The packet at the front has its output.
    bool minimal = true;  ///< Way of that packet, which its other flits inherit from its head.
    std::uint8_t hops_local = 0;
    std::uint8_t hops_global = 0;
  };
  struct Input {
    CreditSink* source = nullptr;
    unsigned source_port = 0;
    unsigned latency = 1;
    std::uint8_t next_vc = 0;    ///< Round robin: looked at first.
    std::uint16_t proposal = 0;  ///< Lane that the port proposes.
    bool delays_credits = false;
  };

  void cycle(core::Cycle now) override;
  void allocate(core::Cycle now);
  void propose(core::Cycle now);
  [[nodiscard]] bool can_go(unsigned lane, core::Cycle now);
  [[nodiscard]] bool before(unsigned lane, unsigned other, unsigned first) const;
  void route(Lane& lane);
  [[nodiscard]] const Flit& front(unsigned lane) const { return *lanes_[lane].queue.front().flit; }
  unsigned choose(unsigned port);
  void grant(unsigned input, core::Cycle now);
  core::Cycle credit_delay(unsigned input, unsigned port, core::Cycle now);
  void send_queued(core::Cycle now);
  void wants(core::Cycle at) { next_ = std::min(next_, at); }

  const unsigned number_;
  const RouterParams params_;
  const unsigned vcs_;
  core::ClockDomain& clock_;
  const unsigned member_;
  RoutingIf& routing_;
  const CongestionIf& congestion_;
  std::vector<Lane> lanes_;              ///< Input port x virtual channel.
  std::vector<std::uint8_t> port_of_;    ///< By lane.
  std::vector<std::uint64_t> occupied_;  ///< Bit a lane: its queue is not empty.
  std::vector<Input> inputs_;
  std::vector<OutputPort> outputs_;
  std::vector<std::uint64_t> proposals_;  ///< By output: bit an input port.
  std::uint64_t proposed_ = 0;            ///< Outputs with proposals.
  std::uint64_t queued_ = 0;              ///< Outputs whose queue is not empty.
  std::uint64_t starved_ = 0;             ///< Outputs that some head lacked a credit of.
  unsigned flits_ = 0;
  core::Cycle next_ = core::kNoCycle;  ///< When it will have something to do.
  Stats stats_;
};

}  // namespace gf::hw::router
