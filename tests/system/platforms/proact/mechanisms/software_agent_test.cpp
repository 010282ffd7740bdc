// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "hw/proact/chunk_journal.h"
#include "platforms/proact/host_program.h"
#include "tests/support/proact_copies.h"

namespace gf::test::software_agent_test {
namespace {

using proact_copies::SoftwareChunks;

using namespace platforms::proact;  // NOLINT: of the subject of this file

TEST_P(SoftwareChunks, AddUpFromTheirFirstStoreToTheirArrival) {
  const auto chunks = run();
  // 64 CTAs of 4 KiB in chunks of 16 KiB, in each of three phases.
  EXPECT_EQ(chunks.size(), 3u * 16);
  for (const auto& chunk : chunks) {
    ASSERT_NE(chunk.sent, core::kNever) << chunk.name;
    EXPECT_TRUE(chunk.software);
    core::Ticks sum = 0;
    for (std::size_t stage = 0; stage < hw::proact::kChunkStages; ++stage) {
      sum += chunk.spent[stage];
      if (!hw::proact::is_stage_of(true, static_cast<hw::proact::ChunkStage>(stage))) {
        EXPECT_EQ(chunk.spent[stage], 0u);
      }
    }
    EXPECT_EQ(sum, chunk.sent - chunk.first_store) << chunk.name;
    EXPECT_EQ(
        chunk.of(hw::proact::ChunkStage::kWritten) + chunk.of(hw::proact::ChunkStage::kCounter),
        chunk.zero - chunk.first_store);
    EXPECT_GT(chunk.of(hw::proact::ChunkStage::kCopy), 0u);
    EXPECT_GT(chunk.of(hw::proact::ChunkStage::kTransfer), 0u);
    const bool polls = std::string(GetParam()) == "polling";
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kFlag) > 0, polls);
    EXPECT_EQ(chunk.of(hw::proact::ChunkStage::kLaunch) > 0, !polls);
  }
}

INSTANTIATE_TEST_SUITE_P(Nvlink, SoftwareChunks, testing::Values("polling", "cdp"));

}  // namespace
}  // namespace gf::test::software_agent_test
