// SPDX-License-Identifier: Apache-2.0
#include "explain/wait_chain.h"

#include <gmock/gmock.h>

namespace gf::core::wait_chain_test {
namespace {

const WaitNames& names() {
  static const WaitNames kNames{[](auto number) { return "queue" + std::to_string(number); },
                                [](auto number) { return "link" + std::to_string(number); },
                                [](auto number) { return "flow" + std::to_string(number); },
                                [](auto number) { return "cause" + std::to_string(number); }};
  return kNames;
}

TEST(WaitChain, ReadsFromTheWaitToItsCause) {
  const WaitChain chain{{WaitStep::kBehind, 1, 2},
                        {WaitStep::kNoCredit, 3, {}},
                        {WaitStep::kFull, 4, {}},
                        {WaitStep::kShared, 5, 6}};
  EXPECT_EQ(text_of(chain, names()),
            "behind flow2 in queue1 <- no credit of link3 <- queue4 full <- link5 shared with "
            "flow6");
}

TEST(WaitChain, WhatAnIdleMachineHasTooIsNotLost) {
  const HopJournal::Number own = 7;
  EXPECT_FALSE(is_lost({{WaitStep::kOwn, 1, own}}, own));
  EXPECT_FALSE(is_lost({{WaitStep::kLatency}}, own));
  EXPECT_FALSE(is_lost({{WaitStep::kIssue}}, own));
  EXPECT_FALSE(is_lost({{WaitStep::kSource, 0, HopJournal::kNone}}, own));
  EXPECT_FALSE(is_lost({{WaitStep::kNoCredit, 1, {}}, {WaitStep::kCredits, 1, own}}, own));
  EXPECT_TRUE(is_lost({{WaitStep::kSource, 0, 3}}, own));
  EXPECT_TRUE(is_lost({{WaitStep::kNoCredit, 1, {}}, {WaitStep::kCredits, 1, 3}}, own));
  EXPECT_TRUE(is_lost({{WaitStep::kShared, 1, 3}}, own));
  EXPECT_TRUE(is_lost({{WaitStep::kReplay, 1, {}}}, own));
}

TEST(WaitChain, AddsUpWhatWasLost) {
  const WaitTimes times{{{{WaitStep::kOwn, 1, 7}}, 5},
                        {{{WaitStep::kShared, 1, 3}}, 20},
                        {{{WaitStep::kTurning, 1, {}}}, 300}};
  EXPECT_EQ(lost_time(times, 7), 320u);
}

}  // namespace
}  // namespace gf::core::wait_chain_test
