// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/rdma_cards.h
#include "tests/support/apenet_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::card_choice_test {
namespace {

using namespace apenet_runs;  // NOLINT: what these tests share

TEST(ApenetRun, OverInfiniBandItIsAnotherMachine) {
  const Captured ran =
      exits(0, run("apenet_cluster", {"over=ib", "shape=2", "test=latency", "max=64 B"}));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("# InfiniBand Latency Test (OSU-like)\n"),
                             HasSubstr("gpu to gpu, 2 nodes, QDR, PCIe gen2 x8")));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows.at(32), 13.2);  // its copies, two steps and three queries at least
  EXPECT_LT(rows.at(32), 15.8);  // and the network
}

TEST(ApenetRun, ExchangesOverInfiniBandKeepTheOneCoreOfANode) {
  const auto step = [](const char* test, const char* shape) {
    const Captured ran =
        exits(0, run("apenet_cluster", {"over=ib", std::string("test=") + test,
                                        std::string("shape=") + shape, "min=1 KiB", "max=32 KiB"}));
    EXPECT_THAT(ran.out, HasSubstr("# InfiniBand "));
    EXPECT_THAT(ran.out, HasSubstr("Step (us)"));
    return table_of(ran.out);
  };
  const auto halo = step("halo", "4x2");         // four messages: two ways in x, and in y the same
  const auto all = step("alltoall", "4x2");      // seven
  const auto of_four = step("alltoall", "2x2");  // three
  for (const std::uint64_t size : {1024u, 32768u}) {
    // Copies alone: a step has 10.5 us of them for each message, one after the other.
    EXPECT_GT(of_four.at(size), 3 * 10.5) << size;
    EXPECT_GT(all.at(size), 7 * 10.5) << size;
    EXPECT_GT(all.at(size), 1.6 * halo.at(size)) << size;
    EXPECT_LT(all.at(size), 2.6 * of_four.at(size)) << size;
  }
}

TEST(ApenetRun, WhatInfiniBandCannotDoIsRefused) {
  const std::pair<const char*, const char*> all[] = {{"test=read", "FIFO of the APEnet+ cards"},
                                                     {"dst=host", "dst = host"},
                                                     {"staging=plain", "ib.buffers=staged"},
                                                     {"trace=bus", "none with over = ib"},
                                                     {"shape=1", "shape"}};
  for (const auto& [setting, says] : all) {
    const Captured ran = run("apenet_cluster", {"over=ib", setting});
    EXPECT_EQ(ran.code, 2) << setting;
    EXPECT_THAT(ran.err, HasSubstr(says)) << setting;
  }
  EXPECT_EQ(run("apenet_cluster", {"ib.eager=8 KiB"}).code, 2) << "the cards have no library";
  EXPECT_EQ(program({"run", "apenet_cluster", "-q", "-p", "over=ib", "--workload",
                     "allreduce:bytes=1 MiB"})
                .code,
            2);
}

}  // namespace
}  // namespace gf::test::card_choice_test
