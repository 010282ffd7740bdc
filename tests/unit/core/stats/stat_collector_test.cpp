// SPDX-License-Identifier: Apache-2.0
// What a rank has counted for its modules takes the place of what another one has there.
#include "core/stats/stat_collector.h"

#include <gmock/gmock.h>

#include "core/stats/stats.h"

namespace gf::core::stat_collector_test {
namespace {

/// Of a module, all kinds.
struct Counts : StatGroup {
  explicit Counts(const char* path) : StatGroup(path) {}
  void count(std::uint64_t n) {
    things += n;
    busy.add_ticks(10 * n);
    stalls.add(StallCause::kReplay, n);
    for (std::uint64_t i = 0; i < n; ++i) waits.record(1000 * i);
  }
  Counter things{*this, "things", Unit::kCount, "things"};
  Duration busy{*this, "busy", "time"};
  StallDuration stalls{*this, "stall", "time"};
  Histogram waits{*this, "wait", Unit::kSeconds, "time", 1e-15};
};

std::vector<double> values() {
  std::vector<double> values;
  for (const StatRow& row : StatRegistry::instance().rows()) values.push_back(row.value);
  return values;
}

unsigned rank_of(const std::string& path) {
  return path == "mine" ? 0 : path == "yours" ? 1 : StatCollector::kNobody;
}
/// Rank 1 says the same, and "yours" are its own.
unsigned rank_of_there(const std::string& path) {
  return path == "yours" ? 0 : StatCollector::kNobody;
}

TEST(StatCollector, BringAllKindsOfStatistics) {
  StatCollector homes(rank_of), there(rank_of_there);
  Counts mine("mine"), yours("yours"), other("other");
  yours.count(40);
  mine.count(2);
  const std::vector<double> wanted = values();
  const std::string packed = there.packed();
  // As in the rank that does not serve it, which has come by other values.
  yours.count(7);
  ASSERT_NE(values(), wanted);
  homes.merge_packed({"", packed});
  EXPECT_EQ(values(), wanted);
  homes.merge_packed({"", packed});
  EXPECT_EQ(values(), wanted) << "in place of what is there, not added to it";
}

TEST(StatCollector, LeaveOthersAlone) {
  StatCollector homes(rank_of), there(rank_of_there);
  Counts mine("mine"), yours("yours"), other("other");
  const std::string nothing = there.packed();
  other.count(3);
  mine.count(4);
  yours.count(5);
  homes.merge_packed({"", nothing});
  EXPECT_EQ(mine.things.value(), 4u);
  EXPECT_EQ(other.things.value(), 3u);
  EXPECT_EQ(yours.things.value(), 0u);
  EXPECT_EQ(yours.waits.count(), 0u);
  EXPECT_EQ(yours.waits.max(), 0);
}

TEST(StatCollector, FindOutThatRanksHaveBuiltTwoMachines) {
  StatCollector homes(rank_of), there(rank_of_there);
  Counts mine("mine"), yours("yours");
  const std::string packed = there.packed();
  EXPECT_ANY_THROW(homes.merge_packed({"", packed + packed}));
  EXPECT_ANY_THROW(homes.merge_packed({"", packed.substr(1)}));
}

TEST(StatCollector, SayWhoCountsAModule) {
  const StatCollector homes(rank_of);
  EXPECT_EQ(homes.rank_counting("yours"), 1u);
  EXPECT_EQ(homes.rank_counting("anybody's"), std::nullopt);
}

TEST(StatCollector, OfAProcessAloneDoNothing) {
  StatCollector homes(rank_of);
  Counts yours("yours");
  yours.count(5);
  RankData::collect(RankData::When::kRead);
  EXPECT_EQ(yours.things.value(), 5u);
}

TEST(StatCollector, KnowAModuleByTheNumberInItsPath) {
  EXPECT_EQ(number_behind("node_", "node_12.gpu_0"), 12u);
  EXPECT_EQ(number_behind("node_", "node_3"), 3u);
  EXPECT_EQ(number_behind("to node ", "to node 4 2"), 4u);
  EXPECT_EQ(number_behind("node_", "switch_3.x_plus"), std::nullopt);
  EXPECT_EQ(number_behind("node_", "node_of"), std::nullopt);
}

}  // namespace
}  // namespace gf::core::stat_collector_test
