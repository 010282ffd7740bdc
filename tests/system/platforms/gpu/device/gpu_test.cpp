// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/copies/gpu_node.h
// Holds: platforms/gpu/fabrics/nvlink_fabric.h
// Holds: workloads/kernels/workload_registry.h
// Whole nodes run members of the suite to their end: every kernel ends, every packet pool is empty,
// every credit and every lane is home.
#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_links.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu::gpu_test {
namespace {

struct Case {
  std::string workload;
  unsigned gpus;
  std::string topology;
  std::string policy = "paper";
};

/// "bfs_4_mesh_paper".
std::string text_of(const Case& c) {
  return c.workload + "_" + std::to_string(c.gpus) + "_" + c.topology + "_" + c.policy;
}
void PrintTo(const Case& c, std::ostream* out) { *out << text_of(c); }

struct Node {
  explicit Node(const Case& c)
      : workload(model::make_workload(c.workload, model::WorkloadSize::kSmall, c.gpus)) {
    NvlinkFabricParams links;
    links.topology = c.topology;
    links.relays = "nearest";  // where pairs need them
    links.link.policy = c.policy;
    GpuNodeParams params;
    params.gpus = c.gpus;
    fabric = std::make_unique<NvlinkFabric>(links, c.gpus, 1);
    node = std::make_unique<GpuNode>(
        params, workload, [this](Gpu& gpu, unsigned number) { fabric->add_port(gpu, number); });
    fabric->connect();
    node->dispatcher().add_client(*fabric);
  }

  model::Workload workload;
  std::unique_ptr<NvlinkFabric> fabric;
  std::unique_ptr<GpuNode> node;
};

class NvlinkNode : public testing::TestWithParam<Case> {};

TEST_P(NvlinkNode, RunsToTheEnd) {
  Node run(GetParam());
  run.node->run();
  const core::RunEndReport end = core::run_simulation({});
  ASSERT_EQ(end.end, core::RunEnd::kQuiescent) << end.explanation;
  EXPECT_TRUE(run.node->dispatcher().finished());
  EXPECT_EQ(run.node->dispatcher().results().size(), run.workload.kernels.size());
  EXPECT_THAT(core::pending_waits(), IsEmpty());
  EXPECT_EQ(run.node->refused(), "");
  EXPECT_GT(run.fabric->packet_hops(), 0u);
  for (unsigned g = 0; g < run.fabric->gpus(); ++g)
    for (unsigned l = 0; l < run.fabric->links(g); ++l)
      test::expect_joined(run.fabric->end(g, l), run.fabric->far_end(g, l));
}

INSTANTIATE_TEST_SUITE_P(
    Suite, NvlinkNode,
    testing::Values(Case{"hpgmg_uvm", 2, "switch"}, Case{"hpgmg_uvm", 4, "mesh"},
                    Case{"hpgmg", 4, "switch", "queue"}, Case{"stencil3d", 4, "mesh"},
                    Case{"comd", 2, "mesh"}, Case{"comd_wa", 4, "switch", "proportional"},
                    Case{"hpgmg_uvm", 8, "hybrid_cube_mesh"},
                    Case{"sssp", 8, "hybrid_cube_mesh", "static"}, Case{"bfs", 4, "planes"},
                    Case{"lonestar_sp", 2, "planes", "queue"}, Case{"bfs", 2, "switch"},
                    Case{"bfs", 4, "mesh", "queue"}, Case{"sssp", 2, "mesh"},
                    Case{"gemm", 4, "switch"}, Case{"gemm", 4, "mesh", "proportional"},
                    Case{"rsbench", 2, "switch"}, Case{"random_asymmetric", 2, "mesh"},
                    Case{"lonestar_sp", 4, "switch"}, Case{"lonestar_sp", 4, "switch", "static"}),
    [](const auto& info) { return text_of(info.param); });

}  // namespace
}  // namespace gf::platforms::gpu::gpu_test
