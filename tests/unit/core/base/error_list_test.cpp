// SPDX-License-Identifier: Apache-2.0
#include "core/base/error_list.h"

#include "tests/support/matchers.h"

namespace gf::core::error_list_test {
namespace {

ErrorList numbers(unsigned first, unsigned last) {
  ErrorList list;
  for (unsigned n = first; n <= last; ++n) list.add([&] { return std::to_string(n); });
  return list;
}

TEST(ErrorList, ListsAllOfAFew) {
  EXPECT_TRUE(ErrorList{}.empty());
  EXPECT_THAT(ErrorList{}.lines(), ElementsAre());
  EXPECT_FALSE(numbers(1, 1).empty());
  EXPECT_THAT(numbers(1, 5).lines(), ElementsAre("1", "2", "3", "4", "5"));
}

TEST(ErrorList, ListsTheFirstOfManyAndCountsTheOthers) {
  EXPECT_THAT(numbers(1, 6).lines(), ElementsAre("1", "2", "3", "4", "5", "and 1 more"));
  EXPECT_EQ(numbers(1, 6).size(), 6u);
}

TEST(ErrorList, MakesNoTextThatIsNotKept) {
  ErrorList list = numbers(1, 5);
  list.add([]() -> std::string { throw std::logic_error("made"); });
  EXPECT_EQ(list.size(), 6u);
}

TEST(ErrorList, AppendedOnesComeAfterItsOwn) {
  ErrorList list = numbers(1, 3);
  list.append(numbers(11, 19));
  EXPECT_THAT(list.lines(), ElementsAre("1", "2", "3", "11", "12", "and 7 more"));
  list.append(numbers(21, 22));
  EXPECT_EQ(list.lines().back(), "and 9 more");
}

}  // namespace
}  // namespace gf::core::error_list_test
