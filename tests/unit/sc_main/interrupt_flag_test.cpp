// SPDX-License-Identifier: Apache-2.0
#include "sc_main/interrupt_flag.h"

#include <gtest/gtest.h>

namespace gf::app::interrupt_flag_test {
namespace {

TEST(InterruptFlag, NotesWhichSignalCame) {
  for (const auto& [number, name, code] :
       {std::tuple{SIGINT, "SIGINT", core::ExitCode::kInterrupted},
        {SIGTERM, "SIGTERM", core::ExitCode::kTerminated},
        {SIGHUP, "SIGHUP", core::ExitCode::kTerminated}}) {
    const InterruptFlag flag;
    EXPECT_EQ(flag.signal(), 0);
    EXPECT_EQ(flag.name(), "");
    ::raise(number);
    EXPECT_EQ(flag.signal(), number);
    EXPECT_EQ(flag.name(), name);
    EXPECT_EQ(flag.exit_code(), code);
  }
}

TEST(InterruptFlag, HangUpThatNohupIgnoresStaysIgnored) {
  ::signal(SIGHUP, SIG_IGN);
  {
    const InterruptFlag flag;
    ::raise(SIGHUP);
    EXPECT_EQ(flag.signal(), 0);
  }
  ::raise(SIGHUP);  // would end the test
  ::signal(SIGHUP, SIG_DFL);
}

}  // namespace
}  // namespace gf::app::interrupt_flag_test
