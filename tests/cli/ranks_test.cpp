// SPDX-License-Identifier: Apache-2.0
// Holds: core/ranks/ranks_mpi.h core/ranks/ranks_without_mpi.cpp core/ranks/ranks.h sc_main/cli/start_ranks.h
// Holds: platforms/network/network.h platforms/network/network_ranks.cpp runs/pool.h
// Holds: platforms/schedule/runner_ranks.cpp core/ranks/rank_sync.h core/stats/step_recorder_ranks.cpp
// Holds: core/trace/task_collector.h sc_main/page/page_recorder.h core/system/child_process.h
// What a run writes is the same to the byte, by however many processes its network is simulated,
// and the devices at it; they end together, and what cannot be told by several of them is refused.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::ranks_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class AnyRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  }
  Captured run(const Words& network, unsigned ranks, const Words& more = {}) {
    return program(Words{"run"} + network +
                   Words{"-q", "--no-defaults", "--json", "-p", "measurement.period=100", "-p",
                         "measurement.warmup_most=8", "-p", "measurement.drain_most=6", "-p",
                         "flit_error_rate=0.01", "--timeline", "--outdir",
                         scratch_ / std::to_string(ranks)} +
                   Words{"--ranks", std::to_string(ranks)} + more);
  }
  std::string file(unsigned ranks, const std::string& name) {
    return run_file(scratch_.path() / std::to_string(ranks), name);
  }
  void expect_same(unsigned ranks, const Words& names) {
    for (const std::string& name : names) {
      EXPECT_THAT(file(1, name), Not(IsEmpty())) << name;
      EXPECT_EQ(file(1, name), file(ranks, name)) << ranks << " ranks: " << name;
    }
  }
  ScratchDirectory scratch_;
};

const Words kBusy{"dragonfly",
                  "-p",
                  "p=2",
                  "-p",
                  "a=4",
                  "-p",
                  "h=2",
                  "-p",
                  "load=0.3",
                  "-p",
                  "packet_flits=2",
                  "-p",
                  "reply_flits=1",
                  "-p",
                  "bursts=true"};
const Words kSmallDragonfly{"dragonfly", "-p", "p=2", "-p", "a=4", "-p", "h=2"};
const Words kFiles{"stats.json",  "stats.csv", "channels.csv", "latencies.csv",
                   "record.json", "run.html",  "timeline.json"};

const Words kWaves{"-p", "watch=0,9,15", "--vcd", "*", "--vcd-to", "2500 ns"};

struct Network {
  std::string name;
  Words words;
  bool by_threads = false;  ///< Which write no waveforms.
};
void PrintTo(const Network& network, std::ostream* out) { *out << network.name; }
class AnyNetwork : public AnyRanks, public testing::WithParamInterface<Network> {};

