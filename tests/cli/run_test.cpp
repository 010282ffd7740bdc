// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/run/run.cpp sc_main/run/run_* sc_main/cli/configured_platform.h sc_main/run/observers.h
// Holds: platforms/pcie/pcie_platform.h platforms/pcie/communications.h
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::run_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::vector<std::string> kSmall{"run", "pcie_t2", "--workload", "ring:bytes=4 KiB"};

std::vector<std::string> small(const std::vector<std::string>& more) {
  std::vector<std::string> words = kSmall;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return names;
}

TEST(Run, PrintsATableAndWritesNoFiles) {
  const Captured run = program(kSmall);
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, HasSubstr("GB/s"));
}

TEST(Run, CopiesThatTheAnalyticModelDoesNotCoverHaveNoErrorAgainstIt) {
  const auto last_row = [](const std::string& bytes) {
    const Captured run =
        program({"run", "pcie_t2", "-q", "--workload", "pairwise:distance=4,bytes=" + bytes});
    return lines_of(run.out).back();
  };
  EXPECT_THAT(last_row("1 MiB"), testing::ContainsRegex("[+-][0-9]+\\.[0-9]$"));
  for (const char* bytes : {"1 B", "4 KiB"})
    EXPECT_THAT(last_row(bytes), Not(testing::ContainsRegex("[+-][0-9]"))) << bytes;
  const auto results = core::parse_json(program(small({"--json"})).out).at("results");
  EXPECT_FALSE(results.contains("error_max"));
}

TEST(Run, JsonHoldsTheResults) {
  const Captured run = program(small({"--json", "--seed", "7"}));
  const json out = core::parse_json(run.out);
  EXPECT_EQ(out["platform"], "pcie_t2");
  EXPECT_EQ(out["seed"], 7);
  EXPECT_EQ(out["exit_reason"], "done");
  EXPECT_EQ(out["results"]["communications"]["value"], 8);
  EXPECT_EQ(out["results"]["communications"]["unit"], "count");
  // stats.json has all bits; here a number is one of 15 digits: no 87630.00000000001.
  for (const auto& result : out["results"]) {
    const double value = result["value"];
    EXPECT_EQ(value, std::stod(fmt::format("{:.15g}", value)));
  }
}

TEST(Run, DirectoryTellsWhatRan) {
  const ScratchDirectory scratch;
  const Captured run = program(small({"--outdir", scratch / "a/run", "-p", "*.hop_latency=90 ns"}));
  ASSERT_EQ(run.code, 0) << run.err;
  const json record = core::parse_json(read_file(scratch / "a/run/run.json"));
  EXPECT_EQ(record["platform"], "pcie_t2");
  EXPECT_EQ(record["partial"], false);
  EXPECT_THAT(record["command"], HasSubstr("--workload 'ring:bytes=4 KiB'"));
  for (const std::string name : record["files"])
    EXPECT_TRUE(fs::exists(scratch / "a/run" / name)) << name;
  EXPECT_THAT(read_file(scratch / "a/run/config.resolved.ini"),
              AllOf(HasSubstr("workload = ring:bytes=4 KiB\n"),
                    HasSubstr("# command line; 1 ps ... 1 s; "), HasSubstr("hop_latency = 90 ns")));
}

TEST(Run, StatisticsAreWritten) {
  const ScratchDirectory scratch;
  ASSERT_EQ(program(small({"--outdir", scratch / "run"})).code, 0);
  const json stats = core::parse_json(read_file(scratch / "run/stats.json"));
  EXPECT_EQ(stats["results"]["communications"]["value"], 8);
  EXPECT_FALSE(stats["stats"].empty());
  EXPECT_THAT(read_file(scratch / "run/stats.csv"), StartsWith("path,name,value,unit\n"));
  EXPECT_THAT(read_file(scratch / "run/summary.txt"), HasSubstr("communications"));
}

