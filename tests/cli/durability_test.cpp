// SPDX-License-Identifier: Apache-2.0
// Holds: core/system/put_in_place.h core/run/run_dir.h core/run/run_inputs.h core/system/standard_streams.h
// Holds: core/system/scratch_directory.h sc_main/run/end_watch.h sc_main/run/early_end.h sc_main/cli/main.cpp
// What interrupted, killed and misled runs leave: nothing finished is lost, nothing runs on.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <regex>
#include <sstream>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/system/file_hash.h"
#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::durability_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
const Words kShort{GF_PROGRAM, "run", "pcie_t2", "--workload", "ring:bytes=4 KiB"};
const Words kLong{GF_PROGRAM, "run", "pcie_t2", "--workload", "ring:bytes=300 GiB"};

Words names_in(const fs::path& directory) {
  Words names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return names;
}

/// A shell that does `script` with `command` as its "$@".
Captured shell(const std::string& script, const Words& command) {
  return capture(Words{"/bin/sh", "-c", script, "sh"} + command);
}

/// A run of minutes into `directory`/run, which gets `number` once its files are begun.
struct Ended {
  int code;
  std::string err;
};
Ended signalled(const fs::path& directory, int number, const Words& more = {},
                const Words& command = kLong) {
  const ScratchDirectory scratch;
  ::signal(number, SIG_DFL);  // A program that inherits an ignored one goes on ignoring it.
  core::ChildProcess child(
      {command + Words{"--outdir", directory / "run"} + more, {}, scratch / "err", false});
  const auto begun = [&] {
    const Words names = names_in(directory);
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.find(".partial-") != name.npos; });
  };
  while (!child.ended() && !begun()) usleep(10'000);
  child.signal(number);
  child.wait();
  return {child.exit_code(), read_file(scratch / "err")};
}

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

/// Its 131328 nodes take a second to build; its files are begun before that.
const Words kLarge{GF_PROGRAM, "run", "dragonfly", "-p", "p=8", "-p", "a=32", "-p", "h=16"};

TEST(Durability, ALargeMachineHearsASignalWhileItIsBuilt) {
  const ScratchDirectory scratch;
  const Ended ended = signalled(scratch.path(), SIGTERM, {}, kLarge);
  EXPECT_EQ(ended.code, 143);
  EXPECT_THAT(ended.err, HasSubstr("interrupted: SIGTERM"));
}

