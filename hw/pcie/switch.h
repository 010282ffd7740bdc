// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/pcie/completer.h"
#include "hw/pcie/egress.h"
#include "hw/pcie/ingress.h"
#include "hw/pcie/port_params.h"
#include "hw/pcie/routing_table.h"
#include "hw/pcie/tlp_pool.h"

namespace gf::hw::pcie {

/// A PLX-style packet switch or, with split_payload set, a root complex that joins root ports.
/// Field = meaning, unit, [source key in README.md] or [assumed].
struct SwitchParams {
  sc_core::sc_time hop_latency{150, sc_core::SC_NS};  ///< Received to first served, idle [assumed]
  std::string forwarding = "store_and_forward";       ///< Or cut_through [P2]
  double crossbar_speedup = 2;                        ///< Buffer read rate over link rate [assumed]
  std::string upstream_arbitration = "oldest_first";  ///< Towards the root [P3]
  std::string downstream_arbitration = "weighted_round_robin";  ///< Towards the leaves [P3]
  std::vector<unsigned> weights;  ///< weighted_round_robin, by input port; missing = 1 [assumed]
  unsigned packet_cost = 256;     ///< weighted_round_robin: bytes added a TLP [P4, calibrated]
  core::Bytes split_payload{0};   ///< Root complex: TLPs are cut to this; 0 = not cut [P5]
  core::Bytes max_payload{256};   ///< Largest TLP payload that may come [P6]
  std::vector<PortParams> ports;  ///< One a port; sets the number of ports.

  void declare(const core::ParamScope& scope);  ///< All but the ports.
  void validate(const std::string& path) const;
};

/// Ports around a crossbar: each ingress reads its buffer independently, each egress arbitrates
/// among all inputs. One SC_METHOD a port.
/// Timing: an idle switch adds hop_latency between the last bit in (header, if cut-through) and the
/// first bit out. Egress and Ingress have the rest of the contract.
/// Requests that no window claims end here as Unsupported Request (Completer).
class Switch final : public sc_core::sc_module, private Ingress::UnsupportedSink {
 public:
  /// `upstream_port`: port towards the root, or -1 where this is the root.
  Switch(const sc_core::sc_module_name& name, const SwitchParams& params, int upstream_port,
         const RoutingTable& routing, std::uint64_t seed, TlpPool& pool);

  [[nodiscard]] unsigned port_count() const { return static_cast<unsigned>(ingress_.size()); }
  [[nodiscard]] Egress& egress(unsigned port) { return *egress_[port]; }
  [[nodiscard]] Ingress& ingress(unsigned port) { return *ingress_[port]; }

 private:
  void unsupported(Ingress& ingress, Tlp& tlp, core::Ticks at) override;

  const RoutingTable routing_;
  std::vector<std::unique_ptr<Ingress>> ingress_;
  std::vector<std::unique_ptr<Egress>> egress_;
  Completer completer_;
};

}  // namespace gf::hw::pcie