TEST_P(AnyNetwork, WritesTheSameBytes) {
  const Words waves = GetParam().by_threads ? Words() : kWaves;
  const Words more = Words{"--series", "130 ns"} + waves;
  const Captured whole = run(GetParam().words, 1, more);
  ASSERT_THAT(whole.code, testing::AnyOf(0, 3)) << whole.err;
  for (const unsigned ranks : {2u, 3u}) {
    const Captured shared = run(GetParam().words, ranks, more);
    EXPECT_EQ(shared.out, whole.out) << ranks << " ranks";
    EXPECT_EQ(shared.err, whole.err) << ranks << " ranks";
    EXPECT_EQ(shared.code, whole.code) << ranks << " ranks";
    expect_same(ranks, kFiles + Words{"series.csv"});
    if (!GetParam().by_threads) expect_same(ranks, {"waves.vcd"});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ranks, AnyNetwork,
    testing::Values(
        Network{"min", kBusy + Words{"--routing", "min"}},
        Network{"ugal_l_vc_h", kBusy + Words{"--routing", "ugal_l_vc_h", "-p", "partitions=7"}},
        Network{"ugal_g", kBusy + Words{"--routing", "ugal_g"}},
        Network{"ugal_l_cr", kBusy + Words{"--routing", "ugal_l_cr", "--threads", "2"}, true},
        Network{
            "val, cut-through, one packet a router",
            kBusy + Words{"--routing", "val", "-p", "whole_packets=true", "-p", "partitions=36"}},
        Network{"wc, which has no steady state",
                kBusy + Words{"--routing", "min", "--traffic", "wc", "--load", "0.6"}},
        Network{"torus", {"torus", "-p", "load=0.2", "-p", "partitions=5"}},
        Network{"fat tree", {"fat_tree", "-p", "load=0.4", "-p", "packet_flits=2"}},
        Network{"hyperx", {"hyperx", "-p", "load=0.3"}}));

/// Devices at a network that do the tasks of a schedule.
class AnySchedule : public AnyNetwork {
 protected:
  Captured do_tasks(unsigned ranks, const Words& more = {}) {
    return program(Words{"run"} + GetParam().words +
                   Words{"-q", "--no-defaults", "--json", "-p", "flit_error_rate=0.01", "-p",
                         "record=true", "--timeline", "--ranks", std::to_string(ranks), "--outdir",
                         scratch_ / std::to_string(ranks)} +
                   kWaves + more);
  }
  void expect_the_same_of_ranks(const Words& more) {
    const Captured whole = do_tasks(1, more);
    ASSERT_EQ(whole.code, 0) << whole.err;
    for (const unsigned ranks : {2u, 3u}) {
      const Captured shared = do_tasks(ranks, more);
      EXPECT_EQ(shared.out, whole.out) << ranks << " ranks";
      EXPECT_EQ(shared.err, whole.err) << ranks << " ranks";
      EXPECT_EQ(shared.code, whole.code) << ranks << " ranks";
      expect_same(ranks, {"stats.json", "stats.csv", "channels.csv", "tasks.csv", "schedule.csv",
                          "record.json", "timeline.json", "waves.vcd"});
    }
  }
};

TEST_P(AnySchedule, WritesTheSameBytes) { expect_the_same_of_ranks({}); }

TEST_P(AnySchedule, HasTheSameSamplesAndTheSameEarlyEnd) {
  const Words more{"--series", "777 ns", "--stop-at", "5 us"};
  expect_the_same_of_ranks(more);
  for (const unsigned ranks : {2u, 3u}) expect_same(ranks, {"series.csv"});
}

INSTANTIATE_TEST_SUITE_P(
    Ranks, AnySchedule,
    testing::Values(
        Network{"ring all-reduce, which computes",
                kSmallDragonfly + Words{"--workload", "allreduce:bytes=16 KiB"}},
        Network{"all to all, short packets that overtake each other",
                {"fat_tree", "--routing", "random", "--workload", "alltoall:bytes=16 KiB", "-p",
                 "copies.packet=32 B"}},
        Network{"one graph of copies", {"torus", "--workload", "ring:bytes=10 KB"}},
        Network{"UGAL, long channels",
                kSmallDragonfly + Words{"--routing", "ugal_l_vc_h", "-p", "global_latency=60",
                                        "--workload", "allgather:bytes=4 KiB"}},
        Network{"a clock of 1.3 ns",
                {"hyperx", "-p", "clock=1.3 ns", "--workload", "reducescatter:bytes=64 KiB"}}));

TEST(NoRanks, AProgramWithoutMpiSaysHowToGetIt) {
  for (const Words& words : {Words{"run", "dragonfly", "--ranks", "2"},
                             Words{"sweep", "dragonfly", "-p", "load=0.1,0.2", "--ranks", "2"}}) {
    const Captured refused = capture(Words{GF_WITHOUT_MPI} + words);
    EXPECT_EQ(refused.code, 2) << words.front();
    EXPECT_THAT(refused.err, HasSubstr("scripts/setup"));
  }
  const Captured alone = capture(
      {GF_WITHOUT_MPI, "run", "dragonfly", "-q", "--json", "-p", "p=1", "-p", "a=2", "-p", "h=1"});
  EXPECT_EQ(alone.code, 0) << alone.err;
}

TEST_F(AnyRanks, EndAtTheSameCycle) {
  const Captured whole = run(kBusy, 1, {"--stop-at", "777 ns"});
  const Captured shared = run(kBusy, 2, {"--stop-at", "777 ns"});
  EXPECT_EQ(shared.out, whole.out);
  EXPECT_EQ(shared.err, whole.err);
  expect_same(2, kFiles);
}

TEST_F(AnyRanks, ReportTheSameDeadlock) {
  const Words unsafe = kBusy + Words{"--routing", "val", "--load",      "0.9", "-p",
                                     "vcs=1",     "-p",  "unsafe=true", "-p",  "vc_buffer=2"};
  const Captured whole = run(unsafe, 1);
  ASSERT_EQ(whole.code, 4) << whole.err;
  const Captured shared = run(unsafe, 3);
  EXPECT_EQ(shared.code, 4);
  EXPECT_EQ(shared.err, whole.err);
}

TEST_F(AnyRanks, WriteNoPageWhereNobodyWantsOne) {
  run(kBusy, 2, {"--no-page"});
  EXPECT_THAT(file(2, "stats.csv"), Not(IsEmpty()));
  EXPECT_FALSE(fs::exists(scratch_ / "2/record.json"));
}

/// What each rank computed and waited for; two copies cross, and release what waits for them.
TEST_F(AnyRanks, ShowTheSameTasks) {
  write_file(scratch_ / "tasks.csv",
             "graph,id,task,src,dst,bytes,start_ns,duration_ns,after,class\n"
             "step,a,kernel,0,0,,0,2000,,compute\nstep,b,kernel,63,63,,0,1500,,compute\n"
             "step,ab,copy,0,63,6400,0,,a,data\nstep,ba,copy,63,0,6400,0,,b,data\n"
             "step,c,kernel,63,63,,0,900,ab,compute\nstep,d,kernel,0,0,,0,900,ba,compute\n");
  for (const unsigned ranks : {1u, 2u})
    ASSERT_EQ(program({"run", "torus", "-q", "--schedule", scratch_ / "tasks.csv", "--ranks",
                       std::to_string(ranks), "--outdir", scratch_ / std::to_string(ranks)})
                  .code,
              0);
  EXPECT_THAT(file(2, "record.json"), AllOf(HasSubstr("[\"communications\",\"graphs\"]"),
                                            HasSubstr("[\"rank 63\",\"compute\"]")));
  expect_same(2, {"record.json"});
}

TEST_F(AnyRanks, SayOnceWhatIsWrong) {
  const Captured wrong = program({"run", "dragonfly", "--load", "2", "--ranks", "2"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err, program({"run", "dragonfly", "--load", "2"}).err);
}

TEST_F(AnyRanks, RefuseWhatNoneOfThemSees) {
  const auto refusal = [](const Words& words) {
    const Captured refused = program(Words{"run"} + words);
    EXPECT_EQ(refused.code, 2) << refused.out;
    return refused.err;
  };
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "2", "--follow", "copy 0->2, packet 1"}),
              HasSubstr("--follow: shows"));
  EXPECT_THAT(refusal({"torus", "--ranks", "2", "--workload", "ring", "-p", "copies.setup=0 s"}),
              HasSubstr("more than 0 with --ranks"));
  EXPECT_THAT(refusal({"torus", "--ranks", "2", "--workload", "allgather:bytes=1 KiB,check=true"}),
              HasSubstr("1 for check=true"));
  const ScratchDirectory scratch;
  const auto tasks = [&](const std::string& lines) {
    write_file(scratch / "tasks.csv", "graph,id,src,dst,bytes,after\n" + lines);
    return refusal({"torus", "--ranks", "2", "--schedule", scratch / "tasks.csv"});
  };
  EXPECT_THAT(tasks("far,a,0,63,64,\nfar,b,0,1,64,a\n"),
              AllOf(HasSubstr("graph far, task b"), HasSubstr("task a ends on device 63")));
  EXPECT_THAT(tasks("one,,0,63,64,\ntwo,,0,1,64,\n"), HasSubstr("1 for 2 graphs"));
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "3", "-p", "partitions=2"}),
              AllOf(HasSubstr("partitions = 2"), HasSubstr("at least 3, the ranks")));
  EXPECT_THAT(refusal({"pcie_t2", "--ranks", "2"}), HasSubstr("expected 1 for pcie_t2"));
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "5000"}), HasSubstr("1 ... 4096"));
}

