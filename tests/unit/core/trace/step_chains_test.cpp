// SPDX-License-Identifier: Apache-2.0
// Steps whose answer is known by hand: who waited for whom, and that parts add up.
#include "core/trace/step_chains.h"

#include <random>
#include <vector>

#include "tests/support/matchers.h"

namespace gf::core::step_chains_test {
namespace {

constexpr auto kNone = StepChains::kNone;

struct Chains : testing::Test {
  StepChains chains;
  StepChains::Id add(StepChains::Number owner, StepChains::Number what, Ticks from, Ticks until,
                     StepChains::Id before = kNone, StepChains::Id blocker = kNone) {
    return chains.add({owner, what, from, until, before, blocker});
  }
  std::vector<StepChains::Part> parts(StepChains::Id last, Ticks born = 0) const {
    std::vector<StepChains::Part> parts;
    chains.walk(last, born, [&](const StepChains::Part& part) { parts.push_back(part); });
    return parts;
  }
};

TEST_F(Chains, OfAThingThatNeverWaitsAreItsSteps) {
  const auto first = add(0, 10, 5, 20);
  const auto second = add(0, 11, 20, 50, first);
  EXPECT_THAT(parts(second, 5),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(0, 10, false, kNone, 15)));
}

TEST_F(Chains, AWaitBehindAnotherOwnerIsToldByWhatThatOneDid) {
  // The other is on its way until 30 and then served to 60; ours is ready at 20, and served to 90.
  const auto way = add(1, 10, 0, 30);
  const auto served = add(1, 11, 30, 60, way);
  const auto ready = add(0, 10, 0, 20);
  const auto last = add(0, 11, 60, 90, ready, served);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(1, 11, false, 11, 30),
                          FieldsAre(1, 10, false, 11, 10), FieldsAre(0, 10, false, kNone, 20)));
}

TEST_F(Chains, AWaitBehindItsOwnerGoesOnThere) {
  const auto way = add(0, 10, 0, 30);
  const auto served = add(0, 11, 30, 60, way);
  const auto ready = add(0, 10, 0, 20);
  const auto last = add(0, 11, 60, 90, ready, served);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(0, 11, false, kNone, 30),
                          FieldsAre(0, 10, false, kNone, 30)));
}

TEST_F(Chains, BehindOthersItComesBackToItsOwner) {
  // Own, other, own at one server, each 10; the last one was ready at 5.
  const auto a = add(0, 11, 0, 10);
  const auto b = add(1, 11, 10, 20, add(1, 10, 0, 2), a);
  const auto c = add(0, 11, 20, 30, add(0, 10, 0, 5), b);
  EXPECT_THAT(parts(c),
              ElementsAre(FieldsAre(0, 11, false, kNone, 10), FieldsAre(1, 11, false, 11, 10),
                          FieldsAre(0, 11, false, kNone, 10)));
}

TEST_F(Chains, WhatNobodyExplainsIsAWaitOfTheStep) {
  const auto first = add(0, 10, 0, 20);
  const auto last = add(0, 11, 35, 50, first);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 15), FieldsAre(0, 11, true, kNone, 15),
                          FieldsAre(0, 10, false, kNone, 20)));
}

TEST_F(Chains, AStepMayBeLostToAnOwnerOrTurnOutToBeInVain) {
  const auto first = add(0, 10, 0, 20);
  StepChains::Step wait;
  wait.owner = 0;
  wait.what = 11;
  wait.from = 20;
  wait.until = 35;
  wait.before = first;
  wait.lost = true;
  wait.lost_to = 1;
  wait.at = 12;
  const auto waited = chains.add(wait);
  const auto last = add(0, 13, 35, 50, waited);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 13, false, kNone, 15), FieldsAre(1, 11, false, 12, 15),
                          FieldsAre(0, 10, false, kNone, 20)));
  chains.in_vain(first, 9);
  EXPECT_THAT(parts(last).back(), FieldsAre(kNone, 9, false, 9, 20));
}

TEST_F(Chains, AddUpWhateverWaitsForWhat) {
  std::mt19937 random(7);
  std::vector<StepChains::Id> last_of(6, kNone), ends;
  for (unsigned i = 0; i < 3000; ++i) {
    const unsigned thing = random() % last_of.size();  // two an owner
    StepChains::Id blocker = kNone;
    Ticks from = last_of[thing] == kNone ? 0 : chains.step(last_of[thing]).until;
    if (i > 10 && random() % 2 == 0) {
      blocker = static_cast<StepChains::Id>(i - 1 - random() % 8);
      from = std::max(from, chains.step(blocker).until + random() % 3);
    }
    last_of[thing] =
        add(thing / 2, random() % 4, from, from + random() % 9, last_of[thing], blocker);
    ends.push_back(last_of[thing]);
  }
  for (const auto end : ends) {
    Ticks sum = 0;
    for (const auto& part : parts(end)) sum += part.span;
    ASSERT_EQ(sum, chains.step(end).until);
  }
}

}  // namespace
}  // namespace gf::core::step_chains_test
