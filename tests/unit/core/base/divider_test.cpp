// SPDX-License-Identifier: Apache-2.0
#include "core/base/divider.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace gf::core::divider_test {
namespace {

TEST(Divider, AgreesWithDivisionAroundMultiplesAndAnywhere) {
  RandomStream random(1, "divider");
  for (std::uint32_t d = 1; d <= 4096; ++d) {
    const Divider by(d);
    for (int i = 0; i < 20; ++i) {
      const auto any = static_cast<std::uint32_t>(random.below(Divider::kMost));
      const std::uint32_t multiple = any / d * d;
      for (const std::uint32_t n :
           {any, multiple, multiple == 0 ? 0 : multiple - 1, Divider::kMost}) {
        ASSERT_EQ(by(n), n / d) << n << " / " << d;
        ASSERT_EQ(by.rest(n), n % d) << n << " % " << d;
      }
    }
  }
}

TEST(Divider, RefusesNoDivisor) { EXPECT_ANY_THROW(Divider{0}); }

}  // namespace
}  // namespace gf::core::divider_test
