// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tests/support/wave_runs.h"

namespace gf::test::segment_sender_test {
namespace {

using namespace wave_runs;  // NOLINT: what these tests share

/// One queue pair with a window of four segments.
TEST(SenderSignals, ShowTheWindowAndTheWork) {
  const ScratchDirectory scratch;
  const Captured run =
      exits(0, program({"run", "cluster", "-p", "nodes=2", "-p", "node.gpus=1", "-p",
                        "*.sender.window=4", "--schedule", kWaveforms / "node_to_node.csv", "--vcd",
                        "node_0.nic_0.sender.*", "--no-page", "--outdir", scratch / "run"}));
  const Signals changes = changes_of(scratch / "run/waves.vcd");
  unsigned most = 0;
  for (const auto& [at, segments] : changes.at("node_0.nic_0.sender.unacknowledged"))
    most = std::max(most, segments);
  EXPECT_EQ(most, 4u);
  EXPECT_EQ(changes.at("node_0.nic_0.sender.unacknowledged").rbegin()->second, 0u);
  const auto& work = changes.at("node_0.nic_0.sender.work");
  ASSERT_EQ(work.size(), 3u);  // 0 at the start, 1, 0
  EXPECT_EQ(std::next(work.begin())->second, 1u);
  EXPECT_EQ(work.rbegin()->second, 0u);
}

}  // namespace
}  // namespace gf::test::segment_sender_test