/// Processes of a run that writes to `directory`, as its ranks: by their number.
std::vector<pid_t> ranks_of(const std::string& directory) {
  std::vector<pid_t> ranks;
  for (unsigned rank = 0;; ++rank) {
    const std::string number = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank) + '\0';
    pid_t found = 0;
    for (const auto& process : fs::directory_iterator("/proc"))
      if (read_file(process.path() / "cmdline").find(directory) != std::string::npos &&
          read_file(process.path() / "environ").find(number) != std::string::npos)
        found = std::atoi(process.path().filename().c_str());
    if (found == 0) return ranks;
    ranks.push_back(found);
  }
}

/// A run of two ranks that would last for hours, from the moment that both of them are there.
class LongRun {
 public:
  LongRun() {
    while (!child_.ended() && (ranks_ = ranks_of(scratch_ / "run")).size() < 2) usleep(20'000);
    // The machine is built in less, and they are in its first windows.
    usleep(1'500'000);
  }
  core::ChildProcess& child() { return child_; }
  [[nodiscard]] pid_t rank(unsigned number) const { return ranks_.at(number); }
  [[nodiscard]] std::string err() const { return read_file(scratch_ / "err"); }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_file(scratch_ / ("run/" + name));
  }

 private:
  ScratchDirectory scratch_;
  core::ChildProcess child_{{{GF_PROGRAM, "run", "dragonfly", "--ranks", "2", "-p",
                              "measurement.period=1000000", "--outdir", scratch_ / "run"},
                             scratch_ / "out",
                             scratch_ / "err",
                             false}};
  std::vector<pid_t> ranks_;
};

