// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/card_choice.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/ranks/ranks.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr unsigned kPorts = 32;  ///< Of a switch [assumed: 32 of 36 ports lead to nodes].

}  // namespace

IbClusterParams::IbClusterParams() {
  machine.node.gpus = 1;
  machine.node.switches = 0;
  machine.node.host.bar = core::Bytes(8ull << 30);
  machine.node.nic.sender.mtu = core::kibibytes(2);
  machine.port.flit = core::Bytes(64);
  machine.net.clock = sc_core::sc_time(16, sc_core::SC_NS);  // QDR: 64 B at 32 Gb/s of data
  machine.net.router.router_latency = 6;                     // a switch of about 100 ns
  machine.net.router.vc_buffer = 32;
}

void IbClusterParams::declare(const core::ParamScope& scope, unsigned nodes) {
  core::ParamGroup::declare(scope);
  machine.nodes = nodes;
  machine.node.nic.pcie.port.link.rate = core::gigabytes_per_second(slot == "x4" ? 2 : 4);
  machine.node.nic.pcie.port.dllp.lane_speed = "5 GT/s";
  machine.declare_parts(scope);
  unsigned levels = 1;
  for (std::uint64_t reached = kPorts; reached < nodes; reached *= kPorts) ++levels;
  const core::ParamScope net = scope.child("net");
  net.preset("k", std::to_string(std::clamp(nodes, 2u, kPorts)), "a port for each node");
  net.preset("n", std::to_string(levels), "as few switches on the way as can be");
  switch_ = network::make_shape("fat_tree", true);
  switch_->declare(net);
  mpi.declare(scope);
}

std::unique_ptr<cluster::RdmaCards> IbClusterParams::make(const model::RdmaHostParams& copies,
                                                          std::uint64_t seed) const {
  cluster::ClusterParams built = machine;
  switch_->build(built.net, false, seed);
  const std::string text =
      fmt::format("{} nodes, QDR, PCIe gen2 {}, GPU buffers {}", machine.nodes, slot.get(),
                  mpi.buffers == "library" ? "by the library" : "staged");
  return std::make_unique<cluster::RdmaCards>(built, switch_, mpi, copies, text, seed);
}

std::unique_ptr<cluster::CardIf> CardChoice::make(const CardWatch& watch,
                                                  std::uint64_t seed) const {
  if (!is_ib()) return std::make_unique<ApenetCards>(cards, rdma, watch, seed);
  if (!core::ranks().alone()) refuse_ranks("over = ib", "one MPI library serves all nodes");
  return ib.make(cards.software, seed);
}

}  // namespace gf::platforms::apenet
