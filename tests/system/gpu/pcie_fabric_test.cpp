// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/fabrics/pcie_fabric.h
// Holds: platforms/gpu/fabrics/fabric.h
// Holds: platforms/gpu/fabrics/fabric_if.h
// GPUs on PCIe trees: kernels that load, store and operate in peers' memories run to their end,
// copies move real bytes, and nothing is left anywhere.
#include "platforms/gpu/fabrics/pcie_fabric.h"

#include "core/base/random.h"
#include "tests/support/errors.h"
#include "tests/support/fabric_node.h"

namespace gf::platforms::gpu::pcie_fabric_test {
namespace {

using model::WarpInstruction;
using model::WarpOp;
using test::FabricNode;

FabricParams pcie(const std::string& tree) {
  FabricParams params;
  params.kind = "pcie";
  params.pcie.tree = tree;
  return params;
}

/// Every warp of every GPU goes round the structures of all GPUs.
model::Kernel all_to_all(unsigned gpus, unsigned rounds) {
  return test::make_kernel(
      [=](unsigned cta, unsigned warp, model::WarpProgram& program) {
        for (unsigned i = 0; i < rounds; ++i) {
          const std::uint64_t line = (std::uint64_t{cta} * 4 + warp) * rounds + i;
          const std::uint64_t there = FabricNode::base((cta + i) % gpus) + 128 * line;
          program.code.push_back(WarpInstruction::access(WarpOp::kStore, there));
          program.code.push_back(WarpInstruction::access(WarpOp::kLoad, there + (4u << 20)));
          WarpInstruction atomic = WarpInstruction::access(WarpOp::kAtomic, there + (8u << 20));
          atomic.lanes = 0x3;
          atomic.returns = i % 2 == 0;
          program.code.push_back(atomic);
        }
        program.code.push_back(WarpInstruction::fence(model::MemoryScope::kSystem));
      },
      64, 4);
}

struct Case {
  std::string tree;
  unsigned gpus;
  unsigned header_credits;
  unsigned tags;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.tree << ", " << c.header_credits << " credits, " << c.tags << " tags";
}

class PcieNode : public testing::TestWithParam<Case> {};

TEST_P(PcieNode, AllToAllLoadsStoresAndAtomicsEnd) {
  const Case& c = GetParam();
  FabricParams params = pcie(c.tree);
  params.pcie.endpoint.port.header_credits = c.header_credits;
  params.pcie.endpoint.port.data_credits = 16 * c.header_credits;
  params.pcie.endpoint.requester.tags = c.tags;
  FabricNode run(params, test::small_node(c.gpus), {all_to_all(c.gpus, 8), all_to_all(c.gpus, 8)});
  run.run();
  std::uint64_t asked = 0, served = 0, written = 0, taken = 0, atomics = 0, read = 0;
  for (unsigned g = 0; g < c.gpus; ++g) {
    const hw::gpu::MemoryStats& stats = run.stats(g);
    asked += stats.peer_reads.value() + stats.peer_writes.value();
    atomics += stats.peer_atomics.value();
    served += stats.served.value();
    written += stats.peer_write_bytes.value();
    taken += stats.served_write_bytes.value();
    read += stats.served_read_bytes.value();
    EXPECT_EQ(stats.refused.value(), 0u);
  }
  const std::uint64_t accesses = 2 * 64 * 4 * 8 * (c.gpus - 1) / c.gpus;  // remote, of each kind
  EXPECT_EQ(asked, 2 * accesses);
  EXPECT_EQ(atomics, accesses);
  // An AtomicOp has the 8 B of two lanes; a root complex cuts lines in two.
  if (c.tree.rfind("rc", 0) == 0) {
    EXPECT_GT(served, asked + accesses);
    EXPECT_LT(served, asked + 2 * accesses);
  } else {
    EXPECT_EQ(served, asked + accesses);
  }
  EXPECT_EQ(written, accesses * (128 + 8));
  EXPECT_EQ(taken, written);
  EXPECT_EQ(read, accesses * 128);
}

INSTANTIATE_TEST_SUITE_P(Trees, PcieNode,
                         testing::Values(Case{"", 4, 128, 256}, Case{"switch:2,2", 4, 128, 32},
                                         Case{"rc:2,2", 4, 128, 256}, Case{"rc:2,2", 4, 2, 4},
                                         Case{"chain:3", 4, 1, 1}, Case{"", 2, 1, 2},
                                         Case{"rc:4,2", 8, 4, 16}));

TEST(PcieNode, BytesAreAtThePeerWhenTheKernelEnds) {
  struct AtEnd final : hw::gpu::KernelClient {
    void kernel_started(unsigned, const model::Kernel&, core::Cycle) override {}
    void kernel_ended(unsigned, const model::Kernel&, core::Cycle) override {
      written = run->stats(1).served_write_bytes.value();
      all_idle = run->node->gpu(1).memory.idle();
    }
    const FabricNode* run = nullptr;
    std::uint64_t written = 0;
    bool all_idle = false;
  } end;
  FabricNode run(pcie(""), test::small_node(4), {test::remote_stores(128, 4)});
  end.run = &run;
  run.node->dispatcher().add_client(end);
  run.run();
  EXPECT_EQ(end.written, 32u * 8 * 4 * 128);
  EXPECT_TRUE(end.all_idle);
}

std::vector<std::uint8_t> random_bytes(unsigned seed, std::size_t size) {
  core::RandomStream random(seed, "bytes");
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

class RealBytes : public testing::TestWithParam<const char*> {};

TEST_P(RealBytes, CopyEnginesMoveThemBothWaysBesideAKernel) {
  constexpr unsigned kGpus = 4;
  constexpr std::uint64_t kBlock = 100'001;  // no round number
  GpuNodeParams params = test::small_node(kGpus);
  params.gpu.memory.real_bytes = true;
  FabricNode run(pcie(GetParam()), params, {all_to_all(kGpus, 4)});
  auto& fabric = dynamic_cast<PcieFabric&>(*run.fabric);
  const auto at = [](unsigned gpu, std::uint64_t offset) {
    return (std::uint64_t{gpu} << model::kHomeShift) + (1ull << 30) + offset;
  };
  const auto debug = [&](tlm::tlm_command command, unsigned gpu, std::uint64_t offset,
                         std::vector<std::uint8_t>& bytes) {
    fabric.endpoint(gpu).memory.debug(command, (1ull << 30) + offset, bytes.data(),
                                      static_cast<std::uint32_t>(bytes.size()));
  };
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // sockets are bound from here on
  unsigned done = 0;
  const auto copy = [&](unsigned engine, std::uint64_t from, std::uint64_t to) {
    run.node->gpu(engine).memory.copy_engine().submit({from, to, kBlock, [&] { ++done; }});
  };
  for (unsigned g = 0; g < kGpus; ++g) {
    std::vector<std::uint8_t> bytes = random_bytes(g, kBlock);
    debug(tlm::TLM_WRITE_COMMAND, g, 7 * g, bytes);
    copy(g, at(g, 7 * g), at((g + 1) % kGpus, 1u << 20));                      // pushed
    copy((g + 2) % kGpus, at(g, 7 * g), at((g + 2) % kGpus, (2u << 20) + 3));  // pulled
  }
  run.run();
  EXPECT_EQ(done, 2 * kGpus);
  for (unsigned g = 0; g < kGpus; ++g) {
    std::vector<std::uint8_t> found(kBlock);
    debug(tlm::TLM_READ_COMMAND, (g + 1) % kGpus, 1u << 20, found);
    EXPECT_TRUE(found == random_bytes(g, kBlock)) << "pushed by " << g;
    debug(tlm::TLM_READ_COMMAND, (g + 2) % kGpus, (2u << 20) + 3, found);
    EXPECT_TRUE(found == random_bytes(g, kBlock)) << "pulled from " << g;
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, RealBytes, testing::Values("switch:4", "rc:2,2"));

TEST(PcieFabric, RefusesATreeOfAnotherSizeAndAWindowThatIsTooSmall) {
  const std::string size = test::error_of([] { PcieFabric(pcie("rc:2,2").pcie, 3, 1); });
  EXPECT_THAT(size, testing::HasSubstr("tree"));
  FabricParams small = pcie("");
  small.pcie.endpoint.bar = core::Bytes(8ull << 30);
  const std::string bar = test::error_of(
      [&] { FabricNode run(small, test::small_node(2), {test::remote_stores(4, 1)}); });
  EXPECT_THAT(bar, testing::HasSubstr("bar"));
  EXPECT_THAT(bar, testing::HasSubstr("16 GiB"));
}

}  // namespace
}  // namespace gf::platforms::gpu::pcie_fabric_test