TEST_F(AnyRanks, EndWhenOneHasDied) {
  LongRun run;
  ::kill(run.rank(1), SIGKILL);
  run.child().wait();
  EXPECT_EQ(run.child().exit_code(), 1);
  EXPECT_THAT(run.err(), AllOf(HasSubstr("process rank 1"), HasSubstr("signal 9"),
                               HasSubstr("a rank of 2 has ended before its time")));
}

TEST_F(AnyRanks, EndTogetherAtCtrlC) {
  LongRun run;
  run.child().signal(SIGINT);
  run.child().wait();
  EXPECT_EQ(run.child().exit_code(), 130) << run.err();
  EXPECT_THAT(run.err(), HasSubstr("interrupted: SIGINT"));
  EXPECT_EQ(core::parse_json(run.file("run.json"))["partial"], true);
  EXPECT_THAT(run.file("stats.json"), HasSubstr("flit_hops"));
}

/// Whether one of the processes with `directory` on their command line listens to SIGINT.
bool one_listens(const std::string& directory) {
  constexpr unsigned long kInterrupt = 1ul << (SIGINT - 1);
  for (const auto& process : fs::directory_iterator("/proc")) {
    if (read_file(process.path() / "cmdline").find(directory) == std::string::npos) continue;
    const std::string status = read_file(process.path() / "status");
    const std::size_t caught = status.find("SigCgt:");
    if (caught != std::string::npos &&
        (std::strtoul(status.c_str() + caught + 7, nullptr, 16) & kInterrupt) != 0)
      return true;
  }
  return false;
}

