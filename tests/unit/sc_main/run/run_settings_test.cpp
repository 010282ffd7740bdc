// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_settings.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/system/thread_team.h"

namespace gf::app::run_settings_test {
namespace {

TEST(RunSettings, AllCoresServeUnlessANumberWasGiven) {
  RunSettings options;
  EXPECT_EQ(options.threads_that_simulate(), std::min(core::cores(), 256u));
  EXPECT_EQ(options.threads_asked_for(), 1u) << "nothing is cut for threads that nobody asked for";
  options.threads = 3;
  EXPECT_EQ(options.threads_that_simulate(), 3u);
  EXPECT_EQ(options.threads_asked_for(), 3u);
}

TEST(RunSettings, OneThreadWritesInTheOrderOfTime) {
  RunSettings waveforms, packet;
  waveforms.vcd = "*";
  packet.follow = "packet 17";
  EXPECT_EQ(waveforms.threads_that_simulate(), 1u);
  EXPECT_EQ(packet.threads_that_simulate(), 1u);
}

}  // namespace
}  // namespace gf::app::run_settings_test