TEST(Durability, ALargeMachineHasNoMoreTimeThanItWasGiven) {
  const Captured run = capture(kLarge + Words{"--max-wall", "1 ms"});
  EXPECT_EQ(run.code, 130);
  EXPECT_THAT(run.err, HasSubstr("stopped: max wall time"));
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

TEST(Durability, KilledRunIsNoObstacle) {
  const ScratchDirectory scratch;
  EXPECT_EQ(signalled(scratch.path(), SIGKILL).code, -1);
  EXPECT_EQ(names_in(scratch.path()).size(), 1u);  // what it had begun
  EXPECT_EQ(capture(kShort + Words{"--outdir", scratch / "run"}).code, 0);
  EXPECT_THAT(names_in(scratch.path()), UnorderedElementsAre("run"));
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

/// A waveform without the date that it carries.
std::string without_date(const std::string& vcd) {
  return std::regex_replace(vcd, std::regex("\\$date[^$]*\\$end"), "");
}

TEST(Durability, ClosedStreamsDoNotReachTheFiles) {
  std::vector<std::string> waves;
  for (const char* streams : {"", "2>&-", "<&- 2>&-"}) {
    const ScratchDirectory scratch;
    const Captured run =
        shell(std::string("exec \"$@\" ") + streams,
              kShort + Words{"--verbose", "--outdir", scratch / "run", "--vcd", "*"});
    EXPECT_EQ(run.code, 0);
    waves.push_back(without_date(read_file(scratch / "run/waves.vcd")));
  }
  EXPECT_GT(waves[0].size(), 1000u);
  EXPECT_EQ(waves[1], waves[0]);
  EXPECT_EQ(waves[2], waves[0]);
}

TEST(Durability, ClosedOutputIsStillAnError) {
  EXPECT_EQ(shell("exec \"$@\" >&-", kShort).code, 1);
}

TEST(Durability, OutdirWithoutANameIsRefused) {
  const ScratchDirectory scratch;
  for (const Words& command : {kShort, Words{GF_PROGRAM, "reproduce", "pcie.table1"}})
    for (const Words& option : {Words{"--outdir", ""}, Words{"--outdir="}}) {
      const Captured run =
          shell("cd " + scratch.path().string() + " && exec \"$@\"", command + option);
      EXPECT_EQ(run.code, 2);
      EXPECT_THAT(run.err, HasSubstr("--outdir"));
      EXPECT_THAT(names_in(scratch.path()), IsEmpty());
    }
}

TEST(Durability, TemporaryDirectoryIsWhatItSaysOrRefusedByName) {
  const ScratchDirectory scratch;
  write_file(scratch / "file", "");
  fs::create_directory(scratch / "tmp");
  const Words curve{GF_PROGRAM,
                    "curve",
                    "dragonfly",
                    "--p",
                    "2",
                    "--a",
                    "4",
                    "--h",
                    "2",
                    "--loads",
                    "0.1",
                    "-p",
                    "measurement.period=200"};
  // Without a store a command keeps its runs in a temporary directory.
  const auto with = [&](const std::string& directory, const std::string& words = "") {
    return shell("cd '" + scratch.path().string() + "' && XDG_CACHE_HOME=\"$PWD/cache\" TMPDIR='" +
                     directory + "' exec \"$@\" " + words,
                 curve);
  };
  EXPECT_EQ(with("").code, 0);
  EXPECT_EQ(with("tmp").code, 0);
  for (const std::string bad : {"none", "file", "/proc"}) {
    const Captured run = with(bad, "--store ''");
    EXPECT_EQ(run.code, 2) << bad;
    EXPECT_THAT(run.err, HasSubstr("gpufabric: TMPDIR = " + bad + ": expected a directory"));
  }
}

TEST(Durability, FilesThatAreNotThereAreExit2BadOnesExit5) {
  const ScratchDirectory scratch;
  for (const Words& option : {Words{"pcie_t2", "--graphs"},
                              {"pcie_t2", "--config"},
                              {"pcie_t2", "--workload", "ring:bytes=4 KiB", "--outdir",
                               scratch / "run", "--vcd", "*", "--vcd-groups"},
                              {"proact", "--workload", "jacobi", "--matrix"},
                              {"dragonfly", "--traffic", "file", "--packets"}})
    for (const auto& [file, code] :
         {std::pair{"/proc/none.csv", 2}, {"/", 5}, {"/dev/zero", 5}, {"/proc/self/mem", 5}}) {
      const Captured run = capture(Words{GF_PROGRAM, "run"} + option + Words{file});
      EXPECT_EQ(run.code, code) << option.back() << ' ' << file << ": " << run.err;
      EXPECT_THAT(run.err, HasSubstr(file));
    }
}

constexpr const char* kGraphs = "graph,src,dst,bytes,start_ns\ng,0,1,4096,0\ng,1,2,65536,0\n";

/// Runs `command` in `directory`.
Captured in(const fs::path& directory, const Words& command) {
  return shell("cd '" + directory.string() + "' && exec \"$@\"", command);
}

TEST(Durability, RunHoldsItsInputsAndRunsAgainAnywhere) {
  const ScratchDirectory scratch;
  const ScratchDirectory elsewhere;
  write_file(scratch / "given/graphs.csv", kGraphs);
  fs::copy_file(fs::path(GF_SOURCE_DIR) / "docs/examples/tree.dot", scratch / "given/tree.dot");
  const Captured first =
      in(scratch / "given", {GF_PROGRAM, "run", "pcie_tree", "--topology", "tree.dot", "--graphs",
                             "graphs.csv", "--outdir", scratch / "1"});
  ASSERT_EQ(first.code, 0) << first.err;
  const json record = core::parse_json(read_file(scratch / "1/run.json"));
  ASSERT_EQ(record["inputs"].size(), 2u);
  EXPECT_EQ(record["inputs"][1]["file"], "inputs/graphs.csv");
  EXPECT_EQ(record["inputs"][1]["sha1"], core::sha1_hex(kGraphs));
  EXPECT_EQ(record["working_directory"], (scratch / "given").string());
  EXPECT_THAT(
      read_file(scratch / "1/config.resolved.ini"),
      AllOf(HasSubstr("graphs = inputs/graphs.csv"), HasSubstr("topology = inputs/tree.dot")));

  fs::remove_all(scratch / "given");
  fs::rename(scratch / "1", elsewhere / "moved");
  const Captured second =
      in("/", {GF_PROGRAM, "run", "pcie_tree", "--config", elsewhere / "moved/config.resolved.ini",
               "--outdir", elsewhere / "2"});
  ASSERT_EQ(second.code, 0) << second.err;
  for (const char* file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file(elsewhere / "moved" / file), read_file(elsewhere / "2" / file)) << file;
}

/// The files that kReads names, in `directory`.
void write_inputs(const fs::path& directory) {
  write_file(
      directory / "m.mtx",
      "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n1 2 1\n");
  write_file(directory / "p.csv", "cycle,src,dst,flits\n0,0,1,1\n5,1,2,1\n");
  write_file(directory / "my.workload", program({"workloads", "--example"}).out);
  fs::copy_file(fs::path(GF_SOURCE_DIR) / "docs/examples/tree.ini", directory / "tree.ini");
  std::ostringstream map;
  for (int cta = 0; cta < 256; ++cta)
    map << cta << ' ' << cta * 4096 << ' ' << (cta + 1) * 4096 << '\n';
  write_file(directory / "map.txt", map.str());
}

/// A run that reads a file of its directory, and how its configuration names the copy.
struct Reads {
  Words words;
  std::string setting;
};

const Reads kReads[] = {
    {{"nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4", "-p", "workload=spmv", "-p",
      "workload_options=repeats=1,matrix=m.mtx"},
     "workload_options = repeats=1,matrix=inputs/m.mtx"},
    {{"nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4", "-p", "workload=file:my.workload"},
     "workload = file:inputs/my.workload"},
    {{"gpu_node", "-p", "gpus=6", "-p", "gpu.sms=4", "-p", "fabric=pcie", "-p",
      "pcie.tree=tree.ini"},
     "pcie.tree = inputs/tree.ini"},
    {{"proact", "-p", "workload=microbenchmark", "-p", "app.bytes=1 MiB", "-p", "map=map.txt"},
     "map = inputs/map.txt"},
    {{"proact", "-p", "workload=jacobi", "-p", "matrix=m.mtx"}, "matrix = inputs/m.mtx"},
    {{"dragonfly", "--traffic", "file", "--packets", "p.csv", "-p", "measurement.period=200"},
     "packets = inputs/p.csv"}};

/// Graphs and trees of PCIe platforms: RunHoldsItsInputsAndRunsAgainAnywhere.
TEST(Durability, EveryKindOfInputIsHeld) {
  const ScratchDirectory scratch;
  write_inputs(scratch.path());
  unsigned number = 0;
  for (const auto& [words, setting] : kReads) {
    const fs::path first = scratch / std::to_string(number++);
    const fs::path again = scratch / std::to_string(number++);
    const Captured run =
        in(scratch.path(), Words{GF_PROGRAM, "run"} + words + Words{"--outdir", first});
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(read_file(first / "config.resolved.ini"), HasSubstr("\n" + setting + "\n"));
    const Captured same = in("/", {GF_PROGRAM, "run", words[0], "--config",
                                   first / "config.resolved.ini", "--outdir", again});
    ASSERT_EQ(same.code, 0) << same.err;
    EXPECT_EQ(read_file(first / "stats.csv"), read_file(again / "stats.csv"));
  }
}

TEST(Durability, FilesOfAConfigCountFromItsDirectory) {
  const ScratchDirectory scratch;
  write_file(scratch / "case/graphs.csv", kGraphs);
  write_file(scratch / "case/case.ini", "graphs = graphs.csv\n");
  const Captured run =
      in("/", {GF_PROGRAM, "run", "pcie_t2", "--config", scratch / "case/case.ini", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(core::parse_json(run.out)["results"]["communications"]["value"], 2);
}

}  // namespace
}  // namespace gf::test::durability_test
