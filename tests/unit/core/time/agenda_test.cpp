// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/wakeup.h
// Processes that the agenda serves, beside a sorted list that does the same.
#include "core/time/agenda.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/time/watchdog.h"
#include "tests/support/matchers.h"

namespace gf::core::agenda_test {
namespace {

constexpr Ticks kUnit = 1'000'000;  // 1 ns

struct Call {
  Ticks at;
  std::uint64_t who;
  bool operator==(const Call& other) const { return at == other.at && who == other.who; }
};

/// Processes that ask each other for dates few enough that many are the same; who asks whom for
/// what comes from the order of the calls, so that one call out of order changes all behind it.
class Crowd {
 public:
  explicit Crowd(std::uint64_t seed) : random_(seed) {}
  virtual ~Crowd() = default;
  static constexpr unsigned kProcesses = 23;
  static constexpr unsigned kClock = 17;  ///< The one that is called before the others.
  static constexpr std::size_t kCalls = 20'000;
  std::vector<Call> calls;

 protected:
  virtual void ask(unsigned who, Ticks at) = 0;
  void act(unsigned who, Ticks now) {
    calls.push_back({now, who});
    if (calls.size() >= kCalls) return;
    for (unsigned n = 0; n < 2; ++n) {
      random_ = random_ * 6364136223846793005u + 1442695040888963407u;
      const auto whom = static_cast<unsigned>(random_ >> 33) % kProcesses;
      ask(n == 0 ? who : whom, now + (random_ >> 50) % 6 * kUnit);
    }
  }

 private:
  std::uint64_t random_;
};

/// By the agenda.
class Served final : public Crowd {
 public:
  explicit Served(std::uint64_t seed = 1) : Crowd(seed) {
    for (unsigned i = 0; i < kProcesses; ++i)
      members_.push_back(std::make_unique<Member>(*this, i));
    ask(0, 0);
  }

 private:
  struct Member {
    Member(Served& owner, unsigned number) : crowd(owner), who(number) {
      if (who == kClock) clock.emplace(this, RunsFirst<&Member::run>{});
    }
    void run() { crowd.act(who, now_ticks()); }
    Served& crowd;
    const unsigned who;
    Wakeup other{this, Runs<&Member::run>{}};
    std::optional<Wakeup> clock;
  };
  void ask(unsigned who, Ticks at) override {
    Member& member = *members_[who];
    (member.clock ? *member.clock : member.other).at(at);
  }
  std::vector<std::unique_ptr<Member>> members_;
};

/// By a sorted list of who is due when.
class Listed final : public Crowd {
 public:
  explicit Listed(std::uint64_t seed = 1) : Crowd(seed) {
    ask(0, 0);
    while (!soon_.empty() || !due_.empty()) {
      std::vector<unsigned> batch(soon_.rbegin(), soon_.rend());
      soon_.clear();
      if (batch.empty()) take_date(batch);
      for (const unsigned who : batch) {
        pending_[who] = kNever;
        act(who, now_);
      }
    }
  }

