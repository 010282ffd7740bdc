// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/last_error.h
#include "core/time/watchdog.h"

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/quiescence.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::watchdog_test {
namespace {

using sc_core::SC_MS;
using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;

/// Acts every `period`, `count` times.
struct Ticker : sc_core::sc_module {
  SC_HAS_PROCESS(Ticker);
  Ticker(const sc_core::sc_module_name& name, sc_time period, std::uint64_t count)
      : sc_module(name), period_(period), count_(count) {
    SC_METHOD(act);
  }
  void act() {
    if (on_act) on_act();
    if (remember) times.push_back(now_ticks());
    if (++acted < count_) next_trigger(period_);
  }
  std::function<void()> on_act;
  bool remember = false;
  std::vector<Ticks> times;
  std::uint64_t acted = 0;
  const sc_time period_;
  const std::uint64_t count_;
};

struct Holder : Quiescent {
  Holder(const std::string& path, std::string whom) : Quiescent(path), whom_(std::move(whom)) {}
  bool idle() const override { return whom_.empty(); }
  void append_waits(std::vector<Wait>& waits) const override {
    waits.push_back({quiescent_path(), "credit", whom_});
  }
  const std::string whom_;
};

constexpr std::uint64_t kForever = ~0ull;

TEST(RunSimulation, EndsWhereNothingIsLeftToDo) {
  Ticker ticker("ticker", sc_time(10, SC_NS), 5);
  const RunEndReport report = run_simulation({});
  EXPECT_EQ(report.end, RunEnd::kQuiescent);
  EXPECT_EQ(report.explanation, "done");
  EXPECT_EQ(ticker.acted, 5u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(40, SC_NS));  // of the last event
}

TEST(RunSimulation, WorkPendingAtTheEndIsADeadlock) {
  Ticker ticker("ticker", sc_time(10, SC_NS), 5);
  Holder a("a", "b");
  Holder b("b", "a");
  const RunEndReport report = run_simulation({});
  EXPECT_EQ(report.end, RunEnd::kDeadlock);
  EXPECT_EQ(exit_code(report.end), ExitCode::kDeadlock);
  EXPECT_THAT(report.explanation, StartsWith("deadlock at 40 ns: 2 waits\n"));
  EXPECT_THAT(report.explanation, HasSubstr("cycle: a -> b -> a\n"));
  EXPECT_THAT(report.explanation, HasSubstr("b waits for credit from a\n"));
}

TEST(RunSimulation, StopsBeforeTheEventsAtTheStopTime) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  RunLimits limits;
  limits.stop_at = sc_time(50, SC_NS);
  const RunEndReport report = run_simulation(limits);
  EXPECT_EQ(report.end, RunEnd::kStopped);
  EXPECT_EQ(report.explanation, "stopped at 50 ns");
  EXPECT_EQ(exit_code(report.end), ExitCode::kDone);
  EXPECT_EQ(ticker.acted, 5u);  // at 0, 10, 20, 30, 40
}

TEST(RunSimulation, WorkUnderWayAtAStopIsNoDeadlock) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  Holder busy("a", "b");
  RunLimits limits;
  limits.stop_at = sc_time(50, SC_NS);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kStopped);
}

TEST(RunSimulation, EndsBeforeAStopTimeThatLiesBehindTheLastEvent) {
  Ticker ticker("ticker", sc_time(10, SC_NS), 3);
  RunLimits limits;
  limits.stop_at = sc_time(1, SC_MS);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kQuiescent);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(20, SC_NS));
}

TEST(RunSimulation, AComponentMayStopIt) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  ticker.on_act = [&ticker] {
    if (ticker.acted == 3) sc_core::sc_stop();
  };
  const RunEndReport report = run_simulation({});
  EXPECT_EQ(report.end, RunEnd::kStoppedByModel);
  EXPECT_EQ(report.explanation, "stopped by a component at 30 ns");
}

TEST(RunSimulation, EndsWhenInterrupted) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  RunLimits limits;
  limits.interrupted = [&ticker] { return ticker.acted > 1000; };
  const RunEndReport report = run_simulation(limits);
  EXPECT_EQ(report.end, RunEnd::kInterrupted);
  EXPECT_EQ(exit_code(report.end), ExitCode::kInterrupted);
  EXPECT_GT(ticker.acted, 1000u);
}

TEST(RunSimulation, PollsWhileASlowModelRuns) {
  Ticker ticker("ticker", sc_time(100, SC_NS), 50);
  ticker.on_act = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  RunLimits limits;
  int polls = 0;
  limits.interrupted = [&polls] { return ++polls < 0; };
  run_simulation(limits);
  EXPECT_GE(polls, 4);  // 100 ms of real time
}

TEST(RunSimulation, ShowsProgressSomeTenTimesASecond) {
  Ticker ticker("ticker", sc_time(100, SC_NS), 150);
  ticker.on_act = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  RunLimits limits;
  int polls = 0, shown = 0;
  limits.interrupted = [&polls] { return ++polls < 0; };
  limits.on_slice = [&shown] { ++shown; };
  const auto began = std::chrono::steady_clock::now();
  run_simulation(limits);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_GE(shown, 1);
  // At first more often: not before a tenth of the time so far has passed, from some 10 ms on.
  EXPECT_LE(shown, took.count() / 0.1 + 50);
  EXPECT_GT(polls, shown);
}

