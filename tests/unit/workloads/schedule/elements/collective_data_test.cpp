// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/collective_data.h"

#include <gmock/gmock.h>

namespace gf::model::collective_data_test {
namespace {

/// Rank 0 gives rank 1 its vector of four elements, in two copies.
Collective broadcast() {
  Collective collective;
  collective.kind = Collective::Kind::kBroadcast;
  collective.name = "broadcast";
  collective.ranks = 2;
  collective.elements = 4;
  collective.in_place = collective.check = true;
  collective.moves = {{{{0, RankBuffer::kInput, 0, 2}}, {{1, RankBuffer::kOutput, 0, 2}}},
                      {{{0, RankBuffer::kInput, 2, 2}}, {{1, RankBuffer::kOutput, 2, 2}}}};
  return collective;
}

TEST(CollectiveData, IsRightWhenAllTasksHaveEnded) {
  const Collective collective = broadcast();
  CollectiveData data(collective);
  data.began(0);
  data.began(1);
  data.ended(1);
  data.ended(0);
  EXPECT_EQ(data.verdict().compared, 8u);
  EXPECT_EQ(data.verdict().wrong, 0u);
  EXPECT_EQ(data.verdict().first_wrong, "");
}

TEST(CollectiveData, NamesTheFirstElementThatIsWrongAndCountsAll) {
  const Collective collective = broadcast();
  CollectiveData data(collective);
  data.began(0);
  data.ended(0);
  EXPECT_EQ(data.verdict().wrong, 2u);
  EXPECT_THAT(data.verdict().first_wrong,
              testing::StartsWith("broadcast: element 2 of rank 1 is "));
}

TEST(CollectiveData, TakesWhatATaskReadsWhenItBegins) {
  Collective collective = broadcast();
  collective.moves.push_back({{{1, RankBuffer::kOutput, 0, 4}}, {{1, RankBuffer::kOutput, 0, 4}}});
  CollectiveData data(collective);
  data.began(2);  // before anything has come, so it puts back what was there
  for (const std::size_t task : {0u, 1u}) {
    data.began(task);
    data.ended(task);
  }
  EXPECT_EQ(data.verdict().wrong, 0u);
  data.ended(2);
  EXPECT_EQ(data.verdict().wrong, 4u);
}

TEST(CollectiveData, ReducesBySumOrMaximum) {
  for (const ReduceOp op : {ReduceOp::kSum, ReduceOp::kMax}) {
    Collective collective;
    collective.kind = Collective::Kind::kReduceScatter;
    collective.ranks = 1;
    collective.elements = 2;
    collective.check = true;
    collective.op = op;
    const Elements input{0, RankBuffer::kInput, 0, 2};
    collective.moves = {{{input, input}, {{0, RankBuffer::kOutput, 0, 2}}}};
    CollectiveData data(collective);
    data.began(0);
    data.ended(0);
    // Of one rank the result is its own vector: a maximum with itself, and not twice of it.
    EXPECT_EQ(data.verdict().wrong, op == ReduceOp::kMax ? 0u : 2u);
  }
}

}  // namespace
}  // namespace gf::model::collective_data_test