TEST(Run, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  const std::vector<std::string> words{"run", "pcie_t2", "--workload", "random:bytes=4 KiB"};
  for (const std::string name : {"1", "2"}) {
    std::vector<std::string> run = words;
    run.insert(run.end(), {"--outdir", scratch / name, "--seed", "5"});
    ASSERT_EQ(program(run).code, 0);
  }
  for (const std::string file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

TEST(Run, WaveformTimelineAndSeriesOnDemand) {
  const ScratchDirectory scratch;
  write_file(scratch / "groups", "credits: *credits*\n");
  const Captured run = program(
      small({"--outdir", scratch / "run", "--vcd", "plx_a.*", "--vcd-to", "2 us", "--vcd-groups",
             scratch / "groups", "--timeline", "--series", "1 us", "--series-of", "gpu0*"}));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(read_file(scratch / "run/waves.vcd"), HasSubstr("$enddefinitions"));
  EXPECT_THAT(read_file(scratch / "run/waves.gtkw"), HasSubstr("waves.vcd"));
  EXPECT_FALSE(core::parse_json(read_file(scratch / "run/timeline.json")).empty());
  EXPECT_THAT(
      read_file(scratch / "run/series.csv"),
      AllOf(StartsWith("time_s,path,name,value\n"), HasSubstr("gpu0"), Not(HasSubstr("gpu1"))));
}

TEST(Run, WaveformOfNothingNamesTheNearestProbe) {
  const ScratchDirectory scratch;
  const Captured run = program(small({"--outdir", scratch / "run", "--vcd", "no.such.probe"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("no.such.probe"));
  EXPECT_THAT(names_in(scratch.path()), IsEmpty());
}

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

TEST(Run, DirectoryInUseIsRefusedBeforeTheRun) {
  const ScratchDirectory scratch;
  ASSERT_EQ(program(small({"--outdir", scratch / "run"})).code, 0);
  const Captured again = program(small({"--outdir", scratch / "run"}));
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));
  EXPECT_EQ(program(small({"--outdir", scratch / "run", "--force"})).code, 0);
  write_file(scratch / "foreign/thesis.tex", "years");
  EXPECT_EQ(program(small({"--outdir", scratch / "foreign", "--force"})).code, 2);
  EXPECT_EQ(read_file(scratch / "foreign/thesis.tex"), "years");
  EXPECT_EQ(program(small({"--outdir", "/proc/run"})).code, 2);
}

TEST(Run, ErrorsLeaveNothingBehind) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad.csv", "graph,src,dst,bytes\ng,0,99,4 KiB\n");
  const Captured run = program(
      {"run", "pcie_t2", "--graphs", scratch / "bad.csv", "--outdir", scratch / "deep/run"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, HasSubstr("bad.csv:2: "));
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
  const Captured run = program(words);
  EXPECT_EQ(run.code, 2);
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
        Refusal{"stop_at_zero", {"pcie_t2", "--stop-at", "0"}, {"--stop-at", "more than 0"}},
        Refusal{"bad_wall", {"pcie_t2", "--max-wall", "5"}, {"--max-wall", "90 s"}},
        Refusal{"files_without_directory", {"pcie_t2", "--force"}, {"--outdir"}},
        Refusal{"series_without_unit", {"pcie_t2", "--outdir", "x", "--series", "5"}, {"--series"}},
        Refusal{"quiet_and_verbose", {"pcie_t2", "--quiet", "--verbose"}, {"exclude"}},
        Refusal{"window_without_vcd", {"pcie_t2", "--vcd-to", "1 ms"}, {"--vcd GLOBS"}},
        Refusal{"two_platforms", {"pcie_t2", "pcie_t1"}, {"too many"}}),
    [](const auto& info) { return std::string(info.param.name); });

/// A run of minutes, told to end by `number` once it is under way.
json interrupted_record(int number, int expected_code,
                        const std::vector<std::string>& what = {"pcie_t2", "--workload",
                                                                "ring:bytes=300 GiB"}) {
  const ScratchDirectory scratch;
  core::ChildSpec spec;
  spec.command = {GF_PROGRAM, "run", "--outdir", scratch / "run"};
  spec.command.insert(spec.command.begin() + 2, what.begin(), what.end());
  spec.error_file = scratch / "err";
  ::signal(number, SIG_DFL);  // A program that inherits an ignored one goes on ignoring it.
  core::ChildProcess child(spec);
  // Its directory is there once it listens to signals.
  while (!child.ended() && names_in(scratch.path()).size() < 2) usleep(10'000);
  child.signal(number);
  child.wait();
  EXPECT_EQ(child.exit_code(), expected_code);
  EXPECT_THAT(read_file(scratch / "err"), HasSubstr("interrupted"));
  return core::parse_json(read_file(scratch / "run/run.json"));
}

TEST(Run, InterruptKeepsPartialResults) {
  const json record = interrupted_record(SIGINT, 130);
  EXPECT_EQ(record["interrupted"], true);
  EXPECT_EQ(record["partial"], true);
  EXPECT_EQ(record["exit_code"], 130);
}

TEST(Run, GpusAreInterruptedToo) {
  const json record =
      interrupted_record(SIGINT, 130, {"nvlink_node", "-p", "workload=comd", "-p", "size=large"});
  EXPECT_EQ(record["partial"], true);
  EXPECT_EQ(record["exit_code"], 130);
}

TEST(Run, TerminationKeepsPartialResults) {
  EXPECT_EQ(interrupted_record(SIGTERM, 143)["interrupted"], true);
}

TEST(Run, MaxWallEndsWithPartialResults) {
  const ScratchDirectory scratch;
  const Captured run = program({"run", "pcie_t2", "--workload", "ring:bytes=300 GiB", "--max-wall",
                                "200 ms", "--outdir", scratch / "run"});
  EXPECT_EQ(run.code, 130) << "less was computed than was asked for";
  EXPECT_THAT(run.err, HasSubstr("stopped: max wall time"));
  const json record = core::parse_json(read_file(scratch / "run/run.json"));
  EXPECT_EQ(record["exit_code"], 130);
  EXPECT_EQ(record["interrupted"], false);
  EXPECT_EQ(record["partial"], true);
}

TEST(Run, StopAtEndsThere) {
  const Captured run = program(
      {"run", "pcie_t2", "--workload", "ring:bytes=300 GiB", "--stop-at", "20 us", "--json"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(core::parse_json(run.out)["exit_reason"], HasSubstr("20 us"));
}

}  // namespace
}  // namespace gf::test::run_test
