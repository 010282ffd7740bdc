// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <regex>

#include "tests/support/ended_runs.h"
#include "tests/support/program.h"

namespace gf::test::standard_streams_test {
namespace {

using namespace ended_runs;  // NOLINT: what these tests share

/// A waveform without the date that it carries.
std::string without_date(const std::string& vcd) {
  return std::regex_replace(vcd, std::regex("\\$date[^$]*\\$end"), "");
}

TEST(Durability, ClosedStreamsDoNotReachTheFiles) {
  std::vector<std::string> waves;
  for (const char* streams : {"", "2>&-", "<&- 2>&-"}) {
    const ScratchDirectory scratch;
    const Captured run =
        exits(0, shell(std::string("exec \"$@\" ") + streams,
                       kShort + Words{"--verbose", "--outdir", scratch / "run", "--vcd", "*"}));
    waves.push_back(without_date(read_file(scratch / "run/waves.vcd")));
  }
  EXPECT_GT(waves[0].size(), 1000u);
  EXPECT_EQ(waves[1], waves[0]);
  EXPECT_EQ(waves[2], waves[0]);
}

TEST(Durability, ClosedOutputIsStillAnError) {
  EXPECT_EQ(shell("exec \"$@\" >&-", kShort).code, 1);
}

}  // namespace
}  // namespace gf::test::standard_streams_test
