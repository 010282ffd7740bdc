// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/producer_program.h"

#include "tests/support/matchers.h"
#include "tests/support/proact_app.h"

namespace gf::test::producer_program_test {
namespace {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;
using platforms::proact::InlineProgram;
using platforms::proact::Owners;
using platforms::proact::PeerLoadProgram;
using platforms::proact::ProducerProgram;
using platforms::proact::RegionLayout;

constexpr std::uint64_t kBase = model::proact::kRegionBase;
constexpr std::uint64_t kBytes = 256 * 1024;
constexpr std::uint64_t kPage = 65536;

/// One CTA a GPU: loads and stores a word of the region and one elsewhere, gathers another.
model::Kernel kernel_of(unsigned gpus) {
  return model::suite::make_kernel("k", gpus, 1, [](unsigned cta, unsigned, WarpProgram& program) {
    program.code.push_back(WarpInstruction::access(WarpOp::kLoad, 4096));
    program.code.push_back(WarpInstruction::access(WarpOp::kLoad, kBase + 128));
    program.code.push_back(WarpInstruction::access(WarpOp::kStore, kBase + 512 + 128 * cta));
    model::suite::LaneGather lanes;
    lanes.set(0, kBase + 64);
    lanes.set(5, kBase + 32);
    lanes.emit(program, WarpOp::kStore, 4);
  });
}

std::vector<std::uint64_t> addresses(const WarpProgram& program, WarpOp op) {
  std::vector<std::uint64_t> all;
  for (const WarpInstruction& instruction : program.code) {
    if (instruction.op != op) continue;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const bool first = instruction.gather == WarpInstruction::kNoGather && lane > 0;
      if ((instruction.lanes >> lane & 1u) != 0 && !first)
        all.push_back(program.address(instruction, lane));
    }
  }
  return all;
}

TEST(ProducerProgram, MovesTheRegionToTheGpusCopyAndNothingElse) {
  const model::Kernel kernel = kernel_of(4);
  const RegionLayout layout(kBytes, kPage, 4);
  WarpProgram program;
  ProducerProgram(kernel, layout).warp(2, 0, program);
  const std::uint64_t copy = kBase + 2 * kBytes;
  EXPECT_THAT(addresses(program, WarpOp::kLoad), ElementsAre(4096, copy + 128));
  EXPECT_THAT(addresses(program, WarpOp::kStore), ElementsAre(copy + 768, copy + 64, copy + 32));
}

TEST(InlineProgram, StoresToAllCopiesAndLoadsItsOwn) {
  const model::Kernel kernel = kernel_of(3);
  const RegionLayout layout(kBytes, kPage, 3);
  WarpProgram program;
  InlineProgram(kernel, layout).warp(1, 0, program);
  const auto at = [](unsigned gpu, std::uint64_t offset) { return kBase + gpu * kBytes + offset; };
  EXPECT_THAT(addresses(program, WarpOp::kLoad), ElementsAre(4096, at(1, 128)));
  EXPECT_THAT(addresses(program, WarpOp::kStore),
              ElementsAre(at(1, 640), at(2, 640), at(0, 640), at(1, 64), at(1, 32), at(2, 64),
                          at(2, 32), at(0, 64), at(0, 32)));
}

TEST(PeerLoadProgram, LoadsFromWhoWroteLast) {
  const ShiftApp app(2, 2);  // CTA n writes 4 KiB at n x 4 KiB in phase 0
  Owners owners(kBytes);
  EXPECT_EQ(owners.of(0), Owners::kEverybody);
  owners.wrote({app, 0, kBytes, 2});
  EXPECT_EQ(owners.of(4095), 0u);
  EXPECT_EQ(owners.of(4096), 1u);
  EXPECT_EQ(owners.of(8192), Owners::kEverybody);
  const model::Kernel kernel =
      model::suite::make_kernel("k", 2, 1, [](unsigned, unsigned, WarpProgram& program) {
        program.code.push_back(WarpInstruction::access(WarpOp::kLoad, kBase + 4096 - 64));
        program.code.push_back(WarpInstruction::access(WarpOp::kStore, kBase));
      });
  const RegionLayout layout(kBytes, kPage, 2);
  WarpProgram program;
  PeerLoadProgram(kernel, layout, owners).warp(0, 0, program);
  const WarpInstruction& load = program.code[0];
  EXPECT_EQ(program.address(load, 15), kBase + 4092);           // of GPU 0
  EXPECT_EQ(program.address(load, 16), kBase + kBytes + 4096);  // of GPU 1
  EXPECT_EQ(program.code[1].address, kBase);                    // stores stay
}

}  // namespace
}  // namespace gf::test::producer_program_test
