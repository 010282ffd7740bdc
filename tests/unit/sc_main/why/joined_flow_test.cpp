// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/joined_flow.h"

#include <gtest/gtest.h>

namespace gf::app {
namespace {

using core::WaitStep;

TEST(CommonName, KeepsWhatAllShareAndDropsTheNumberOfAParallelLink) {
  EXPECT_EQ(common_name({"nvswitch0 -> gpu_1 #1", "nvswitch3 -> gpu_1 #2"}), "nvswitch* -> gpu_1");
  EXPECT_EQ(common_name({"gpu_0 -> gpu_3 #1", "gpu_0 -> gpu_3 #2"}), "gpu_0 -> gpu_3");
  EXPECT_EQ(common_name({"a9.link_9", "a9.link_10"}), "a9.link_*");
  EXPECT_EQ(common_name({"only"}), "only");
  EXPECT_EQ(common_name({"a1", "b"}), "a1 and others");
}

core::WaitNames numbers() {
  const auto name = [](const char* what) {
    return [what](core::HopJournal::Number number) { return what + std::to_string(number); };
  };
  return {name("queue "), name("link "), name("copy "), name("cause ")};
}

TEST(JoinedFlow, AddsUpWhatHappenedOnParallelLinksAndBeforeThem) {
  core::SlowFlow whole;
  whole.flow = 9;
  whole.links = {{4, 4}, {5, 4}, {7, 7}};
  whole.queues = {{1, 1}, {2, 1}};
  whole.times[{{WaitStep::kOwn, 4, 9}}] = 10;
  whole.times[{{WaitStep::kOwn, 5, 9}}] = 20;
  whole.times[{{WaitStep::kBehind, 2, 8}, {WaitStep::kShared, 7, 8}}] = 3;
  whole.times[{{WaitStep::kBehind, 1, 8}, {WaitStep::kShared, 7, 8}}] = 4;
  whole.times[{{WaitStep::kSource, 5, 8}}] = 5;  // the number of a cause, not of a link
  const core::WaitNames exact = numbers();
  const JoinedFlow joined(whole, exact);
  EXPECT_EQ(joined.flow.times.size(), 3u);
  EXPECT_EQ(joined.flow.times.at({{WaitStep::kOwn, 4, 9}}), 30u);
  EXPECT_EQ(joined.flow.times.at({{WaitStep::kBehind, 1, 8}, {WaitStep::kShared, 7, 8}}), 7u);
  EXPECT_EQ(joined.names.link(4), "link *");
  EXPECT_EQ(joined.names.link(7), "link 7");
  EXPECT_EQ(joined.names.queue(1), "queue *");
}

}  // namespace
}  // namespace gf::app
