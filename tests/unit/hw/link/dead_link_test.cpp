// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/fault_params.h hw/link/transmitter.h hw/link/receiver.h
// Directions of a link that die at a date.
#include "core/time/watchdog.h"
#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::dead_link_test {
namespace {

sc_core::sc_time death() { return {1, sc_core::SC_US}; }

model::CreditLimitTable limits() {
  model::CreditLimitTable limits{};
  limits[0] = {64, 1024};
  return limits;
}

/// 1000 B in 1 us: packets of 100 B end at 100 ns, 200 ns, ...
LinkParams dying(const sc_core::sc_time& at, const std::string& failing = "*") {
  LinkParams params;
  params.rate = core::ByteRate(1e9);
  params.efficiency = 1;
  params.fails_at = at;
  params.failing = failing;
  return params;
}

TEST(DeadLink, WhatLeavesBeforeArrivesNothingLaterDoesAndTheRunNamesIt) {
  test::LinkBench bench(dying(death()), dying(sc_core::SC_ZERO_TIME), limits(), 1);
  bench.queue(20, 80);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  EXPECT_EQ(bench.arrivals.size(), 9u) << "the tenth ends at 1 us, when the link is dead";
  EXPECT_THAT(
      report.explanation,
      AllOf(HasSubstr("deadlock: bench.tx: the link has been dead since 1 us (fails_at); 4 "),
            HasSubstr("bench.tx waits for an acknowledgement (the link has been dead since 1 us")));
}

TEST(DeadLink, PacketsWhoseAnswersDieArriveOnceAndTheWayBackIsNamed) {
  test::LinkBench bench(dying(sc_core::SC_ZERO_TIME), dying(death()), limits(), 1);
  bench.queue(20, 80);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  EXPECT_EQ(bench.arrivals.size(), 20u);
  EXPECT_THAT(report.explanation,
              HasSubstr("bench.tx: the path back from bench has been dead since 1 us"));
}

TEST(DeadLink, OneThatDiesWhenAllIsDoneDisturbsNobody) {
  const LinkParams late = dying(sc_core::sc_time(1, sc_core::SC_MS));
  test::LinkBench bench(late, late, limits(), 1);
  bench.queue(20, 80);
  EXPECT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  EXPECT_EQ(bench.tx.stats().replays.value(), 0u);
  EXPECT_EQ(bench.arrivals.back().accepted, sc_core::sc_time(1900, sc_core::SC_NS).value());
}

TEST(DeadLink, OnlyThoseThatAreNamedFail) {
  EXPECT_EQ(dying(death(), "node_*.port_1").dies_at(std::string("node_3.port_1")), death().value());
  EXPECT_EQ(dying(death(), "node_*.port_1").dies_at(std::string("node_3.port_2")), core::kNever);
  EXPECT_EQ(dying(sc_core::SC_ZERO_TIME).dies_at(std::string("a")), core::kNever);
}

}  // namespace
}  // namespace gf::hw::link::dead_link_test
