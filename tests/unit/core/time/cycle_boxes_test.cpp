// SPDX-License-Identifier: Apache-2.0
#include "core/time/cycle_boxes.h"

#include "core/time/clock_domain.h"
#include "tests/support/matchers.h"

namespace gf::core::cycle_boxes_test {
namespace {

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
    boxes_.add(at, {text, at, answer_after});
  }
  std::vector<std::pair<Cycle, int>> delivered;
  unsigned looks = 0;

 private:
  void cycle(Cycle now) override {
    const auto nothing = [](const Letter&) {};
    const auto act = [&](const Letter& letter) {
      ++looks;
      if (letter.at > now) {
        send(letter.text, letter.at, letter.answer_after);
        return;
      }
      delivered.emplace_back(now, letter.text);
      if (letter.answer_after != 0) send(-letter.text, now + letter.answer_after);
    };
    boxes_.deliver(now, act, nothing, nothing);
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

/// Notes what it is told of ahead.
class Ahead : private Clocked {
 public:
  explicit Ahead(ClockDomain& clock) : boxes_(clock) { clock.lead(*this); }
  void send(Cycle at, int count) {
    for (int text = 0; text < count; ++text) boxes_.add(at, text);
  }
  std::vector<int> acted, soon, later;

 private:
  void cycle(Cycle now) override {
    boxes_.deliver(
        now,
        [&](int text) {
          acted.push_back(text);
          EXPECT_GE(soon.size(), acted.size());
          EXPECT_GE(later.size(), soon.size());
        },
        [&](int text) { soon.push_back(text); }, [&](int text) { later.push_back(text); });
  }
  CycleBoxes<int> boxes_;
};

TEST(CycleBoxes, EachIsAnnouncedTwiceInOrderWhateverTheLength) {
  ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  Ahead boxes(clock);
  std::vector<int> all;
  Cycle at = 3;
  for (const int count : {1, 8, 9, 17, 172, 173, 1000, 2}) {
    boxes.send(at++, count);
    for (int text = 0; text < count; ++text) all.push_back(text);
  }
  sc_core::sc_start();
  EXPECT_EQ(boxes.acted, all);
  EXPECT_EQ(boxes.soon, all);
  EXPECT_EQ(boxes.later, all);
}

}  // namespace
}  // namespace gf::core::cycle_boxes_test
