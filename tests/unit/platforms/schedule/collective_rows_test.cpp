// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/collective_rows.h"

#include <gmock/gmock.h>

namespace gf::platforms::schedule::collective_rows_test {
namespace {

model::Collective all_reduce() {
  model::Collective collective;
  collective.name = "allreduce";
  collective.algorithm = "ring";
  collective.ranks = 4;
  collective.op = model::ReduceOp::kSum;
  collective.elements = 250'000;
  return collective;
}

TEST(CollectiveRows, AlgorithmAndBusBandwidth) {
  const model::Collective collective = all_reduce();
  const CollectiveRow row{&collective, 1e-3, {}};
  EXPECT_DOUBLE_EQ(row.algorithm_rate(), 1e9);
  EXPECT_DOUBLE_EQ(row.bus_rate(), 1.5e9);
  EXPECT_EQ((CollectiveRow{&collective, 0, {}}).bus_rate(), 0);
}

TEST(CollectiveRows, TableSaysWhatDidNotEndAndWhatWasNotChecked) {
  model::Collective checked = all_reduce();
  checked.check = true;
  const model::Collective plain = all_reduce();
  const std::string table = collective_table(
      {{&checked, 1e-3, {1'000'000, 7, "x"}}, {&plain, 0, {}}, {&plain, 1, {}}}, 2);
  EXPECT_THAT(table, testing::HasSubstr("1000000  250000  uint32  sum"));
  EXPECT_THAT(table, testing::ContainsRegex("1000.00 +1.00 +1.50 +7\n"));
  EXPECT_THAT(table, testing::ContainsRegex("not ended .*N/A\n"));
  EXPECT_THAT(table, testing::HasSubstr("... 1 more"));
}

TEST(CollectiveRows, ResultsOfEachAndWhatWasCompared) {
  model::Collective checked = all_reduce();
  checked.check = true;
  const std::vector<Result> results = collective_results({{&checked, 1e-3, {100, 7, "x"}}});
  std::vector<std::string> names;
  for (const Result& result : results) names.push_back(result.name);
  EXPECT_THAT(names,
              testing::ElementsAre("collectives", "collective_0.time", "collective_0.algbw",
                                   "collective_0.busbw", "elements_compared", "elements_wrong"));
  EXPECT_EQ(results.back().value, 7);
}

}  // namespace
}  // namespace gf::platforms::schedule::collective_rows_test
