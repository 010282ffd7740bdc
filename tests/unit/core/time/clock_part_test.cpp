// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/clock_domain.h core/time/next_observation.h core/time/observer_counts.h
// A clock that is split serves each part for a window, and ends it where somebody else acts.
#include <utility>

#include "core/time/clock_domain.h"
#include "core/time/next_observation.h"
#include "tests/support/matchers.h"

namespace gf::core::clock_part_test {
namespace {

using Call = std::pair<unsigned, Cycle>;  ///< Part, cycle.

constexpr Cycle kWindow = 10;

/// A clock of two parts with a member each, which is called in all cycles up to `last`.
struct Parts : PartMailbox {
  struct Member : Clocked {
    Member(Parts& whole, unsigned part) : all(whole), number(part) {
      id = all.clock.part(part).add(*this);
      all.clock.part(part).wake(id, 0);
    }
    void cycle(Cycle now) override {
      all.calls.emplace_back(number, now);
      all.times.push_back(now_ticks());
      if (now < all.last) all.clock.part(number).wake(id, now + 1);
    }
    Parts& all;
    unsigned number;
    unsigned id = 0;
  };
  explicit Parts(Cycle last_cycle) : last(last_cycle) {
    clock.split(2, kWindow, *this);
    for (const unsigned part : {0u, 1u}) members.push_back(std::make_unique<Member>(*this, part));
  }
  void hand_over(unsigned part, Cycle from) override {
    EXPECT_EQ(clock.part(part).open_from(), from);
    handed.emplace_back(part, from);
  }
  void window_ended() override { ++windows; }
  /// First and last cycle of each stretch that one part was served for.
  [[nodiscard]] std::vector<std::pair<Cycle, Cycle>> stretches(unsigned part) const {
    std::vector<std::pair<Cycle, Cycle>> all;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].first != part) continue;
      const bool goes_on = i > 0 && calls[i - 1].first == part;
      if (goes_on)
        all.back().second = calls[i].second;
      else
        all.emplace_back(calls[i].second, calls[i].second);
    }
    return all;
  }
  ClockDomain clock{"clock", sc_core::sc_time(2, sc_core::SC_NS)};
  const Cycle last;
  std::vector<std::unique_ptr<Member>> members;
  std::vector<Call> calls;
  std::vector<Ticks> times;
  std::vector<Call> handed;
  unsigned windows = 0;
};

Ticks at_cycle(Cycle cycle) { return cycle * sc_core::sc_time(2, sc_core::SC_NS).value(); }

TEST(ClockWindows, EachPartIsServedForAWindowAtATime) {
  Parts parts(24);
  sc_core::sc_start();
  using Stretch = std::pair<Cycle, Cycle>;
  EXPECT_THAT(parts.stretches(0), ElementsAre(Stretch(0, 9), Stretch(10, 19), Stretch(20, 24)));
  EXPECT_EQ(parts.stretches(1), parts.stretches(0));
  EXPECT_THAT(parts.handed, ElementsAre(Call(0, 10), Call(1, 10), Call(0, 20), Call(1, 20),
                                        Call(0, 30), Call(1, 30)));
  EXPECT_EQ(parts.windows, 3u);
  EXPECT_EQ(parts.clock.calls(), 50u);
}

TEST(ClockWindows, TheTimeEndsAtTheLastCycleThatWasServed) {
  Parts parts(24);
  sc_core::sc_start();
  EXPECT_EQ(parts.clock.now(), 24u);
  EXPECT_EQ(now_ticks(), at_cycle(24));
}

TEST(ClockWindows, NobodyIsServedBeyondWhatOthersSee) {
  Parts parts(24);
  next_observation() = at_cycle(5) + 1;  // between cycles 5 and 6
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(parts.stretches(1).back().second, 5u);
  next_observation() = kNever;
  sc_core::sc_event event("event");
  event.notify(to_time(at_cycle(8)));
  sc_core::sc_start(to_time(at_cycle(7)));
  EXPECT_EQ(parts.stretches(1).back().second, 7u) << "the event of cycle 8 comes first";
  sc_core::sc_start();
  EXPECT_EQ(parts.stretches(1).back().second, 24u);
}

struct Conductor : Clocked {
  explicit Conductor(Parts& parts) : all(parts) {
    all.clock.conduct(*this);
    all.clock.wake_conductor(13);
  }
  void cycle(Cycle now) override {
    EXPECT_EQ(now_ticks(), at_cycle(now));
    EXPECT_EQ(all.clock.now(), now);
    for (const unsigned part : {0u, 1u}) EXPECT_EQ(all.stretches(part).back().second, now - 1);
    acted.push_back(now);
    if (now < 20) all.clock.wake_conductor(now + 4);
  }
  Parts& all;
  std::vector<Cycle> acted;
};

TEST(ClockWindows, TheConductorActsWhenAllPartsHaveComeToItsCycle) {
  Parts parts(24);
  Conductor conductor(parts);
  sc_core::sc_start();
  EXPECT_THAT(conductor.acted, ElementsAre(13, 17, 21));
  EXPECT_EQ(parts.calls.size(), 50u);
}

}  // namespace
}  // namespace gf::core::clock_part_test
