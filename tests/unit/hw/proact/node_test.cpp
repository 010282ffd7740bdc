// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/proact_unit.h hw/gpu/sm/release_if.h platforms/gpu/copies/gpu_node.h
// PROACT units below real SMs: two kernels on four GPUs, each phase's data at all of them.
#include <gmock/gmock.h>

#include "core/time/quiescence.h"
#include "hw/proact/proact_unit.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "tests/support/gpu_bench.h"
#include "tests/support/proact_bench.h"

namespace gf::test::node_test {
namespace {

using hw::proact::ChunkMap;
using hw::proact::Region;
using model::WarpInstruction;
using model::WarpOp;

constexpr unsigned kGpus = 4;
constexpr std::uint64_t kPerCta = 4096;
constexpr unsigned kCtas = 64;
constexpr std::uint64_t kBytes = kCtas * kPerCta;
constexpr std::uint64_t kTables = 1ull << 30;

/// Two warps of a CTA write its 4 KiB, a line each time, between some arithmetic.
model::Kernel producer(const std::vector<WarpInstruction>& then = {}) {
  auto program = [then](unsigned cta, unsigned warp, model::WarpProgram& out) {
    for (unsigned line = 0; line < 16; ++line) {
      out.code.push_back(WarpInstruction::compute(100 + cta % 7));
      out.code.push_back(WarpInstruction::access(
          WarpOp::kStore, model::proact::kRegionBase + cta * kPerCta + (warp * 16 + line) * 128));
    }
    out.code.insert(out.code.end(), then.begin(), then.end());
  };
  model::Kernel kernel = make_kernel(TestProgram::Make(program), kCtas, 2);
  kernel.ctas_per_sm = 1;  // wave after wave
  return kernel;
}

struct Node {
  explicit Node(hw::proact::ProactParams proact = {}) {
    workload.name = "phases";
    workload.data.push_back({"region",
                             model::proact::kRegionBase,
                             core::Bytes(kBytes),
                             model::Placement::kReplicated,
                             {}});
    workload.kernels = {producer()};
    platforms::gpu::GpuNodeParams params;
    params.gpus = kGpus;
    params.gpu.sms = 4;
    params.gpu.memory.real_bytes = true;
    node = std::make_unique<platforms::gpu::GpuNode>(
        params, workload,
        [&](platforms::gpu::Gpu& gpu, unsigned number) { fabric.add_port(gpu, number); });
    fabric.connect();
    times = std::make_unique<AtCycles>(node->clock());
    region.name = "x";
    region.bytes = core::Bytes(kBytes);
    region.chunk = core::Bytes(4 * kPerCta);
    region.base_by_gpu.assign(kGpus, 0);  // the first structure of each memory
    for (unsigned g = 0; g < kGpus; ++g) add_unit(g, params, proact);
  }
  void add_unit(unsigned g, const platforms::gpu::GpuNodeParams& params,
                const hw::proact::ProactParams& proact) {
    platforms::gpu::Gpu& gpu = node->gpu(g);
    units.push_back(std::make_unique<hw::proact::ProactUnit>(
        ("proact_" + std::to_string(g)).c_str(), proact, g, gpu.memory, node->clock(), gpu.sms(),
        params.gpu.sm.ctas, kTables, params.pages.memory.count()));
    for (unsigned i = 0; i < gpu.sms(); ++i) units[g]->watch(gpu.sm(i));
    units[g]->set_client(log);
    units[g]->add_region(region);
  }
  /// What each GPU's CTAs will leave there; the others have nothing yet.
  void fill(unsigned g, unsigned phase) {
    const hw::gpu::CtaBlock mine = hw::gpu::block_of(workload.kernels[0], g, kGpus);
    for (std::uint64_t at = mine.next * kPerCta; at < mine.end * kPerCta; ++at) {
      const auto byte = static_cast<std::uint8_t>(at * 131 + phase * 17 + (at >> 8));
      node->gpu(g).memory.bytes().write(at, &byte, 1);
    }
  }
  std::vector<std::uint8_t> contents(unsigned g) {
    std::vector<std::uint8_t> data(kBytes);
    node->gpu(g).memory.bytes().read(0, data.data(), data.size());
    return data;
  }
  void phase(unsigned number) {
    for (unsigned g = 0; g < kGpus; ++g) {
      fill(g, number);
      units[g]->arm(0, ChunkMap(region, hw::gpu::block_of(workload.kernels[0], g, kGpus),
                                model::proact::one_to_one(region.bytes, core::Bytes(kPerCta))));
    }
    times->at(core::now_ticks() / node->clock().period() + 10,
              [this](core::Cycle) { node->run(); });
    sc_core::sc_start();
  }

