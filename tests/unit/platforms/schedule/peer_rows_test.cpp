// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/peer_rows.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "platforms/schedule/task_rows.h"
#include "tests/support/plain_copies.h"
#include "workloads/copies/copy_generators.h"

namespace gf::platforms::schedule::peer_rows_test {
namespace {

double value(const Runner& runner, const std::string& name) {
  for (const Result& result : peer_results(runner))
    if (result.name == name) return result.value;
  return -1;
}

/// 1 GB/s between all, and half of that to device 0.
TEST(PeerRows, AreWhatEachPairAloneGets) {
  test::PlainCopies copies(3);
  Runner runner("host", {}, copies, model::make_copy_graphs("peer_matrix:bytes=4000 B", 3));
  core::run_simulation({});
  ASSERT_EQ(what_runs(runner), RunsWhat::kPeers);
  const PeerMatrix one(runner, model::PeerTest::kOneWay), both(runner, model::PeerTest::kBothWays);
  EXPECT_DOUBLE_EQ(one.at(0, 1), 1e9);
  EXPECT_DOUBLE_EQ(one.at(1, 0), 0.5e9);
  EXPECT_EQ(one.at(1, 1), 0);
  // Both directions in the time of the slower one, at either of the pair's places.
  EXPECT_DOUBLE_EQ(both.at(0, 1), 1e9);
  EXPECT_DOUBLE_EQ(both.at(1, 0), 1e9);
  EXPECT_DOUBLE_EQ(both.at(1, 2), 2e9);
  EXPECT_DOUBLE_EQ(value(runner, "peer.one_way_min"), 0.5e9);
  EXPECT_DOUBLE_EQ(value(runner, "peer.one_way_sum"), 5e9);
  EXPECT_DOUBLE_EQ(value(runner, "peer.latency_max"), 16e-9);
  EXPECT_THAT(peer_tables(runner),
              testing::AllOf(testing::HasSubstr("total bandwidth (GB/s)"),
                             testing::HasSubstr("1  0.50   N/A  1.00"),
                             testing::HasSubstr("least 0.50, most 1.00, sum 5.00")));
}

}  // namespace
}  // namespace gf::platforms::schedule::peer_rows_test