 private:
  using Due = std::tuple<Ticks, bool, unsigned>;
  static Due due(Ticks at, unsigned who) { return {at, who != kClock, who}; }
  void take_date(std::vector<unsigned>& batch) {
    now_ = std::get<Ticks>(*due_.begin());
    for (; !due_.empty() && std::get<Ticks>(*due_.begin()) == now_; due_.erase(due_.begin()))
      batch.push_back(std::get<unsigned>(*due_.begin()));
  }
  void ask(unsigned who, Ticks at) override {
    if (at >= pending_[who]) return;
    const bool is_soon = pending_[who] <= now_;
    if (pending_[who] != kNever) due_.erase(due(pending_[who], who));
    pending_[who] = at;
    if (at > now_) {
      due_.insert(due(at, who));
    } else if (!is_soon) {
      soon_.push_back(who);
    }
  }
  Ticks now_ = 0;
  std::vector<Ticks> pending_ = std::vector<Ticks>(kProcesses, kNever);
  std::set<Due> due_;
  std::vector<unsigned> soon_;
};

TEST(Agenda, CallsThoseOfADateInTheOrderInWhichTheyWereMade) {
  const std::vector<Call> expected = Listed().calls;
  ASSERT_GE(expected.size(), Crowd::kCalls);
  Served crowd;
  const std::uint64_t deltas = sc_core::sc_delta_count();
  const std::uint64_t delta_count = Agenda::instance().delta_count();
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_TRUE(crowd.calls == expected);
  EXPECT_EQ(now_ticks(), expected.back().at);
  EXPECT_GT(Agenda::instance().delta_count() - delta_count, 1'000u);
  EXPECT_LT(sc_core::sc_delta_count() - deltas, 400u) << "the kernel has a part in slices alone";
}

TEST(Agenda, TheOrderOfSomeDoesNotDependOnOthers) {
  Served others(2);
  Served crowd;
  Served more(3);
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_TRUE(crowd.calls == Listed().calls);
  EXPECT_TRUE(others.calls == Listed(2).calls);
  EXPECT_TRUE(more.calls == Listed(3).calls);
}

TEST(Agenda, WithoutRunSimulationEachMomentIsTheKernels) {
  const std::vector<Call> expected = Listed().calls;
  Served crowd;
  sc_core::sc_start(100, sc_core::SC_NS);
  ASSERT_FALSE(crowd.calls.empty());
  EXPECT_LT(crowd.calls.back().at, 100 * kUnit);
  EXPECT_EQ(now_ticks(), 100 * kUnit);
  sc_core::sc_start();
  EXPECT_TRUE(crowd.calls == expected);
  EXPECT_EQ(Agenda::instance().delta_count(), sc_core::sc_delta_count());
}

/// A process with a date every 10 ns, up to `last`.
struct Ticking {
  explicit Ticking(Ticks until) : last(until) { wakeup.at(0); }
  void run() {
    ++calls;
    for (;;) {
      seen.push_back(sc_core::sc_time_stamp().value() / kUnit);
      if (on_run) on_run();
      if (now_ticks() >= last) return;
      const Ticks next = now_ticks() + 10 * kUnit;
      if (!goes_on || !Agenda::instance().passes_to(next)) return wakeup.at(next);
    }
  }
  const Ticks last;
  bool goes_on = false;  ///< By itself, where it may.
  unsigned calls = 0;
  std::function<void()> on_run;
  std::vector<Ticks> seen;
  Wakeup wakeup{this, Runs<&Ticking::run>{}};
};

/// A method of the kernel, and what it sees of `of` when it is called.
struct Method final : sc_core::sc_module {
  SC_HAS_PROCESS(Method);
  explicit Method(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_METHOD(run);
    sensitive << event;
    dont_initialize();
  }
  void run() {
    seen.emplace_back(now_ticks() / kUnit, of->seen.size());
    if (again != 0) event.notify(to_time(again * kUnit));
    again = 0;
  }
  const Ticking* of = nullptr;
  Ticks again = 0;
  sc_core::sc_event event;
  std::vector<std::pair<Ticks, std::size_t>> seen;
};

TEST(Agenda, StopsAtEventsOfTheKernel) {
  Ticking ticking(60 * kUnit);
  Method method("method");
  method.of = &ticking;
  method.again = 20;
  // Notified by a process of the agenda, at a date that the kernel has not seen by itself.
  ticking.on_run = [&] {
    if (ticking.seen.back() == 10) method.event.notify(5, sc_core::SC_NS);
    if (ticking.seen.back() == 50) method.event.notify(sc_core::SC_ZERO_TIME);
  };
  run_simulation({});
  EXPECT_THAT(ticking.seen, ElementsAre(0, 10, 20, 30, 40, 50, 60));
  EXPECT_THAT(method.seen, ElementsAre(std::pair(15, 2), std::pair(35, 4), std::pair(50, 6)));
}

TEST(Agenda, WhoGoesOnByItselfStopsWhereAnybodyElseActs) {
  Ticking ticking(90 * kUnit);
  ticking.goes_on = true;
  Ticking other(0);
  Method method("method");
  method.of = &ticking;
  ticking.on_run = [&] {
    if (ticking.seen.back() == 10) method.event.notify(5, sc_core::SC_NS);
    if (ticking.seen.back() == 30) method.event.notify(sc_core::SC_ZERO_TIME);
    if (ticking.seen.back() == 40) other.wakeup.at(50 * kUnit);  // the date of both
    if (ticking.seen.back() == 60) other.wakeup.at(0);
  };
  std::vector<std::size_t> seen;
  other.on_run = [&] { seen.push_back(ticking.seen.size()); };
  const std::uint64_t delta_count = Agenda::instance().delta_count();
  run_simulation({});
  EXPECT_THAT(ticking.seen, ElementsAre(0, 10, 20, 30, 40, 50, 60, 70, 80, 90));
  EXPECT_THAT(method.seen, ElementsAre(std::pair(15, 2), std::pair(30, 4)));
  EXPECT_THAT(seen, ElementsAre(0, 6, 7));
  EXPECT_LE(ticking.calls, 7u) << "nobody calls it for 30, 80 and 90";
  EXPECT_EQ(Agenda::instance().delta_count() - delta_count, 13u)
      << "ten of its own and three of others";
}

TEST(Agenda, SaysWhatIsNextOfBoth) {
  Ticking ticking(20 * kUnit);
  Ticking other(0);
  Method method("method");
  method.of = &ticking;
  std::vector<Ticks> next;
  const auto look = [&] { next.push_back(Agenda::instance().next_activity()); };
  ticking.on_run = [&] {
    if (now_ticks() == 0) method.event.notify(4, sc_core::SC_NS);
    if (now_ticks() == 10 * kUnit) other.wakeup.at(17 * kUnit);
    look();
  };
  other.on_run = look;
  run_simulation({});
  EXPECT_THAT(next, ElementsAre(0, 4 * kUnit, 17 * kUnit, 20 * kUnit, kNever));
}

TEST(Agenda, EndsWithTheRun) {
  Ticking ticking(1000 * kUnit);
  RunLimits limits;
  limits.stop_at = sc_core::sc_time(35, sc_core::SC_NS);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kStopped);
  EXPECT_THAT(ticking.seen, ElementsAre(0, 10, 20, 30));
}

TEST(Agenda, EndsWhereAProcessStopsTheKernel) {
  Ticking ticking(1000 * kUnit);
  ticking.on_run = [&] {
    if (ticking.seen.size() == 3) sc_core::sc_stop();
  };
  EXPECT_EQ(run_simulation({}).end, RunEnd::kStoppedByModel);
  EXPECT_THAT(ticking.seen, ElementsAre(0, 10, 20));
  EXPECT_EQ(now_ticks(), 20 * kUnit);
}

TEST(Agenda, EndsAtALivelock) {
  Ticking ticking(1000 * kUnit);
  ticking.on_run = [&] {
    if (ticking.seen.size() == 3) stop_as_livelock("it");
  };
  EXPECT_EQ(run_simulation({}).end, RunEnd::kLivelock);
  EXPECT_THAT(ticking.seen, ElementsAre(0, 10, 20));
}

TEST(Wakeup, WhatIsCancelledKeepsNoRunGoing) {
  Ticking ticking(20 * kUnit);
  Ticking never(0);
  never.wakeup.cancel();
  never.wakeup.at(500 * kUnit);
  ticking.on_run = [&] {
    if (now_ticks() == 20 * kUnit) never.wakeup.cancel();
  };
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_EQ(now_ticks(), 20 * kUnit);
  EXPECT_TRUE(never.seen.empty());
  EXPECT_EQ(never.wakeup.pending(), kNever);
}

TEST(Wakeup, TheEarliestDateCounts) {
  Ticking one(0);
  one.wakeup.cancel();
  one.wakeup.at(30 * kUnit);
  one.wakeup.at(20 * kUnit);
  one.wakeup.at(40 * kUnit);
  EXPECT_EQ(one.wakeup.pending(), 20 * kUnit);
  run_simulation({});
  EXPECT_THAT(one.seen, ElementsAre(20));
}

TEST(Wakeup, GoesAwayWithItsDate) {
  auto gone = std::make_unique<Ticking>(0);
  gone->wakeup.cancel();
  gone->wakeup.at(10 * kUnit);
  Ticking stays(0);
  gone.reset();
  EXPECT_EQ(run_simulation({}).end, RunEnd::kQuiescent);
  EXPECT_EQ(now_ticks(), 0u);
}

}  // namespace
}  // namespace gf::core::agenda_test
