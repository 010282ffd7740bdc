// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"

namespace gf::test::run_watch_test {
namespace {

using nlohmann::json;

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
  const Captured run = exits(0, program({"run", "pcie_t2", "--workload", "ring:bytes=300 GiB",
                                         "--stop-at", "20 us", "--json"}));
  EXPECT_THAT(core::parse_json(run.out)["exit_reason"], HasSubstr("20 us"));
}

}  // namespace
}  // namespace gf::test::run_watch_test
