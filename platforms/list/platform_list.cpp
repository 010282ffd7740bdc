// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/apenet_platform.h"
#include "platforms/apenet/app_platform.h"
#include "platforms/cluster/cluster_platform.h"
#include "platforms/goodput/store_goodput_platform.h"
#include "platforms/gpu/gpu_platform.h"
#include "platforms/network/dragonfly_shape.h"
#include "platforms/network/fat_tree_shape.h"
#include "platforms/network/hyperx_shape.h"
#include "platforms/network/network_file_shape.h"
#include "platforms/network/network_platform.h"
#include "platforms/network/torus_shape.h"
#include "platforms/pcie/pcie_platform.h"
#include "platforms/platform.h"
#include "platforms/proact/proact_platform.h"

namespace gf::platforms {
namespace {

using apenet::ApenetPlatform;

template <class Shape>
std::unique_ptr<Platform> network_of() {
  return std::make_unique<network::NetworkPlatform>(std::make_unique<Shape>());
}

/// The built-in platforms. To add one, write its files and a line here.
std::vector<PlatformEntry> standard_platforms() {
  return {
      {"pcie_t1", "8 GPUs behind four K80 switches under one 80-lane switch", "[SC16], Fig. 1, T1",
       [] { return std::make_unique<pcie::PciePlatform>("t1"); }},
      {"pcie_t2", "8 GPUs behind four K80 switches under two switches and a root complex",
       "[SC16], Fig. 1, T2", [] { return std::make_unique<pcie::PciePlatform>("t2"); }},
      {"pcie_tree", "any PCIe tree: a preset, a generated tree, or an INI or DOT file",
       "[SC16], V-E", [] { return std::make_unique<pcie::PciePlatform>("t2_first4"); }},
      {"dragonfly", "a dragonfly of input-queued routers under synthetic traffic", "[DF08]",
       network_of<network::DragonflyShape>},
      {"torus", "a torus or mesh with dimension-order routing under synthetic traffic",
       "[APENET13]", network_of<network::TorusShape>},
      {"fat_tree", "a fat tree (k-ary n-tree) of routers under synthetic traffic", "none",
       network_of<network::FatTreeShape>},
      {"hyperx", "a HyperX (flattened butterfly) of routers under synthetic traffic", "[HX09]",
       network_of<network::HyperXShape>},
      {"network_file", "a network from a file (like BookSim2's anynet) under synthetic traffic",
       "none", network_of<network::NetworkFileShape>},
      {"nvlink_node", "GPUs joined by NVLink with lanes that reverse to follow the traffic",
       "[NUMA17]", [] { return std::make_unique<gpu::GpuPlatform>(gpu::kNvlinkNode); }},
      {"proact",
       "GPUs that replicate a shared region, and seven ways to keep the replicas consistent",
       "[PROACT21]", [] { return std::make_unique<proact::ProactPlatform>(); }},
      {"gpu_node", "GPUs that run a workload, joined by NVLink or a PCIe tree",
       "[PROACT21], Table I", [] { return std::make_unique<gpu::GpuPlatform>(gpu::kGpuNode); }},
      {"store_goodput", "one NVLink or PCIe link under a stream of stores", "[PROACT21], Fig. 2",
       [] { return std::make_unique<goodput::StoreGoodputPlatform>(); }},
      {"cluster", "your server from a machine file, or a cluster of GPU nodes with RDMA NICs",
       "none", [] { return std::make_unique<cluster::ClusterPlatform>(); }},
      {"apenet_node", "one APEnet+ card in loop-back: latency, bandwidth and memory read tests",
       "[APENET13]", [] { return std::make_unique<ApenetPlatform>(ApenetPlatform::Kind::kNode); }},
      {"apenet_cluster", "nodes with one GPU and one APEnet+ card each on a 3D torus", "[APENET13]",
       [] { return std::make_unique<ApenetPlatform>(ApenetPlatform::Kind::kCluster); }},
      {"apenet_hsg", "a Heisenberg spin glass on a torus of APEnet+ nodes", "[APENET13]",
       [] { return std::make_unique<apenet::AppPlatform>("apenet_hsg", apenet::make_hsg_case()); }},
      {"apenet_bfs", "Graph500 breadth-first search on a torus of APEnet+ nodes", "[APENET13]",
       [] { return std::make_unique<apenet::AppPlatform>("apenet_bfs", apenet::make_bfs_case()); }},
  };
}

}  // namespace

core::Registry<PlatformEntry>& platform_registry() {
  static core::Registry<PlatformEntry> registry("platform", standard_platforms());
  return registry;
}

}  // namespace gf::platforms
