// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/torus_cut.h hw/link/cut_link.h core/rank_notes.h
// A torus of cards that several processes simulate together: what a run writes is the same to the
// byte, and what they cannot tell is refused.
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tests/support/run_file.h"

namespace gf::test::torus_ranks_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Cards {
  std::string name;
  Words words;
};
void PrintTo(const Cards& cards, std::ostream* out) { *out << cards.name; }

class TorusRanks : public testing::TestWithParam<Cards> {
 protected:
  void SetUp() override {
    if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  }
  Captured run(unsigned ranks, const Words& more = {}) {
    return program(Words{"run", "apenet_cluster"} + GetParam().words +
                   Words{"-q", "--no-defaults", "--json", "-p", "record=true", "--outdir",
                         scratch_ / std::to_string(ranks), "--ranks", std::to_string(ranks)} +
                   more);
  }
  void expect_the_same(const Words& files, const Words& more = {}) {
    const Captured whole = run(1, more);
    ASSERT_EQ(whole.code, 0) << whole.err;
    for (const unsigned ranks : {2u, 3u}) {
      const Captured shared = run(ranks, more);
      EXPECT_EQ(shared.out, whole.out) << ranks << " ranks";
      EXPECT_EQ(shared.err, whole.err) << ranks << " ranks";
      EXPECT_EQ(shared.code, whole.code) << ranks << " ranks";
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

TEST_P(TorusRanks, WriteTheSameBytes) {
  expect_the_same({"stats.csv", "stats.json", "tasks.csv", "schedule.csv", "record.json"});
}

TEST_P(TorusRanks, HaveTheSameSamplesAndTheSameEarlyEnd) {
  expect_the_same({"stats.csv", "tasks.csv", "series.csv", "record.json"},
                  {"--series", "3 us", "--stop-at", "40 us"});
}

INSTANTIATE_TEST_SUITE_P(
    Cards, TorusRanks,
    testing::Values(Cards{"ring all-reduce, which computes, over the default torus",
                          {"--workload", "allreduce:bytes=64 KiB"}},
                    Cards{"all to all in three dimensions, from hosts, with their bytes",
                          {"--shape", "3x2x2", "--src", "host", "--dst", "host", "--workload",
                           "alltoall:bytes=48 KiB"}},
                    Cards{"more tasks than a page has",
                          {"--shape", "5x5x1", "--workload", "alltoall:bytes=1600 KiB"}},
                    Cards{"errors on the buses of the nodes, another architecture",
                          {"--shape", "5x1x1", "--workload", "allgather:bytes=32 KiB", "-p",
                           "gpu.pcie.packet_error_rate=0.01"}},
                    Cards{"errors on the links of the torus, and answers that are lost",
                          {"--shape", "3x3x1", "--workload", "allreduce:bytes=64 KiB", "-p",
                           "torus.link.bit_error_rate=1e-6", "-p", "torus.link.error_packets=0,5,9",
                           "-p", "torus.link.answer_error_rate=0.1"}},
                    Cards{"one graph of copies over slow wires",
                          {"--shape", "4x4x1", "--workload", "ring:bytes=10 KB", "-p",
                           "torus.link.propagation=400 ns"}}));

TEST(TorusOfRanks, SaysWhatWaitsForALinkThatDied) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const auto run = [](const std::string& ranks) {
    return program({"run", "apenet_cluster", "--workload", "allreduce:bytes=64 KiB", "-q",
                    "--no-defaults", "--no-page", "-p", "torus.link.fails_at=20 us", "-p",
                    "torus.link.failing=switch_3.*", "--ranks", ranks});
  };
  const Captured whole = run("1");
  EXPECT_EQ(whole.code, 4);
  EXPECT_THAT(whole.err, AllOf(HasSubstr("deadlock: switch_"), HasSubstr("is dead since 20 us")));
  for (const char* const ranks : {"2", "3"}) {
    const Captured shared = run(ranks);
    EXPECT_EQ(shared.err, whole.err) << ranks << " ranks";
    EXPECT_EQ(shared.code, whole.code) << ranks << " ranks";
  }
}

TEST(TorusOfRanks, RefusesWhatNoneOfThemSees) {
  if (!GF_HAS_MPI) GTEST_SKIP() << "the program has no MPI";
  const auto refusal = [](const Words& words) {
    const Captured refused = program(Words{"run"} + words + Words{"--ranks", "2"});
    EXPECT_EQ(refused.code, 2) << refused.out;
    return refused.err;
  };
  const Words tasks{"apenet_cluster", "--workload", "ring:bytes=10 KB"};
  EXPECT_THAT(refusal({"apenet_node"}), HasSubstr("expected 1 for apenet_node"));
  EXPECT_THAT(refusal({"apenet_cluster"}), HasSubstr("expected 1 for test = latency"));
  EXPECT_THAT(refusal({"apenet_cluster", "--over", "ib"}), HasSubstr("expected 1 for "));
  EXPECT_THAT(refusal(tasks + Words{"--trace", "nios"}), HasSubstr("1 for a traced node"));
  EXPECT_THAT(refusal(tasks + Words{"--shape", "1x1x1"}), HasSubstr("shape"));
  EXPECT_THAT(refusal({"apenet_hsg"}), HasSubstr("expected 1 for apenet_hsg"));
}

}  // namespace
}  // namespace gf::test::torus_ranks_test
