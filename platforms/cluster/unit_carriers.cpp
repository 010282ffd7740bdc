// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/unit_carriers.h"

#include <map>

#include "core/base/error.h"

namespace gf::platforms::cluster {

UnitCarriers::UnitCarriers(Cluster& cluster, const ClusterParams& params) : cluster_(cluster) {
  for (unsigned i = 0; i < cluster.size(); ++i)
    if (const std::string& entries = params.node_at(i).nic.work.entries; entries != "carried")
      core::fail_config("node.nic.work", "entries", entries, "carried",
                        "PROACT units have no send queue in host memory");
}

hw::proact::PieceCarrierIf& UnitCarriers::make(const std::string& name, unsigned gpu,
                                               hw::gpu::GpuMemory& memory, unsigned card_home,
                                               std::uint64_t ring,
                                               const std::vector<gpu::RemoteGpu>& far) {
  hw::nic::Nic& card = cluster_.nic(gpu);
  hw::proact::RdmaPusher& pusher = pushers_.emplace_back(name.c_str(), memory, card, card_home,
                                                         card.port.window().first, window(gpu));
  std::map<std::uint32_t, model::QueuePairNumber> queues;  // by the destination's card
  for (const gpu::RemoteGpu& to : far) {
    const auto [found, is_new] = queues.try_emplace(cluster_.nic(to.device).number());
    if (is_new) {
      found->second = hw::nic::join(card, cluster_.nic(to.device));
      card.own(found->second, window(gpu) + ring, pusher.completions());
    }
    pusher.add_way(to.number, {found->second, window(to.device)});
  }
  return pusher;
}

}  // namespace gf::platforms::cluster