  model::Workload workload;
  platforms::gpu::NvlinkFabric fabric{{}, kGpus, 1};
  std::unique_ptr<platforms::gpu::GpuNode> node;
  std::unique_ptr<AtCycles> times;
  Region region;
  ProactLog log;
  std::vector<std::unique_ptr<hw::proact::ProactUnit>> units;
};

TEST(ProactNode, AllGpusHaveTheSameBytesAfterEachPhase) {
  Node node;
  for (unsigned phase = 1; phase <= 2; ++phase) {
    node.phase(phase);
    const std::vector<std::uint8_t> first = node.contents(0);
    EXPECT_EQ(first[kBytes - 1],
              static_cast<std::uint8_t>((kBytes - 1) * 131 + phase * 17 + ((kBytes - 1) >> 8)));
    for (unsigned g = 1; g < kGpus; ++g) EXPECT_EQ(node.contents(g), first) << g;
    EXPECT_EQ(node.log.sent.size(), phase * kCtas / 4);
    EXPECT_EQ(node.log.all.size(), phase * kGpus);
    EXPECT_EQ(core::explain(core::pending_waits()), "");
  }
  for (const auto& unit : node.units) {
    EXPECT_TRUE(unit->errors().empty());
    EXPECT_EQ(unit->stats().snooped.value(), 2u * kCtas / kGpus * 32);
    EXPECT_EQ(unit->stats().updates.value(), 2u * kCtas / kGpus);
  }
}

TEST(ProactNode, TransfersOverlapTheKernel) {
  Node node;
  node.phase(1);
  const core::Cycle end = node.node->dispatcher().results().at(0).ended;
  EXPECT_LT(node.log.sent.front().at, end);
  EXPECT_GT(node.log.all.back(), node.log.ready.back().at);
}

TEST(ProactNode, AFenceOfSystemScopeSendsWhatItsWarpWrote) {
  constexpr std::uint32_t kLong = 50000;  // cycles of every warp behind its fence
  Node node;
  node.workload.kernels = {producer(
      {WarpInstruction::fence(model::MemoryScope::kSystem), WarpInstruction::compute(kLong)})};
  unsigned at_peers = 0;
  AtCycles later(node.node->clock());
  later.at(kLong / 2, [&](core::Cycle) {
    // The first wave: CTA n of each GPU's 16 runs on its SM n.
    EXPECT_EQ(node.log.ready.size(), 0u) << "no CTA is done";
    for (unsigned g = 0; g < kGpus; ++g) {
      const std::size_t first = g * kBytes / kGpus, bytes = 4 * kPerCta;
      const std::vector<std::uint8_t> mine = node.contents(g),
                                      other = node.contents((g + 1) % kGpus);
      at_peers +=
          std::equal(mine.begin() + first, mine.begin() + first + bytes, other.begin() + first);
    }
  });
  node.phase(1);
  EXPECT_EQ(at_peers, kGpus);
  for (unsigned g = 1; g < kGpus; ++g) EXPECT_EQ(node.contents(g), node.contents(0)) << g;
  for (const auto& unit : node.units) {
    EXPECT_EQ(unit->stats().releases.value(), 2u * kCtas / kGpus);
    EXPECT_GT(unit->stats().early.value(), 0u);
    EXPECT_TRUE(unit->idle());
  }
}

TEST(ProactNode, ACounterWithAWriterTooManyStopsThePhase) {
  Node node;
  node.fill(0, 1);
  node.units[0]->arm(0,
                     ChunkMap(node.region, {0, 17},
                              model::proact::one_to_one(node.region.bytes, core::Bytes(kPerCta))));
  node.node->run();
  sc_core::sc_start();
  EXPECT_THAT(core::explain(core::pending_waits()),
              testing::HasSubstr("x chunk 4: 1 of 1 writers are missing"))
      << "CTA 16 runs on GPU 1";
}

}  // namespace
}  // namespace gf::test::node_test
