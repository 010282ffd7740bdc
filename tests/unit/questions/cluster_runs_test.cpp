// SPDX-License-Identifier: Apache-2.0
#include "questions/cluster_runs.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace gf::papers::cluster::cluster_runs_test {
namespace {

TEST(ClusterRuns, CurvesCrossBetweenPointsByTheLogarithm) {
  // Differences of -1 and +1 at 1024 and 4096: half way, by the logarithm.
  EXPECT_NEAR(crossing_of({1024, 4096}, {1, 3}, {2, 2}).value(), 2048, 1e-9);
  EXPECT_NEAR(crossing_of({1, 2, 4, 8}, {5, 4, 3, 1}, {0, 1, 2, 3}).value(), 4 * 1.2599210, 1e-6);
}

TEST(ClusterRuns, CurvesThatDoNotCrossHaveNoCrossing) {
  EXPECT_FALSE(crossing_of({1, 2, 4}, {1, 1, 1}, {2, 2, 2}));
  EXPECT_FALSE(crossing_of({1, 2}, {1, 1}, {1, 1})) << "one and the same";
}

TEST(ClusterRuns, TimeOfATaskIsFromItsIssueToItsEnd) {
  const core::CsvTable tasks("graph,id,issued_ns,end_ns\na,x,0,100\nb,x,50,300.5\n", "tasks.csv");
  EXPECT_DOUBLE_EQ(time_of(tasks, "b", "x"), 250.5e-9);
  EXPECT_THROW(static_cast<void>(time_of(tasks, "a", "y")), std::logic_error);
}

TEST(ClusterRuns, SettingsAreAppended) { EXPECT_EQ(with({"a=1"}, {"a=2"}), (Words{"a=1", "a=2"})); }

}  // namespace
}  // namespace gf::papers::cluster::cluster_runs_test
