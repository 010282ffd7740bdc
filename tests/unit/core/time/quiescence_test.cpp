// SPDX-License-Identifier: Apache-2.0
#include "core/time/quiescence.h"

#include "tests/support/matchers.h"

namespace gf::core::quiescence_test {
namespace {

struct Component : Quiescent {
  explicit Component(const std::string& path) : Quiescent(path) {}
  bool idle() const override { return idle_now; }
  void append_waits(std::vector<Wait>& waits) const override {
    if (!holder.empty()) waits.push_back({quiescent_path(), "credit", holder});
  }
  bool idle_now = true;
  std::string holder;
};

std::vector<Wait> chain(const std::vector<std::pair<std::string, std::string>>& edges) {
  std::vector<Wait> waits;
  for (const auto& [waiter, holder] : edges) waits.push_back({waiter, "credit", holder});
  return waits;
}

TEST(PendingWaits, EmptyWhenAllAreIdle) {
  Component a("a");
  Component b("b");
  EXPECT_THAT(pending_waits(), IsEmpty());
}

TEST(PendingWaits, InOrderOfPathsAndOnlyOfTheBusy) {
  Component b("b");
  Component a("a");
  Component idle("c");
  a.idle_now = b.idle_now = false;
  a.holder = "b";
  b.holder = "c";
  idle.holder = "a";
  const std::vector<Wait> waits = pending_waits();
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].waiter, "a");
  EXPECT_EQ(waits[1].waiter, "b");
}

TEST(PendingWaits, SilenceIsNotQuiescence) {
  Component a("a");
  a.idle_now = false;
  ASSERT_EQ(pending_waits().size(), 1u);
  EXPECT_EQ(pending_waits()[0].waiter, "a");
}

TEST(PendingWaits, ForgetsComponentsThatAreGone) {
  {
    Component twin_1("a");
    Component twin_2("a");
    twin_1.idle_now = twin_2.idle_now = false;
    EXPECT_EQ(pending_waits().size(), 2u);
  }
  EXPECT_THAT(pending_waits(), IsEmpty());
}

TEST(Explain, TheChainThenOneLineAWait) {
  EXPECT_EQ(explain(chain({{"a", "b"}, {"b", "c"}})),
            "chain: a -> b -> c\na waits for credit from b\nb waits for credit from c\n");
  EXPECT_EQ(explain({}), "");
}

TEST(Explain, NamesTheCycle) {
  EXPECT_THAT(explain(chain({{"a", "b"}, {"b", "c"}, {"c", "a"}})),
              StartsWith("cycle: a -> b -> c -> a\n"));
}

TEST(Explain, FindsACycleBehindATailAndADeadEnd) {
  const std::string text =
      explain(chain({{"a", "dead"}, {"a", "b"}, {"b", "dead"}, {"b", "c"}, {"c", "b"}}));
  EXPECT_THAT(text, StartsWith("cycle: b -> c -> b\n"));
}

TEST(Explain, AComponentMayWaitForItself) {
  EXPECT_THAT(explain(chain({{"a", "a"}})), StartsWith("cycle: a -> a\n"));
}

TEST(Explain, ADiamondIsNoCycle) {
  EXPECT_THAT(explain(chain({{"a", "b"}, {"a", "c"}, {"b", "d"}, {"c", "d"}})),
              StartsWith("chain: a -> b -> d\n"));
}

TEST(Explain, LongChainsNeedNoDeepStack) {
  std::vector<Wait> waits;
  constexpr int kLength = 100'000;
  for (int i = 0; i < kLength; ++i)
    waits.push_back({std::to_string(i), "credit", std::to_string((i + 1) % kLength)});
  EXPECT_THAT(explain(waits), StartsWith("cycle: 0 -> 1 -> 2 -> "));
}

TEST(Explain, NamesWhatTheRunIsAboutFirstHoweverMuchWaits) {
  std::vector<Wait> waits;
  for (int i = 0; i < 100; ++i) waits.push_back({"part_" + std::to_string(i), "credit", "nobody"});
  waits.push_back({"host", "copy 0->2", "part_3", true});
  EXPECT_THAT(explain(waits), StartsWith("chain: part_0 -> nobody\n"
                                         "host waits for copy 0->2 from part_3\n"
                                         "part_0 waits for credit from nobody\n"
                                         "and 99 more waits\n"));
}

}  // namespace
}  // namespace gf::core::quiescence_test
