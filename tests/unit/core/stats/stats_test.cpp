// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stats.h"

#include <optional>

#include "tests/support/matchers.h"

namespace gf::core::stats_test {
namespace {

std::vector<std::string> names(const std::vector<StatRow>& rows) {
  std::vector<std::string> found;
  for (const StatRow& row : rows) found.push_back(row.path + "/" + row.name);
  return found;
}

TEST(Counter, CountsAndStartsAgainAfterReset) {
  StatGroup group("port");
  Counter tlps(group, "tlps", Unit::kCount, "TLPs sent");
  ++tlps;
  tlps += 41;
  EXPECT_EQ(tlps.value(), 42u);
  const StatRow row = StatRegistry::instance().rows().at(0);
  EXPECT_EQ(row.path, "port");
  EXPECT_EQ(row.name, "tlps");
  EXPECT_EQ(row.value, 42.0);
  EXPECT_EQ(row.unit, Unit::kCount);
  EXPECT_EQ(row.description, "TLPs sent");
  group.reset();
  EXPECT_EQ(tlps.value(), 0u);
}

TEST(Duration, AddsSpansAndReportsSeconds) {
  StatGroup group("link");
  Duration busy(group, "busy", "holds a packet");
  busy.add(sc_core::sc_time(2, sc_core::SC_NS));
  busy.add_ticks(500'000);
  EXPECT_EQ(busy.value(), sc_core::sc_time(2.5, sc_core::SC_NS));
  EXPECT_DOUBLE_EQ(StatRegistry::instance().rows().at(0).value, 2.5e-9);
}

TEST(StallDuration, TotalIsTheSumOfTheCauses) {
  StatGroup group("egress");
  StallDuration stall(group, "stall", "head TLP ready, not sent");
  for (std::size_t i = 0; i < kStallCauses; ++i)
    stall.add(static_cast<StallCause>(i), 1'000'003 * (i + 1));
  const std::vector<StatRow> rows = StatRegistry::instance().rows();
  EXPECT_THAT(names(rows), ElementsAre("egress/stall.no_credit", "egress/stall.link_busy",
                                       "egress/stall.lane_turning", "egress/stall.buffer_full",
                                       "egress/stall.arbitration_lost", "egress/stall.replay",
                                       "egress/stall.total"));
  double sum = 0;
  for (std::size_t i = 0; i < kStallCauses; ++i) sum += rows[i].value;
  EXPECT_DOUBLE_EQ(rows.back().value, sum);
  EXPECT_DOUBLE_EQ(rows.back().value, 21 * 1'000'003 * 1e-15);
  group.reset();
  EXPECT_EQ(StatRegistry::instance().rows().back().value, 0.0);
}

TEST(StatRegistry, ReadsGroupsInOrderOfTheirPaths) {
  StatGroup late("b");
  Counter b(late, "n", Unit::kCount, "");
  StatGroup early("a");
  Counter a2(early, "z", Unit::kCount, "");
  Counter a1(early, "a", Unit::kCount, "");
  // Statistics of a group keep the order of their declaration.
  EXPECT_THAT(names(StatRegistry::instance().rows()), ElementsAre("a/z", "a/a", "b/n"));
}

TEST(StatRegistry, ForgetsGroupsThatAreGone) {
  StatGroup stays("stays");
  {
    StatGroup goes("goes");
    EXPECT_EQ(StatRegistry::instance().groups().size(), 2u);
  }
  EXPECT_THAT(StatRegistry::instance().groups(), ElementsAre(&stays));
}

TEST(StatRegistry, RefusesASecondGroupAtAPath) {
  StatGroup first("dgx.gpu_0");
  EXPECT_THROW(StatGroup("dgx.gpu_0"), std::logic_error);
  EXPECT_THAT(StatRegistry::instance().groups(), ElementsAre(&first));
}

TEST(StatRegistry, ResetsEverything) {
  StatGroup a("a");
  Counter count(a, "count", Unit::kCount, "");
  StatGroup b("b");
  Duration busy(b, "busy", "");
  Histogram wait(b, "wait", Unit::kSeconds, "");
  count += 3;
  busy.add_ticks(7);
  wait.record(9);
  StatRegistry::instance().reset();
  for (const StatRow& row : StatRegistry::instance().rows()) EXPECT_EQ(row.value, 0.0) << row.name;
}

TEST(StatNames, OfUnitsAndCauses) {
  EXPECT_EQ(to_text(Unit::kBytesPerSecond), "B/s");
  EXPECT_EQ(to_text(StallCause::kNoCredit), "no_credit");
  EXPECT_EQ(to_text(StallCause::kReplay), "replay");
}

}  // namespace
}  // namespace gf::core::stats_test
