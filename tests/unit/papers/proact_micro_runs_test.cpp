// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "papers/isca21_proact/micro_runs.h"

namespace gf::papers::isca21::proact_micro_runs_test {
namespace {

TEST(ProactMicroRuns, SizesAreWholeUnits) {
  EXPECT_EQ(size_text(4096), "4 KiB");
  EXPECT_EQ(size_text(1 << 20), "1 MiB");
  EXPECT_EQ(size_text((1 << 20) - 65536), "960 KiB");
  EXPECT_EQ(size_text(15 << 19), "7680 KiB");
}

TEST(ProactMicroRuns, StepsTellTheShareThatIsDone) {
  std::vector<double> told;
  ExperimentContext context;
  context.progress = [&](double fraction) { told.push_back(fraction); };
  Steps steps(context, 4);
  for (int n = 0; n < 4; ++n) steps.done();
  EXPECT_THAT(told, testing::ElementsAre(0.25, 0.5, 0.75, 1.0));
}

TEST(ProactMicroRuns, StepsNeedNobodyToTell) {
  const ExperimentContext context;
  Steps(context, 1).done();
}

}  // namespace
}  // namespace gf::papers::isca21::proact_micro_runs_test
