// SPDX-License-Identifier: Apache-2.0
#include "core/cycle_boxes.h"

#include <gmock/gmock.h>

#include "core/clock_domain.h"

namespace gf::core::cycle_boxes_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Delivers letters, each of which may send another one.
class Post : private Clocked {
 public:
  struct Letter {
    int text;
    Cycle at;
    Cycle answer_after;  ///< 0: none.
  };
  explicit Post(ClockDomain& clock) : boxes_(clock) { clock.lead(*this); }
  void send(int text, Cycle at, Cycle answer_after = 0) {
    boxes_.for_cycle(at).push_back({text, at, answer_after});
  }
  std::vector<std::pair<Cycle, int>> delivered;
  unsigned looks = 0;

 private:
  void cycle(Cycle now) override {
    std::vector<Letter>& box = boxes_[now];
    for (std::size_t i = 0; i < box.size(); ++i) {
      const Letter letter = box[i];
      ++looks;
      if (letter.at > now) {
        send(letter.text, letter.at, letter.answer_after);
        continue;
      }
      delivered.emplace_back(now, letter.text);
      if (letter.answer_after != 0) send(-letter.text, now + letter.answer_after);
    }
    boxes_.emptied(box);
  }
  CycleBoxes<Letter> boxes_;
};

TEST(CycleBoxes, DeliversByCycleInTheOrderOfThePosts) {
  ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  Post post(clock);
  post.send(1, 9);
  post.send(2, 4, 5);
  post.send(3, 9);
  sc_core::sc_start();
  EXPECT_THAT(post.delivered, ElementsAre(Pair(4, 2), Pair(9, 1), Pair(9, 3), Pair(9, -2)));
}

TEST(CycleBoxes, WhatComesLaterThanThereAreBoxesIsPutOff) {
  ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  Post post(clock);
  post.send(1, 1, 5000);
  post.send(2, ClockDomain::kHorizon - 1);
  sc_core::sc_start();
  EXPECT_THAT(post.delivered,
              ElementsAre(Pair(1, 1), Pair(ClockDomain::kHorizon - 1, 2), Pair(5001, -1)));
  EXPECT_EQ(post.looks, 3u + 4u) << "four times on its way";
}

}  // namespace
}  // namespace gf::core::cycle_boxes_test
