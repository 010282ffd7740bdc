// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::start_ranks_test {
namespace {

using ranks_command::AnyRanks;

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
  const Captured ended = exits(130, program({"run", "dragonfly", "--ranks", "2", "-p",
                                             "measurement.period=1000000", "--max-wall", "1 s"}));
  EXPECT_THAT(ended.err, HasSubstr("max wall time"));
}

}  // namespace
}  // namespace gf::test::start_ranks_test
