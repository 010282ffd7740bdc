// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/partition.h sc_main/run/run_settings.h
// What a run writes is the same to the byte, in however many parts and by however many threads its
// network is simulated.
#include <algorithm>
#include <sstream>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::partitions_test {
namespace {

class Runs : public testing::Test {
 protected:
  /// Bursts, errors and packets of several flits, on 72 nodes.
  Captured run(const std::string& name, const Words& more) {
    return program(
        Words{"run", "dragonfly", "-q", "--no-defaults", "--json"} +
        parameters({"p=2", "a=4", "h=2", "routing=ugal_l_vc_h", "load=0.3", "packet_flits=2",
                    "flit_error_rate=0.01", "bursts=true", "measurement.period=200", "watch=5,6"}) +
        Words{"--series", "150 ns", "--outdir", scratch_ / name} + more);
  }
  std::string file(const std::string& run, const std::string& name) {
    return run_file(scratch_.path() / run, name);
  }
  void expect_same_files(const std::string& run, const Words& names) {
    for (const std::string& name : names) {
      EXPECT_THAT(file("whole", name), Not(IsEmpty())) << name;
      EXPECT_EQ(file("whole", name), file(run, name)) << run << ": " << name;
    }
  }
  /// The changes of waves.vcd by their dates; in which order those of one date stand says nothing.
  std::vector<std::string> waves(const std::string& run) {
    std::istringstream lines(file(run, "waves.vcd"));
    std::vector<std::string> all;
    std::size_t date = 0;
    for (std::string line; std::getline(lines, line) || date < all.size();) {
      if (!lines || line[0] == '#') {
        std::sort(all.begin() + static_cast<std::ptrdiff_t>(date), all.end());
        date = all.size() + 1;
      }
      if (lines) all.push_back(line);
    }
    // What stands before the first date are names, and the day on which the run was made.
    all.erase(all.begin(), std::find(all.begin(), all.end(), "#0"));
    return all;
  }
  ScratchDirectory scratch_;
};

TEST_F(Runs, WriteTheSameBytes) {
  const Words files{"stats.json", "stats.csv", "series.csv", "channels.csv", "latencies.csv"};
  const Captured whole = exits(0, run("whole", {"-p", "partitions=1"}));
  for (const auto& [name, partitions, threads] : {std::tuple{"two", "2", "1"},
                                                  {"seven", "7", "1"},
                                                  {"all", "36", "1"},
                                                  {"shared", "7", "2"},
                                                  {"auto", "0", "2"}}) {
    const Captured cut =
        run(name, {"-p", std::string("partitions=") + partitions, "--threads", threads});
    EXPECT_EQ(cut.out, whole.out) << name;
    expect_same_files(name, files);
  }
}

TEST_F(Runs, EndAtTheSameCycleAndShowTheSameWaveforms) {
  const Words until{"--stop-at", "777 ns", "--vcd", "router_*"};
  Words more = until;
  more.insert(more.end(), {"-p", "partitions=1"});
  const Captured whole = run("whole", more);
  more = until;
  more.insert(more.end(), {"-p", "partitions=9"});
  const Captured cut = run("cut", more);
  EXPECT_EQ(cut.out, whole.out);
  expect_same_files("cut", {"stats.json", "series.csv"});
  const std::vector<std::string> changes = waves("whole");
  EXPECT_GT(changes.size(), 1000u);
  EXPECT_EQ(changes, waves("cut"));
}

/// So little happens that a page has fewer steps than it could.
TEST_F(Runs, HaveTheSameStepsInTheirPages) {
  const auto shown = [this](const std::string& parts) {
    run(parts, {"-p", "partitions=" + parts, "-p", "load=0.002", "-p", "bursts=false", "-p",
                "measurement.period=10000"});
    const std::string record = file(parts, "record.json");
    return record.substr(record.find("\"graph\":"));
  };
  const std::string whole = shown("1");
  EXPECT_THAT(whole, HasSubstr("\"step\":8e-07"));
  EXPECT_EQ(whole, shown("9"));
}

TEST(Threads, OfAllCoresOrOfOneMakeTheSame) {
  // 2,550 nodes: cut without being asked to.
  const Words large{
      "run", "dragonfly", "-p",       "p=5",    "-p",      "a=10", "-p",
      "h=5", "-p",        "load=0.1", "--json", "--quiet", "-p",   "measurement.period=40"};
  const Captured cores = program(large);
  Words alone = large;
  alone.insert(alone.end(), {"--threads", "1"});
  EXPECT_EQ(cores.code, 0) << cores.err;
  EXPECT_EQ(cores.out, program(alone).out);
}

TEST(Threads, AreOneAtLeastAndAloneWithWaveforms) {
  EXPECT_THAT(program({"run", "dragonfly", "--threads", "0"}).err,
              AllOf(HasSubstr("--threads = 0"), HasSubstr("1 ... 256")));
  const Captured waves = exits(2, program({"run", "dragonfly", "--threads", "2", "--vcd", "*"}));
  EXPECT_THAT(waves.err, HasSubstr("written by one thread"));
}

}  // namespace
}  // namespace gf::test::partitions_test
