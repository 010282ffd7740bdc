// SPDX-License-Identifier: Apache-2.0
#include "core/base/time_limits.h"

#include <limits>

#include "core/base/units.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::time_limits_test {
namespace {

TEST(TimeLimits, StepsUpToAThousandSeconds) {
  EXPECT_EQ(step_of(1e-9, "a step"), sc_core::sc_time(1, sc_core::SC_NS));
  EXPECT_EQ(step_of(0, "a step"), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(step_of(1000, "a step").value(), kLongestStep);
  for (const double seconds : {1000.1, 1e300, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN(), -1.0}) {
    EXPECT_THAT(test::error_of([seconds] { (void)step_of(seconds, "a kernel"); }),
                AllOf(StartsWith("a kernel takes "), HasSubstr("at most 1000 s")));
  }
}

TEST(TimeLimits, RatesMakeSteps) {
  EXPECT_EQ(ByteRate(1).time_for(1000).value(), kLongestStep);
  EXPECT_THAT(test::error_of([] { (void)ByteRate(1).time_for(1u << 20); }),
              StartsWith("moving 1 MiB at 1 B/s takes 1.04858e+06 s; "));
  EXPECT_THAT(test::error_of([] { (void)ByteRate(0).time_for(1); }), HasSubstr("takes inf s"));
}

TEST(TimeLimits, RepeatedTimesAreSteps) {
  const sc_core::sc_time time(3, sc_core::SC_NS);
  EXPECT_EQ(repeated(time, 7, "pages"), sc_core::sc_time(21, sc_core::SC_NS));
  EXPECT_THAT(test::error_of([&] { (void)repeated(time, 1e12, "pages"); }),
              StartsWith("pages takes 3000 s"));
}

TEST(TimeLimits, AStepFromTheLastMomentIsADate) {
  EXPECT_NO_THROW(check_end_of_time(kEndOfTime));
  EXPECT_THAT(test::error_of([] { check_end_of_time(kEndOfTime + 1); }),
              AllOf(HasSubstr("9223 s"), HasSubstr("--stop-at")));
  EXPECT_GT(kEndOfTime + kLongestStep, kEndOfTime);
}

}  // namespace
}  // namespace gf::core::time_limits_test
