// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/interrupt_flag.h"

#include <gtest/gtest.h>
#include <thread>

namespace gf::app::interrupt_flag_test {
namespace {

TEST(InterruptFlag, NotesWhichSignalCame) {
  for (const auto& [number, name, code] :
       {std::tuple{SIGINT, "SIGINT", core::ExitCode::kInterrupted},
        {SIGTERM, "SIGTERM", core::ExitCode::kTerminated},
        {SIGHUP, "SIGHUP", core::ExitCode::kTerminated}}) {
    ::signal(number, SIG_DFL);  // Ignored where a script runs the tests in the background.
    const InterruptFlag flag;
    EXPECT_EQ(flag.signal(), 0);
    EXPECT_EQ(flag.name(), "");
    ::raise(number);
    EXPECT_EQ(flag.signal(), number);
    EXPECT_EQ(flag.name(), name);
    EXPECT_EQ(flag.exit_code(), code);
  }
}

TEST(InterruptFlag, WhatIsIgnoredStaysIgnored) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    ::signal(number, SIG_IGN);
    {
      const InterruptFlag flag;
      ::raise(number);
      EXPECT_EQ(flag.signal(), 0);
    }
    ::raise(number);  // would end the test
    ::signal(number, SIG_DFL);
  }
}

TEST(InterruptFlag, IsSeenByThreadsWhoeverTheSignalMeets) {
  const InterruptFlag flag;
  std::thread other([] { ::raise(SIGTERM); });
  other.join();
  EXPECT_EQ(flag.signal(), SIGTERM);
}

}  // namespace
}  // namespace gf::app::interrupt_flag_test
