// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "hw/proact/rdma_pusher.h"
#include "platforms/cluster/cluster.h"
#include "platforms/gpu/copies/gpu_pushes.h"

namespace gf::platforms::cluster {

/// Takes chunks of PROACT units to GPUs of other nodes of a cluster. Each GPU with a unit has an
/// RdmaPusher, with its own queue pairs between the card nearest to it and the cards nearest to its
/// destinations.
class UnitCarriers {
 public:
  /// Throws UserError if cards would fetch entries from the host's memory.
  UnitCarriers(Cluster& cluster, const ClusterParams& params);

  /// Size of the completion ring in the memory of `gpu`.
  [[nodiscard]] std::uint64_t ring_bytes(unsigned gpu) {
    return cluster_.nic(gpu).writer.ring_bytes();
  }
  /// Makes the carrier of `gpu`, whose `memory` reaches its card by accesses to home `card_home`.
  /// Completions are at offset `ring` of the memory. Call once per GPU, before the simulation.
  hw::proact::PieceCarrierIf& make(const std::string& name, unsigned gpu,
                                   hw::gpu::GpuMemory& memory, unsigned card_home,
                                   std::uint64_t ring, const std::vector<gpu::RemoteGpu>& far);

 private:
  [[nodiscard]] std::uint64_t window(unsigned gpu) { return cluster_.endpoint(gpu).window().first; }

  Cluster& cluster_;
  std::deque<hw::proact::RdmaPusher> pushers_;
};

}  // namespace gf::platforms::cluster
