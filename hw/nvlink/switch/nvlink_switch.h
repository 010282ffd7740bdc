// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/time/quiescence.h"
#include "hw/nvlink/end/forwarder.h"
#include "hw/nvlink/end/link_end.h"
#include "hw/nvlink/lanes/nvlink_packet.h"
#include "hw/nvlink/switch/multicast_unit.h"

namespace gf::hw::nvlink {

/// Parameters of an NvlinkSwitch; its links have NvlinkParams.
struct NvlinkSwitchParams : core::ParamGroup {
  core::Param<sc_core::sc_time> hop_latency =
      param("hop_latency", sc_core::sc_time(50, sc_core::SC_NS),
            "latency from last bit in to first bit out when idle", "assumed");
  MulticastParams multicast;  ///< Of switches that reduce.

  void declare(const core::ParamScope& scope) {
    core::ParamGroup::declare(scope);
    multicast.declare(scope);
  }
};

/// A crossbar like NVSwitch, with any number of links. Each input has one buffer per credit class,
/// with one queue per output (Forwarder). An output serves its queues in turn (LinkEnd).
/// Timing: a packet can leave hop_latency after its last bit has arrived, if the output is free. It
/// occupies the output for its time on that link, and its buffer space until the last bit has left.
/// Order: first in, first out per input, output and class.
/// A switch that `reduces`, as NVSwitch does from its third generation on, also has a
/// MulticastUnit.
class NvlinkSwitch final : public sc_core::sc_module,
                           public core::Quiescent,
                           private LinkEndClient {
 public:
  /// Creates one port for each of `links`.
  NvlinkSwitch(const sc_core::sc_module_name& name, const NvlinkSwitchParams& params,
               const std::vector<NvlinkParams>& links, std::uint64_t seed, NvlinkPool& pool,
               bool reduces = false);
  /// Creates `ports` ports with the parameters `link`.
  NvlinkSwitch(const sc_core::sc_module_name& name, const NvlinkSwitchParams& params,
               const NvlinkParams& link, unsigned ports, std::uint64_t seed, NvlinkPool& pool,
               bool reduces = false)
      : NvlinkSwitch(name, params, std::vector<NvlinkParams>(ports, link), seed, pool, reduces) {}

  /// Packets to `gpu` leave on `port`. Initially GPU n is at port n.
  void route(unsigned gpu, unsigned port) { route(gpu, std::vector<unsigned>{port}); }
  /// Packets to `gpu` leave on one of `ports`, which are parallel links to it: packets from input
  /// port i use number i modulo their count. Packets from one input to one GPU therefore keep their
  /// order.
  void route(unsigned gpu, const std::vector<unsigned>& ports);

  /// Makes `members` the multicast group `number`, from kFirstGroup on. Precondition: it reduces,
  /// and each member is routed by ports that lead straight to it.
  void set_group(unsigned number, const std::vector<unsigned>& members) {
    multicast_->groups().set(number, members);
  }
  [[nodiscard]] const MulticastUnit* multicast() const { return multicast_.get(); }

  [[nodiscard]] unsigned ports() const { return static_cast<unsigned>(ends_.size()); }
  [[nodiscard]] LinkEnd& port(unsigned number) { return *ends_[number]; }
  [[nodiscard]] bool idle() const override { return forwarder_.held() == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void on_packet(unsigned link, NvlinkPacket& packet, core::Ticks at) override;
  NvlinkPacket& take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) override;
  unsigned debug_access(unsigned link, tlm::tlm_generic_payload& access) override;
  [[nodiscard]] std::string place(unsigned link, unsigned input) const override {
    return input < ports() ? forwarder_.place(link, input) : multicast_->name();
  }
  [[nodiscard]] unsigned output_for(std::uint64_t gpu, unsigned input) const;

  unsigned debug_write(unsigned link, tlm::tlm_generic_payload& access);

  const core::Ticks hop_latency_;
  std::vector<std::unique_ptr<LinkEnd>> ends_;
  Forwarder forwarder_;
  std::vector<std::vector<unsigned>> routes_;  ///< By GPU.
  std::unique_ptr<MulticastUnit> multicast_;   ///< Null: it does not reduce.
};

}  // namespace gf::hw::nvlink