/// Signals `number` to a run of two ranks `delay` after its starter listens.
void expect_heard_after(std::chrono::milliseconds delay, int number, int code,
                        const std::string& name) {
  const ScratchDirectory scratch;
  core::ChildProcess run({{GF_PROGRAM, "run", "dragonfly", "--ranks", "2", "-p",
                           "measurement.period=1000000", "--outdir", scratch / "run"},
                          scratch / "out",
                          scratch / "err",
                          false});
  while (!one_listens(scratch / "run")) usleep(1'000);
  std::this_thread::sleep_for(delay);
  run.signal(number);
  run.wait();
  EXPECT_EQ(run.exit_code(), code) << name << " after " << delay.count() << " ms";
  EXPECT_THAT(read_file(scratch / "err"),
              AllOf(HasSubstr("interrupted: " + name), Not(HasSubstr("mpirun"))))
      << delay.count() << " ms";
}

TEST_F(AnyRanks, HearOfASignalHoweverEarlyItComes) {
  // While mpirun starts, while MPI does, while the machine is built.
  for (const unsigned delay : {0u, 50u, 100u, 200u, 400u, 800u}) {
    expect_heard_after(std::chrono::milliseconds(delay), SIGINT, 130, "SIGINT");
    expect_heard_after(std::chrono::milliseconds(delay), SIGTERM, 143, "SIGTERM");
  }
}

bool is_alive(pid_t process) {
  const std::string state = read_file("/proc/" + std::to_string(process) + "/stat");
  return !state.empty() && state.find(") Z ") == std::string::npos;
}

/// The process that has started `process`.
pid_t parent_of(pid_t process) {
  const std::string state = read_file("/proc/" + std::to_string(process) + "/stat");
  return std::atoi(state.c_str() + state.find(") ") + 4);
}

TEST_F(AnyRanks, EndWithWhoHasStartedThem) {
  LongRun run;
  const std::vector<pid_t> left = {parent_of(run.rank(0)), run.rank(0), run.rank(1)};
  for (const pid_t process : left) ASSERT_TRUE(is_alive(process));
  run.child().signal(SIGKILL);
  run.child().wait();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (const pid_t process : left) {
    while (is_alive(process) && std::chrono::steady_clock::now() < deadline) usleep(20'000);
    EXPECT_FALSE(is_alive(process)) << process;
  }
}

TEST_F(AnyRanks, EndWithMpirun) {
  LongRun run;
  const std::vector<pid_t> left = {run.rank(0), run.rank(1)};
  ::kill(parent_of(run.rank(0)), SIGKILL);
  run.child().wait();
  EXPECT_EQ(run.child().exit_code(), 1);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (const pid_t process : left) {
    while (is_alive(process) && std::chrono::steady_clock::now() < deadline) usleep(20'000);
    EXPECT_FALSE(is_alive(process)) << process;
  }
}

TEST_F(AnyRanks, EndTogetherWhenTheirTimeIsUp) {
  const Captured ended = program({"run", "dragonfly", "--ranks", "2", "-p",
                                  "measurement.period=1000000", "--max-wall", "1 s"});
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("max wall time"));
}

/// Two loads of 72 nodes, with a store of its own.
class Sweeps : public AnyRanks {
 protected:
  Sweeps() { ::setenv("GPUFABRIC_STORE", (scratch_ / "store").c_str(), 1); }
  [[nodiscard]] Captured sweep(const std::string& name, const Words& more) const {
    return program(Words{"sweep", "dragonfly", "-p", "p=2", "-p", "a=4", "-p", "h=2", "-p",
                         "measurement.period=100", "-p", "load=0.1,0.2", "--outdir",
                         scratch_ / name} +
                   more);
  }
  [[nodiscard]] std::string table(const std::string& name) const {
    return read_file(scratch_ / (name + "/sweep.csv"));
  }
};

TEST_F(Sweeps, MakeTheSamePointsByRanks) {
  const Captured shared = sweep("shared", {"--ranks", "2", "--verbose"});
  ASSERT_EQ(shared.code, 0) << shared.err;
  const Captured again = sweep("again", {"--store", scratch_ / "other"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(table("shared"), HasSubstr("\n0.2,1,"));
  EXPECT_EQ(table("shared"), table("again"));
  // They are the same runs: nobody starts mpirun for what the store has.
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  const Captured stored = sweep("stored", {"--ranks", "3"});
  const Captured missing = sweep("missing", {"--ranks", "3", "--store", scratch_ / "third"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(stored.code, 0) << stored.err;
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("needs mpirun"));
}

TEST_F(Sweeps, AskSlurmForACoreARank) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(sweep("s", {"--ranks", "2", "--slurm"}).code, 2) << "no sbatch";
  ::setenv("PATH", path.c_str(), 1);
  const std::string script = scratch_ / "s/sweep.sbatch";
  EXPECT_THAT(read_file(script),
              AllOf(HasSubstr("#SBATCH --nodes=1\n"), HasSubstr("#SBATCH --cpus-per-task=2\n"),
                    HasSubstr(" --ranks 2 ")));
  for (const char* task : {"0", "1"})
    EXPECT_EQ(
        capture({"/usr/bin/env", std::string("SLURM_ARRAY_TASK_ID=") + task, "/bin/bash", script})
            .code,
        0);
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(sweep("s", {"--ranks", "2"}).code, 0) << "both are in the store";
  ::setenv("PATH", path.c_str(), 1);
}

TEST_F(Sweeps, RefuseWhatHasNoRanks) {
  EXPECT_THAT(sweep("s", {"--ranks", "0"}).err, HasSubstr("--ranks = 0: expected 1 ... 4096"));
  const Captured node = program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "--ranks", "2",
                                 "--outdir", scratch_ / "node"});
  EXPECT_EQ(node.code, 1);
  EXPECT_THAT(node.err, HasSubstr("expected 1 for store_goodput"));
}

}  // namespace
}  // namespace gf::test::ranks_test
