// SPDX-License-Identifier: Apache-2.0
// One walk brings what the ranks hold to those that read it.
#include "core/ranks/rank_data.h"

#include "tests/support/matchers.h"

namespace gf::core::rank_data_test {
namespace {

/// A count that a rank adds to and the others send.
struct Counts : RankData {
  using RankData::RankData;
  void pack(ByteWriter& writer) override { writer.put(count); }
  void merge(std::vector<Packed>& others) override {
    ++merged;
    for (auto& [rank, reader] : others) {
      from.push_back(rank);
      count += reader.get<int>();
    }
  }
  [[nodiscard]] std::optional<unsigned> rank_counting(const std::string& path) const override {
    return path == "node_1" ? std::optional(1u) : std::nullopt;
  }
  int count = 0;
  int merged = 0;
  std::vector<unsigned> from;
};

TEST(RankData, IsCollectedWhileItLives) {
  Counts stays;
  {
    Counts goes;
    RankData::collect(RankData::When::kRead);
    EXPECT_EQ(goes.merged, 1);
  }
  RankData::collect(RankData::When::kRead);
  EXPECT_EQ(stays.merged, 2);
}

TEST(RankData, IsCollectedWhenItIsDue) {
  Counts sample(RankData::When::kSample), read, asked(RankData::When::kAsked);
  Counts all(RankData::When::kSample, RankData::Receiver::kAll);
  const auto merged = [&] {
    return std::vector{sample.merged, all.merged, read.merged, asked.merged};
  };
  RankData::collect(RankData::When::kSample);
  EXPECT_THAT(merged(), ElementsAre(1, 1, 0, 0));
  RankData::collect(RankData::When::kRead);
  EXPECT_THAT(merged(), ElementsAre(2, 2, 1, 0));
  asked.collect();
  EXPECT_THAT(merged(), ElementsAre(2, 2, 1, 1));
}

TEST(RankData, AddsWhatTheOthersHavePackedInTheirOrder) {
  Counts here, second, third;
  here.count = 1;
  second.count = 20;
  third.count = 300;
  here.merge_packed({"not read: it is this rank's own", second.packed(), third.packed()});
  EXPECT_EQ(here.count, 321);
  EXPECT_THAT(here.from, ElementsAre(1u, 2u));
  EXPECT_ANY_THROW(here.merge_packed({"", second.packed() + second.packed()}));
  EXPECT_ANY_THROW(here.merge_packed({"", "x"}));
}

TEST(RankData, SaysWhoCountsAModule) {
  const Counts counts;
  EXPECT_EQ(RankData::rank_that_counts("node_1"), 1u);
  EXPECT_EQ(RankData::rank_that_counts("node_2"), std::nullopt);
  EXPECT_TRUE(RankData::is_counted_here("node_1")) << "a process alone counts everything";
}

}  // namespace
}  // namespace gf::core::rank_data_test
