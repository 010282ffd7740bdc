// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/ingress.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/routing_table.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/port/unsupported_requests.h"

namespace gf::hw::pcie {

/// Parameters of a PLX-style packet switch or, with split_payload set, a root complex that joins
/// root ports.
struct SwitchParams : core::ParamGroup {
  core::Param<sc_core::sc_time> hop_latency = param(
      "hop_latency", sc_core::sc_time(150, sc_core::SC_NS),
      "latency from reception to first service when the switch is idle",
      "assumed: PLX data sheets give 100 to 160 ns",
      core::at_least(sc_core::sc_time(1, sc_core::SC_PS)),
      core::plausible(sc_core::sc_time(100, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "100 to 160 ns in PLX data sheets; root complexes take up to twice as long"));
  core::Param<std::string> forwarding =
      param("forwarding", "store_and_forward",
            "when a TLP may be served: once all of it has arrived, or once its header has",
            "assumed", core::one_of({"store_and_forward", "cut_through"}));
  core::Param<std::string> queueing =
      param("queueing", "fifo",
            "queues of an input port: one per class (fifo), or one per class and output (voq, "
            "virtual output queues), which share the input's credits",
            "[SC16], III-C: a congested flow holds up all flows that share its input",
            core::one_of({"fifo", "voq"}));
  core::Param<double> crossbar_speedup =
      param("crossbar_speedup", 2.0, "ratio of the buffer read rate to the link rate", "assumed",
            core::between(1.0, 64.0),
            core::plausible(1.0, 4.0, "1: as fast as a link, the least that works"));
  core::Param<std::string> upstream_arbitration =
      param("upstream_arbitration", "oldest_first", "arbitration at egress ports towards the root",
            "chosen: gives [SC16] (5), V-B", core::one_of(arbiter_registry().names()));
  core::Param<std::string> downstream_arbitration =
      param("downstream_arbitration", "weighted_round_robin",
            "arbitration at egress ports towards the leaves", "[SC16], V-C",
            core::one_of(arbiter_registry().names()));
  core::Param<std::vector<unsigned>> weights =
      param("weights", std::vector<unsigned>{},
            "weighted_round_robin: weights of the input ports; missing weights are 1", "assumed",
            core::between(1u, 1024u));
  core::Param<unsigned> packet_cost = param(
      "packet_cost", 256u, "weighted_round_robin: bytes charged per TLP in addition to its payload",
      "calibrated: [SC16], Fig. 3 third conflict", core::between(0u, 65536u));
  core::Param<core::Bytes> split_payload = param(
      "split_payload", core::Bytes(0), "maximum payload after splitting TLPs; 0 = never split",
      "[SC16], III-B: smaller packets at the root complex");
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "maximum payload of a received TLP",
            "assumed: MPS 256 B", core::between(core::Bytes(128), core::Bytes(kMaxPayload)));
  /// Parameters of each port; there are as many ports. The switch's owner declares them.
  std::vector<PortParams> ports;
  /// Ports to a host's memory: TLPs to and from it are no peer traffic, so that split_payload does
  /// not apply to them.
  std::vector<unsigned> host_ports;
  core::DefaultSources sources;  ///< Of defaults that differ from those above.

  void declare(const core::ParamScope& scope);
  /// Checks each member and every port, named "port_0" and so on.
  void validate(const std::string& path) const;
};

/// A switch or root complex: ports around a crossbar. Each ingress reads its buffer independently;
/// each egress arbitrates among all inputs. There is one process per port.
/// Timing: an idle switch adds hop_latency between the last bit in (header, if cut-through) and the
/// first bit out. Egress and Ingress document the rest.
/// Requests that no window claims end here (UnsupportedRequests).
class Switch final : public sc_core::sc_module {
 public:
  /// `upstream_port`: port towards the root, or -1 if this is the root.
  Switch(const sc_core::sc_module_name& name, const SwitchParams& params, int upstream_port,
         const RoutingTable& routing, std::uint64_t seed, TlpPool& pool);

  [[nodiscard]] unsigned port_count() const { return static_cast<unsigned>(ingress_.size()); }
  [[nodiscard]] Egress& egress(unsigned port) { return *egress_[port]; }
  [[nodiscard]] Ingress& ingress(unsigned port) { return *ingress_[port]; }

 private:
  const RoutingTable routing_;
  std::vector<std::unique_ptr<Ingress>> ingress_;
  std::vector<std::unique_ptr<Egress>> egress_;
  std::vector<std::unique_ptr<link::DllpSender>> dllps_;  ///< By port; null: delays instead.
  UnsupportedRequests unsupported_;
};

}  // namespace gf::hw::pcie
