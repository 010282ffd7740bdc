// SPDX-License-Identifier: Apache-2.0
#include "core/text/numbered_names.h"

#include <gtest/gtest.h>

namespace gf::core::numbered_names_test {
namespace {

TEST(NumberedNames, OnlyThoseOfOneNameAreNumbered) {
  NumberedNames names;
  EXPECT_EQ(names.next("copy 0->2"), "copy 0->2");
  EXPECT_EQ(names.next("copy 0->3"), "copy 0->3");
  EXPECT_EQ(names.next("copy 0->2"), "copy 0->2 #2");
  EXPECT_EQ(names.next("copy 0->2"), "copy 0->2 #3");
  EXPECT_EQ(names.next("copy 0->3"), "copy 0->3 #2");
}

}  // namespace
}  // namespace gf::core::numbered_names_test
