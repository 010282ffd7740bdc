// SPDX-License-Identifier: Apache-2.0
#include "core/base/active.h"

#include <gtest/gtest.h>
#include <optional>

namespace gf::core::active_test {
namespace {

struct Listener : Active<Listener> {};
struct Other : Active<Other> {};

TEST(Active, IsFoundWhileItLives) {
  EXPECT_EQ(Listener::active(), nullptr);
  {
    const Listener one;
    EXPECT_EQ(Listener::active(), &one);
    EXPECT_EQ(Other::active(), nullptr) << "each kind has one of its own";
  }
  EXPECT_EQ(Listener::active(), nullptr);
}

TEST(Active, ThereIsOneAtATime) {
  std::optional<Listener> first(std::in_place);
  EXPECT_ANY_THROW(Listener());
  EXPECT_EQ(Listener::active(), &*first) << "the second one was none";
}

}  // namespace
}  // namespace gf::core::active_test
