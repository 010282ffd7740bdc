// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/run_report.h"

#include <sstream>

#include "tests/support/matchers.h"

namespace gf::test::run_report_test {
namespace {

using namespace platforms::proact;  // NOLINT: of the subject of this file

constexpr core::Ticks kMicrosecond = 1'000'000'000;

/// Launch 1 us, kernel 10, drain 2, sync 5, copies 4.
PhaseTimes phase_at(core::Ticks begin) {
  PhaseTimes times;
  times.launched = begin;
  times.started = begin + 1 * kMicrosecond;
  times.produced = begin + 11 * kMicrosecond;
  times.drained = begin + 13 * kMicrosecond;
  times.transferred = begin + 22 * kMicrosecond;
  times.copied = 4 * kMicrosecond;
  return times;
}

TEST(RunReport, ThePartsOfAPhaseAddUpToAllOfIt) {
  const std::string table = phases_table({phase_at(0), phase_at(22 * kMicrosecond)});
  EXPECT_THAT(table, testing::ContainsRegex("1 +1.000 +10.000 +2.000 +5.000 +4.000 +22.000\n"));
  EXPECT_THAT(table, testing::ContainsRegex("all +2.000 +20.000 +4.000 +10.000 +8.000 +44.000\n"));
}

TEST(RunReport, APhaseThatTheRunDidNotEndHasARowOfItsOwn) {
  PhaseTimes cut;
  cut.launched = 22 * kMicrosecond;
  cut.started = 23 * kMicrosecond;
  cut.produced = cut.drained = cut.transferred = 26 * kMicrosecond;
  const std::string table = phases_table({phase_at(0)}, cut);
  EXPECT_THAT(table,
              testing::ContainsRegex("1, cut short +1.000 +3.000 +0.000 +0.000 +0.000 +4.000\n"));
  EXPECT_THAT(table, testing::ContainsRegex("all +2.000 +13.000 +2.000 +5.000 +4.000 +26.000\n"));
  std::ostringstream csv;
  write_phases_csv(csv, {phase_at(0)});
  EXPECT_EQ(csv.str(),
            "phase,launched_us,started_us,produced_us,drained_us,copies_us,done_us\n"
            "0,0.000000,1.000000,11.000000,13.000000,18.000000,22.000000\n");
}

TEST(RunReport, ManyPhasesAreCutShortButAddedUp) {
  std::vector<PhaseTimes> times;
  for (unsigned n = 0; n < 20; ++n) times.push_back(phase_at(22 * n * kMicrosecond));
  const std::string table = phases_table(times);
  EXPECT_THAT(table, HasSubstr("\n7 "));
  EXPECT_THAT(table, testing::Not(HasSubstr("\n8 ")));
  EXPECT_THAT(table, HasSubstr("\n..."));
  EXPECT_THAT(table, testing::ContainsRegex("all .* 440.000\n"));
}

TEST(RunReport, LinksBothWays) {
  PortRow row;
  row.traffic.out = {2'000'000, 1'500'000, 1000, 1e-6};
  row.traffic.in = {1'000'000, 1'000'000, 500, 2e-6};
  row.out_utilization = 0.25;
  row.in_utilization = 0.125;
  EXPECT_THAT(ports_table({row}),
              testing::ContainsRegex("0 +2.000 +1000 +75.0 +25.0 +1.000 +500 +100.0 +12.5\n"));
  std::ostringstream csv;
  write_ports_csv(csv, {row});
  EXPECT_THAT(csv.str(), HasSubstr("\n0,2000000,1500000,1000,0.250000,1e-06,1000000,1000000,500,"
                                   "0.125000,2e-06\n"));
}

}  // namespace
}  // namespace gf::test::run_report_test