TEST(RunSimulation, SlicesMoveNoEvent) {
  // Two tickers that meet, with real time in between: the first always acts before the second.
  std::vector<char> order;
  Ticker a("a", sc_time(1, SC_US), 300);
  Ticker b("b", sc_time(2, SC_US), 150);
  a.remember = true;
  a.on_act = [&] {
    order.push_back('a');
    if (order.size() % 20 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
  };
  b.on_act = [&] { order.push_back('b'); };
  int slices = 0;
  RunLimits limits;
  limits.interrupted = [&slices] { return ++slices < 0; };
  limits.no_progress = sc_time(7, SC_US);  // cuts at times that no ticker knows
  limits.work_done = [&a] { return a.acted; };
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kQuiescent);
  EXPECT_GT(slices, 40);
  for (std::size_t i = 0; i < a.times.size(); ++i) ASSERT_EQ(a.times[i], i * 1'000'000'000);
  ASSERT_EQ(order.size(), 450u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(299, SC_US));
}

TEST(RunSimulation, ErrorsOfTheUserComeOutOfProcessesAsSuch) {
  Ticker ticker("ticker", sc_time(1, SC_US), 3);
  ticker.on_act = [] { fail_input("graph.csv", 3, "no number", "one"); };
  EXPECT_EQ(test::error_of([] { run_simulation({}); }, ExitCode::kBadInput),
            "graph.csv:3: no number; expected one");
}

TEST(RunSimulation, EventsBeyondTheEndOfTimeAreRefused) {
  Ticker ticker("ticker", sc_time(1000, sc_core::SC_SEC), kForever);
  EXPECT_THAT(test::error_of([] { run_simulation({}); }), HasSubstr("exceeds 9223 s"));
  EXPECT_EQ(ticker.acted, 10u);  // at 0, 1000, ... 9000 s
}

TEST(RunSimulation, StopBeforeTheEndOfTimeIsNone) {
  Ticker ticker("ticker", sc_time(1000, sc_core::SC_SEC), kForever);
  RunLimits limits;
  limits.stop_at = sc_time(9100, sc_core::SC_SEC);
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kStopped);
  EXPECT_EQ(ticker.acted, 10u);
}

TEST(RunSimulation, BugsComeOutAsReports) {
  Ticker ticker("ticker", sc_time(1, SC_US), 3);
  ticker.on_act = [] { GF_CHECK(false, "here"); };
  EXPECT_THROW(run_simulation({}), sc_core::sc_report);
}

TEST(Livelock, EventsWithoutProgress) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  Holder holder("a", "b");
  RunLimits limits;
  limits.no_progress = sc_time(1, SC_US);
  limits.work_done = [&ticker] { return std::min<std::uint64_t>(ticker.acted, 250); };
  const RunEndReport report = run_simulation(limits);
  EXPECT_EQ(report.end, RunEnd::kLivelock);
  EXPECT_EQ(exit_code(report.end), ExitCode::kDeadlock);
  EXPECT_THAT(report.explanation, StartsWith("livelock: no progress for 1 us at 4 us: 1 wait\n"));
  EXPECT_THAT(report.explanation, HasSubstr("a waits for credit from b\n"));
  // The last progress, at 2.49 us, falls into the interval up to 3 us; the next one has none.
  EXPECT_EQ(ticker.acted, 400u);
}

TEST(Livelock, AComponentThatRepeatsItselfSaysSo) {
  Ticker ticker("ticker", sc_time(10, SC_NS), kForever);
  Holder holder("a", "b");
  ticker.on_act = [&ticker] {
    if (ticker.acted >= 4) stop_as_livelock("a.tx: the same again");
  };
  const RunEndReport report = run_simulation({});
  EXPECT_EQ(report.end, RunEnd::kLivelock);
  EXPECT_THAT(report.explanation, StartsWith("livelock: a.tx: the same again at 40 ns: 1 wait\n"));
  EXPECT_EQ(ticker.acted, 5u) << "the events of the moment, no others";
}

TEST(Livelock, LittleProgressIsEnough) {
  Ticker ticker("ticker", sc_time(10, SC_NS), 5000);
  RunLimits limits;
  limits.no_progress = sc_time(1, SC_US);
  limits.work_done = [&ticker] { return ticker.acted / 100; };
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kQuiescent);
  EXPECT_EQ(ticker.acted, 5000u);
}

TEST(Livelock, ALongSleepIsNone) {
  Ticker ticker("ticker", sc_time(1, SC_MS), 20);
  RunLimits limits;
  limits.no_progress = sc_time(1, SC_US);
  limits.work_done = [&ticker] { return ticker.acted; };
  EXPECT_EQ(run_simulation(limits).end, RunEnd::kQuiescent);
  EXPECT_EQ(ticker.acted, 20u);
}

}  // namespace
}  // namespace gf::core::watchdog_test
