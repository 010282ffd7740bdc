// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "hw/proact/chunk_journal.h"
#include "platforms/proact/host_program.h"
#include "tests/support/proact_copies.h"

namespace gf::test::polling_test {
namespace {

using proact_copies::SoftwareChunks;

using namespace platforms::proact;  // NOLINT: of the subject of this file

using PollingChunks = SoftwareChunks;

/// A flag that is in memory is found by a load that passes the level 2 cache after it; each warp
/// looks again when its poll has returned and its own arithmetic has ended.
TEST_P(PollingChunks, AreFoundWithinARoundOfPolls) {
  bench.params.host.poll_cost = 2000u;
  const auto chunks = run();
  const double cycle = bench.params.node.clock.get().to_seconds();
  double most = 0;
  for (const auto& chunk : chunks)
    most = std::max(most, double(chunk.of(hw::proact::ChunkStage::kPoll)) * 1e-15 / cycle);
  EXPECT_GT(most, 200) << "some flag is set early in a round";
  EXPECT_LT(most, 2500) << "a round is 2000 cycles and a load";
}

INSTANTIATE_TEST_SUITE_P(Nvlink, PollingChunks, testing::Values("polling"));

}  // namespace
}  // namespace gf::test::polling_test
