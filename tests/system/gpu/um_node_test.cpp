// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/device/gpu.h
// Holds: platforms/gpu/fabrics/nvlink_fabric.h
// Holds: hw/gpu/memory/mmu_faults.cpp
// A node over NVLink whose kernels run on managed data: with and without page faults.
#include <gmock/gmock.h>
#include <memory>
#include <sstream>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "workloads/kernels/workload_file.h"

namespace gf::platforms::gpu::um_node_test {
namespace {

constexpr char kRing[] = R"([workload]
name = ring
[data.input]
bytes = 2 MiB
placement = managed
homes = 3, 2, 1, 0
read_mostly = true
[data.output]
bytes = 2 MiB
placement = managed
[kernel.scale]
ctas = 64
warps_per_cta = 4
do = loop i 16
do = load 16 input[32768*cta + 8192*warp + 512*i + 16*lane]
do = store 16 output[32768*cta + 8192*warp + 512*i + 16*lane]
do = end
[kernel.collect]
ctas = 64
warps_per_cta = 4
gpu = 0
do = load 16 output[32768*cta + 8192*warp + 16*lane]
)";

struct Node {
  explicit Node(bool faults) {
    std::istringstream text(kRing);
    workload = model::read_workload(text, "ring.ini", 4);
    GpuNodeParams params;
    params.gpu.sms = 4;
    params.um.faults = faults;
    fabric = std::make_unique<NvlinkFabric>(NvlinkFabricParams(), 4, 1);
    node = std::make_unique<GpuNode>(
        params, workload, [this](Gpu& gpu, unsigned number) { fabric->add_port(gpu, number); });
    fabric->connect();
    node->dispatcher().add_client(*fabric);
  }
  void run() {
    node->run();
    ASSERT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
    ASSERT_TRUE(node->dispatcher().finished());
    EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
  }
  [[nodiscard]] std::uint64_t sum(core::Counter hw::gpu::MemoryStats::*counter) const {
    std::uint64_t sum = 0;
    for (unsigned g = 0; g < 4; ++g) sum += (node->gpu(g).memory.stats().*counter).value();
    return sum;
  }
  model::Workload workload;
  std::unique_ptr<NvlinkFabric> fabric;
  std::unique_ptr<GpuNode> node;
};

constexpr std::uint64_t kPage = 65536;

TEST(UmNode, PagesComeToTheKernelsThatTouchThem) {
  Node node(true);
  node.run();
  const hw::gpu::UmStats& um = node.node->um()->stats();
  EXPECT_EQ(um.populated.value(), 32u) << "the output, where it is written first";
  EXPECT_EQ(um.migrated.value(), 24u) << "what GPU 0 collects of the three others";
  EXPECT_EQ(um.replicated.value(), 32u) << "each quarter of the input for its reader";
  EXPECT_EQ(um.bytes.value(), (24 + 32) * kPage);
  using Stats = hw::gpu::MemoryStats;
  EXPECT_EQ(node.sum(&Stats::peer_reads), 0u) << "SMs find all at home";
  EXPECT_EQ(node.sum(&Stats::faults), um.faults.value());
  EXPECT_EQ(node.sum(&Stats::served_write_bytes), um.bytes.value());
}

TEST(UmNode, WithoutFaultsTheyStayAndAreReachedOverTheLinks) {
  Node node(false);
  node.run();
  using Stats = hw::gpu::MemoryStats;
  EXPECT_EQ(node.sum(&Stats::faults), 0u);
  EXPECT_EQ(node.node->um()->stats().bytes.value(), 0u);
  EXPECT_EQ(node.sum(&Stats::peer_read_bytes), 2u << 20) << "quarter i of the input is on 3 - i";
  EXPECT_EQ(node.sum(&Stats::peer_write_bytes), (2u << 20) / 4 * 3) << "the output is on GPU 0";
}

}  // namespace
}  // namespace gf::platforms::gpu::um_node_test
