// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce_progress.h"

#include <gtest/gtest.h>

namespace gf::app::reproduce_progress_test {
namespace {

TEST(ProgressText, EstimatesTheTimeLeft) {
  EXPECT_EQ(progress_text({3, 12, 0.25, {"a.b", "a.c"}}, 30),
            "3/12 done, 25 %, about 1:30 left: a.b, a.c");
}

TEST(ProgressText, NoEstimateBeforeThereIsProgress) {
  EXPECT_EQ(progress_text({0, 12, 0.001, {"a.b"}}, 30), "0/12 done, 0 %: a.b");
}

TEST(ProgressText, NeverClaimsToBeDoneEarly) {
  EXPECT_EQ(progress_text({11, 12, 0.999, {"a.b"}}, 0), "11/12 done, 99 %, about 0:00 left: a.b");
}

}  // namespace
}  // namespace gf::app::reproduce_progress_test
