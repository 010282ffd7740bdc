// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/cut_link.h core/ranks/rank_notes.h
// A torus of cards that several processes simulate together: what a run writes is the same to the
// byte, and what they cannot tell is refused.
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::torus_cut_test {
namespace {

struct Cards {
  std::string name;
  Words words;             ///< Platform and settings.
  Words files;             ///< That it writes, beside those that all write.
  std::string ends_early;  ///< When it does.
};
void PrintTo(const Cards& cards, std::ostream* out) { *out << cards.name; }

class TorusRanks : public ranks_command::WithMpi, public testing::WithParamInterface<Cards> {
 protected:
  Captured run(unsigned ranks, const Words& more = {}) {
    return program(Words{"run"} + GetParam().words +
                   Words{"-q", "--no-defaults", "--json", "--timeline", "--vcd", "*", "--outdir",
                         scratch_ / std::to_string(ranks), "--ranks", std::to_string(ranks)} +
                   more);
  }
  void expect_the_same(const Words& files, const Words& more = {}) {
    const Captured whole = exits(0, run(1, more));
    for (const unsigned ranks : {2u, 3u}) {
      const Captured shared = run(ranks, more);
      expect_same_end(shared, whole, std::to_string(ranks) + " ranks");
      for (const std::string& name : files) {
        EXPECT_THAT(file(1, name), Not(IsEmpty())) << name;
        EXPECT_EQ(file(ranks, name), file(1, name)) << ranks << " ranks: " << name;
      }
    }
  }
  std::string file(unsigned ranks, const std::string& name) {
    return run_file(scratch_.path() / std::to_string(ranks), name);
  }
  ScratchDirectory scratch_;
};

const Words kOfAll{"stats.csv", "stats.json", "record.json", "timeline.json", "waves.vcd"};
const Words kOfTasks{"-p", "record=true"};

TEST_P(TorusRanks, WriteTheSameBytes) { expect_the_same(kOfAll + GetParam().files); }

TEST_P(TorusRanks, HaveTheSameSamplesAndTheSameEarlyEnd) {
  expect_the_same({"stats.csv", "series.csv", "record.json"},
                  {"--series", "3 us", "--stop-at", GetParam().ends_early});
}

/// Of apenet_cluster with a schedule.
Cards tasks(const std::string& name, const Words& words) {
  return {name, Words{"apenet_cluster"} + words + kOfTasks, {"tasks.csv", "schedule.csv"}, "40 us"};
}
/// Of a benchmark, which registers its buffers first.
Cards benchmark(const std::string& name, const Words& words) {
  return {name, Words{"apenet_cluster", "--max", "8 KiB"} + words, {"osu.csv"}, "150 us"};
}
Cards application(const std::string& name, const Words& words) {
  return {name, words, {}, "300 us"};
}

INSTANTIATE_TEST_SUITE_P(
    Cards, TorusRanks,
    testing::Values(
        tasks("ring all-reduce, which computes, over the default torus",
              {"--workload", "allreduce:bytes=64 KiB"}),
        tasks("all to all in three dimensions, from hosts, with their bytes",
              {"--shape", "3x2x2", "--src", "host", "--dst", "host", "--workload",
               "alltoall:bytes=48 KiB"}),
        tasks("more tasks than a page has",
              {"--shape", "5x5x1", "--workload", "alltoall:bytes=1600 KiB"}),
        tasks("errors on the buses of the nodes, another architecture",
              {"--shape", "5x1x1", "--workload", "allgather:bytes=32 KiB", "-p",
               "gpu.pcie.packet_error_rate=0.01"}),
        tasks("errors on the links of the torus, and answers that are lost",
              {"--shape", "3x3x1", "--workload", "allreduce:bytes=64 KiB", "-p",
               "torus.link.bit_error_rate=1e-6", "-p", "torus.link.error_packets=0,5,9", "-p",
               "torus.link.answer_error_rate=0.1"}),
        tasks("one graph of copies over slow wires",
              {"--shape", "4x4x1", "--workload", "ring:bytes=10 KB", "-p",
               "torus.link.propagation=400 ns"}),
        benchmark("round trips to another rank, GPU to GPU",
                  {"--test", "latency", "--peer", "7", "--src", "gpu", "--dst", "gpu"}),
        benchmark("windows both ways, in chunks by cudaMemcpy",
                  {"--test", "bibw", "--peer", "6", "--src", "gpu", "--dst", "gpu", "--staging",
                   "pipelined"}),
        benchmark("all nodes to all, some of which are neighbours twice", {"--test", "alltoall"}),
        benchmark("each to its neighbours, over links with errors",
                  {"--shape", "3x3x1", "--test", "halo", "-p", "torus.link.bit_error_rate=1e-6"}),
        benchmark("one card alone reads", {"--test", "read"}),
        application("spins by peer-to-peer", {"apenet_hsg", "-p", "app.l=16"}),
        application("spins by cudaMemcpy at both ends",
                    {"apenet_hsg", "-p", "app.l=16", "-p", "p2p=off"}),
        application("a search, contents beside the hardware",
                    {"apenet_bfs", "-p", "app.scale=10", "-p", "p2p=rx"}),
        application("a search, contents through it",
                    {"apenet_bfs", "-p", "app.scale=10", "-p", "bytes=true", "--shape", "2x3x1"})));

struct Stuck {
  Words words;
  Words links;       ///< What is wrong with them.
  std::string says;  ///< How the report begins.
};
void PrintTo(const Stuck& stuck, std::ostream* out) { *out << stuck.words.front() << stuck.says; }

class StuckRun : public ranks_command::WithMpi, public testing::WithParamInterface<Stuck> {};

/// One rank finds out, the first or another one, and all end.
TEST_P(StuckRun, EndsWithTheSameReport) {
  const auto run = [](const std::string& ranks) {
    return program(Words{"run"} + GetParam().words + GetParam().links +
                   Words{"-q", "--no-defaults", "--no-page", "--ranks", ranks});
  };
  const Captured whole = exits(4, run("1"));
  EXPECT_THAT(whole.err, HasSubstr(GetParam().says));
  for (const char* const ranks : {"2", "3"}) {
    const Captured shared = run(ranks);
    expect_same_end(shared, whole, std::string(ranks) + " ranks");
  }
}

Stuck dead(const Words& words) {
  return {words,
          {"-p", "torus.link.fails_at=60 us", "-p", "torus.link.failing=switch_3.*"},
          "deadlock: switch_"};
}
Stuck deaf(const Words& words) {
  return {words, {"-p", "torus.link.bit_error_rate=0.002"}, "livelock: switch_"};
}

INSTANTIATE_TEST_SUITE_P(
    Cards, StuckRun,
    testing::Values(dead({"apenet_cluster", "--workload", "allreduce:bytes=256 KiB"}),
                    dead({"apenet_cluster", "--test", "alltoall", "--max", "8 KiB"}),
                    dead({"apenet_hsg", "-p", "app.l=16"}),
                    dead({"apenet_bfs", "--shape", "2x3x1", "-p", "app.scale=10", "-p", "p2p=off"}),
                    deaf({"apenet_cluster", "--workload", "allreduce:bytes=64 KiB"}),
                    deaf({"apenet_bfs", "-p", "app.scale=10"})));

TEST(TorusOfRanks, RefusesWhatNoneOfThemSees) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const auto refusal = [](const Words& words) {
    const Captured refused = exits(2, program(Words{"run"} + words + Words{"--ranks", "2"}));
    return refused.err;
  };
  const Words tasks{"apenet_cluster", "--workload", "ring:bytes=10 KB"};
  EXPECT_THAT(refusal({"apenet_node"}), HasSubstr("expected 1 for apenet_node"));
  EXPECT_THAT(refusal({"apenet_cluster", "--over", "ib"}), HasSubstr("expected 1 for over = ib"));
  EXPECT_THAT(refusal({"apenet_bfs", "--over", "ib"}), HasSubstr("expected 1 for over = ib"));
  EXPECT_THAT(refusal(tasks + Words{"--trace", "nios"}), HasSubstr("1 for a traced node"));
  EXPECT_THAT(refusal(tasks + Words{"--shape", "1x1x1"}), HasSubstr("shape"));
  EXPECT_THAT(refusal({"apenet_hsg", "--shape", "1x1x1"}), HasSubstr("expected 1 for shape"));
}

}  // namespace
}  // namespace gf::test::torus_cut_test
