// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"

namespace gf::test::configured_platform_test {
namespace {

using namespace small_run;  // NOLINT: what these tests share

TEST(Run, ResolvedConfigRunsTheSameAgain) {
  const ScratchDirectory scratch;
  ASSERT_EQ(program(small({"--outdir", scratch / "1", "--seed", "9"})).code, 0);
  ASSERT_EQ(program({"run", "pcie_t2", "--config", scratch / "1/config.resolved.ini", "--outdir",
                     scratch / "2"})
                .code,
            0);
  EXPECT_EQ(read_file(scratch / "1/communications.csv"),
            read_file(scratch / "2/communications.csv"));
  EXPECT_THAT(read_file(scratch / "2/config.resolved.ini"), HasSubstr("\nseed = 9\n"));
}

TEST(Run, ErrorsLeaveNothingBehind) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad.csv", "graph,src,dst,bytes\ng,0,99,4 KiB\n");
  EXPECT_THAT(exits(5, program({"run", "pcie_t2", "--graphs", scratch / "bad.csv", "--outdir",
                                scratch / "deep/run"}))
                  .err,
              HasSubstr("bad.csv:2: "));
  EXPECT_THAT(names_in(scratch.path()), testing::ElementsAre("bad.csv"));
}

/// Arguments, and what the one line on stderr says besides.
struct Refusal {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<std::string> says;
};
class RunRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(RunRefuses, InOneLineWithAWayOut) {
  std::vector<std::string> words = GetParam().arguments;
  words.insert(words.begin(), "run");
  const Captured run = exits(2, program(words));
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, StartsWith("gpufabric: "));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
  for (const std::string& text : GetParam().says) EXPECT_THAT(run.err, HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(
    Run, RunRefuses,
    testing::Values(
        Refusal{"no_platform", {}, {"no PLATFORM", "gpufabric list"}},
        Refusal{"unknown_platform", {"pcie_t3"}, {"\"pcie_t3\"", "nearest: pcie_t"}},
        Refusal{"unknown_option", {"pcie_t2", "--outdri", "x"}, {"--outdri", "nearest: --outdir"}},
        Refusal{"unknown_shorthand", {"pcie_t2", "--grpahs", "x"}, {"nearest: --graphs"}},
        Refusal{"option_before_platform", {"--quite", "pcie_t2"}, {"nearest: --quiet"}},
        Refusal{"unknown_parameter", {"pcie_t2", "-p", "k80_0.hop=1 ns"}, {"nearest: k80_0."}},
        Refusal{"no_value", {"pcie_t2", "--graphs"}, {"--graphs", "without its value"}},
        Refusal{"bad_setting", {"pcie_t2", "-p", "x"}, {"NAME=VALUE"}},
        Refusal{"wrong_unit", {"pcie_t2", "-p", "*.rate=64 GB"}, {".rate = 64 GB", "is a size"}},
        Refusal{"out_of_range", {"pcie_t2", "--tau", "0.9"}, {"tau = 0.9", "0 ... 0.5"}},
        Refusal{"bad_seed", {"pcie_t2", "--seed", "-1"}, {"seed = -1", "integer"}},
        Refusal{"stop_without_unit", {"pcie_t2", "--stop-at", "5"}, {"--stop-at", "80 ns"}},
        Refusal{"stop_at_zero", {"pcie_t2", "--stop-at", "0"}, {"--stop-at", "at least 1 fs"}},
        Refusal{"bad_wall", {"pcie_t2", "--max-wall", "5"}, {"--max-wall", "90 s"}},
        Refusal{"files_without_directory", {"pcie_t2", "--force"}, {"--outdir"}},
        Refusal{"series_without_unit", {"pcie_t2", "--outdir", "x", "--series", "5"}, {"--series"}},
        Refusal{"quiet_and_verbose", {"pcie_t2", "--quiet", "--verbose"}, {"exclude"}},
        Refusal{"window_without_vcd", {"pcie_t2", "--vcd-to", "1 ms"}, {"--vcd GLOBS"}},
        Refusal{"two_platforms", {"pcie_t2", "pcie_t1"}, {"too many"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gf::test::configured_platform_test
