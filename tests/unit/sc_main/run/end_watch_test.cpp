// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/end_watch.h"

#include <cstdio>
#include <gmock/gmock.h>
#include <optional>
#include <signal.h>
#include <thread>

#include "core/time/watchdog.h"

namespace gf::app::end_watch_test {
namespace {

using std::chrono::milliseconds;

/// Has an event in each nanosecond, for ever.
struct Busy : sc_core::sc_module {
  SC_HAS_PROCESS(Busy);
  explicit Busy(const sc_core::sc_module_name& name) : sc_module(name) { SC_METHOD(act); }
  void act() { next_trigger(1, sc_core::SC_NS); }
};

TEST(EndWatch, LetsARunBeThatNobodyEnds) {
  EarlyEnd early_end(std::nullopt);
  EndWatch watch(
      early_end, [] { ADD_FAILURE() << "ended"; }, milliseconds(1));
  EXPECT_FALSE(watch.asked());
  std::this_thread::sleep_for(milliseconds(200));
}

TEST(EndWatch, EndsTheProgramThatDoesNotLook) {
  EXPECT_EXIT(
      {
        EarlyEnd early_end(std::nullopt);
        EndWatch watch(
            early_end, [] { std::fputs("put away; ", stderr); }, milliseconds(1));
        raise(SIGTERM);
        std::this_thread::sleep_for(std::chrono::hours(1));
      },
      testing::ExitedWithCode(143),
      "put away; gpufabric: interrupted: SIGTERM, while .* no results");
}

TEST(EndWatch, ASimulationThatLooksKeepsItsResults) {
  Busy busy("busy");
  EarlyEnd early_end(std::nullopt);
  EndWatch watch(
      early_end, [] { ADD_FAILURE() << "ended"; }, std::chrono::hours(1));
  raise(SIGTERM);
  core::RunLimits limits;
  limits.interrupted = [&watch] { return watch.asked(); };
  EXPECT_EQ(core::run_simulation(limits).end, core::RunEnd::kInterrupted);
}

TEST(EndWatch, ALongSliceIsCutShort) {
  Busy busy("busy");
  EarlyEnd early_end(std::chrono::duration<double>(0.1));
  EndWatch watch(
      early_end, [] { ADD_FAILURE() << "ended"; }, std::chrono::hours(1));
  sc_core::sc_start(1000, sc_core::SC_SEC);  // 10^12 events
  EXPECT_EQ(sc_core::sc_get_status(), sc_core::SC_PAUSED);
  EXPECT_TRUE(watch.asked());
}

}  // namespace
}  // namespace gf::app::end_watch_test
