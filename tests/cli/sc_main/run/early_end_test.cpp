// SPDX-License-Identifier: Apache-2.0
// What interrupted, killed and misled runs leave: nothing finished is lost, nothing runs on.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/ended_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::early_end_test {
namespace {

using namespace ended_runs;  // NOLINT: what these tests share

TEST(Durability, SignalsKeepTheFinishedRun) {
  for (const auto& [number, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 143}}) {
    const ScratchDirectory scratch;
    ASSERT_EQ(capture(kShort + Words{"--outdir", scratch / "run"}).code, 0);
    const std::string record = read_file(scratch / "run/run.json");
    const Ended ended = signalled(scratch.path(), number, {"--force"});
    EXPECT_EQ(ended.code, code);
    EXPECT_THAT(ended.err,
                AllOf(HasSubstr("run keeps its finished run"), HasSubstr("run.partial")));
    EXPECT_EQ(read_file(scratch / "run/run.json"), record);
    EXPECT_EQ(core::parse_json(read_file(scratch / "run.partial/run.json"))["partial"], true);
    EXPECT_THAT(names_in(scratch.path()), UnorderedElementsAre("run", "run.partial"));
  }
}

TEST(Durability, ADeadlockKeepsTheFinishedRun) {
  const ScratchDirectory scratch;
  ASSERT_EQ(capture(kShort + Words{"--outdir", scratch / "run"}).code, 0);
  const std::string record = read_file(scratch / "run/run.json");
  const Captured stuck = capture(
      kShort + Words{"--outdir", scratch / "run", "--force", "-p", "gpu0.bit_error_rate=0.01"});
  EXPECT_EQ(stuck.code, 4);
  EXPECT_THAT(stuck.err, AllOf(HasSubstr("run keeps its finished run"), HasSubstr("run.partial")));
  EXPECT_EQ(read_file(scratch / "run/run.json"), record);
  EXPECT_EQ(core::parse_json(read_file(scratch / "run.partial/run.json"))["partial"], true);
  EXPECT_THAT(names_in(scratch.path()), UnorderedElementsAre("run", "run.partial"));
}

TEST(Durability, HangUpIsToldAndLeavesNoLitter) {
  const ScratchDirectory scratch;
  const Ended ended = signalled(scratch.path(), SIGHUP);
  EXPECT_EQ(ended.code, 143);
  EXPECT_THAT(ended.err, HasSubstr("interrupted: SIGHUP"));
  EXPECT_EQ(core::parse_json(read_file(scratch / "run/run.json"))["interrupted"], true);
  EXPECT_THAT(names_in(scratch.path()), UnorderedElementsAre("run"));
}

TEST(Durability, AnIgnoredInterruptStaysIgnored) {
  const ScratchDirectory scratch;
  const Captured run = shell(
      // A run that ended before it had written would else be waited for without end.
      "trap '' INT; \"$@\" & run=$!; while kill -0 $run && [ -z \"$(ls -A '" +
          scratch.path().string() +
          "')\" ]; do sleep 0.01; done; kill -INT $run; sleep 0.2; kill -TERM $run; wait $run",
      kLong + Words{"--outdir", scratch / "run"});
  EXPECT_EQ(run.code, 143) << run.err;
  EXPECT_THAT(run.err, HasSubstr("interrupted: SIGTERM"));
}

/// Living processes whose parent is `parent`.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string number = entry.path().filename();
    if (number.find_first_not_of("0123456789") != number.npos) continue;
    std::ifstream in(entry.path() / "stat");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::size_t name_end = text.rfind(')');
    if (name_end == text.npos) continue;
    char state = 'Z';
    pid_t its_parent = 0;
    std::istringstream(text.substr(name_end + 1)) >> state >> its_parent;
    if (its_parent == parent && state != 'Z') children.push_back(std::stoi(number));
  }
  return children;
}

/// Gone, or only waiting to be collected by whoever inherited it.
bool is_over(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t name_end = text.rfind(')');
  return name_end == text.npos || text.compare(name_end + 2, 1, "Z") == 0;
}

/// Starts `command`, sends it `number` once it has two children, and waits until it is over;
/// whether its children are then over too, in time that the busiest machine leaves them.
bool children_end_with(const Words& command, int number) {
  ::signal(number, SIG_DFL);
  core::ChildProcess parent(
      {Words{"/bin/sh", "-c", "echo $$ >&2; exec \"$@\"", "sh"} + command, {}, {}, false});
  std::vector<pid_t> processes;
  while (processes.empty()) processes = children_of(::getpid());
  std::vector<pid_t> children;
  while (!parent.ended() && (children = children_of(processes.front())).size() < 2) usleep(10'000);
  EXPECT_EQ(children.size(), 2u);
  parent.signal(number);
  parent.wait();
  const auto over = [&] { return std::all_of(children.begin(), children.end(), is_over); };
  for (int i = 0; i < 10'000 && !over(); ++i) usleep(10'000);
  return over();
}

/// `command` with its temporary files and what it keeps of runs below `directory`.
Words below(const fs::path& directory, const Words& command) {
  for (const char* name : {"tmp", "cache"}) fs::create_directories(directory / name);
  return Words{"/usr/bin/env", "TMPDIR=" + (directory / "tmp").string(),
               "XDG_CACHE_HOME=" + (directory / "cache").string()} +
         command;
}

const Words kLongCurve{GF_PROGRAM, "curve",   "dragonfly",
                       "--loads",  "0.1,0.2", "-j",
                       "2",        "-p",      "measurement.period=1000000"};
const Words kLongProfile{GF_PROGRAM, "profile", "proact", "--size", "published", "-j", "2"};

TEST(Durability, ChildrenEndWithTheirParent) {
  const ScratchDirectory scratch;
  for (const Words& command : {kLongCurve, kLongProfile})
    for (const int number : {SIGKILL, SIGHUP})
      EXPECT_TRUE(children_end_with(below(scratch.path(), command), number))
          << command[1] << ' ' << number;
}

TEST(Durability, HangUpOfACurveLeavesNoLitter) {
  const ScratchDirectory scratch;
  EXPECT_TRUE(children_end_with(below(scratch.path(), kLongCurve), SIGHUP));
  EXPECT_THAT(names_in(scratch / "tmp"), IsEmpty());
}

}  // namespace
}  // namespace gf::test::early_end_test
