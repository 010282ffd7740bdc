// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/span_walk.cpp
// Spans whose answer is known by hand: who waited for whom, and that parts add up.
#include "core/trace/span_log.h"

#include <random>
#include <vector>

#include "tests/support/matchers.h"

namespace gf::core::span_log_test {
namespace {

constexpr auto kNone = SpanLog::kNone;

struct SpanLogTest : testing::Test {
  SpanLog log;
  SpanLog::Id add(SpanLog::Number owner, SpanLog::Number what, Ticks from, Ticks until,
                  SpanLog::Id before = kNone, SpanLog::Id blocker = kNone) {
    return log.add({owner, what, from, until, before, blocker});
  }
  std::vector<SpanLog::Part> parts(SpanLog::Id last, Ticks born = 0) const {
    std::vector<SpanLog::Part> parts;
    log.walk(last, born, [&](const SpanLog::Part& part) { parts.push_back(part); });
    return parts;
  }
};

TEST_F(SpanLogTest, OfAThingThatNeverWaitsAreItsSpans) {
  const auto first = add(0, 10, 5, 20);
  const auto second = add(0, 11, 20, 50, first);
  EXPECT_THAT(parts(second, 5),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(0, 10, false, kNone, 15)));
}

TEST_F(SpanLogTest, AWaitBehindAnotherOwnerIsToldByWhatThatOneDid) {
  // The other is on its way until 30 and then served to 60; ours is ready at 20, and served to 90.
  const auto way = add(1, 10, 0, 30);
  const auto served = add(1, 11, 30, 60, way);
  const auto ready = add(0, 10, 0, 20);
  const auto last = add(0, 11, 60, 90, ready, served);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(1, 11, false, 11, 30),
                          FieldsAre(1, 10, false, 11, 10), FieldsAre(0, 10, false, kNone, 20)));
}

TEST_F(SpanLogTest, AWaitBehindItsOwnerGoesOnThere) {
  const auto way = add(0, 10, 0, 30);
  const auto served = add(0, 11, 30, 60, way);
  const auto ready = add(0, 10, 0, 20);
  const auto last = add(0, 11, 60, 90, ready, served);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 30), FieldsAre(0, 11, false, kNone, 30),
                          FieldsAre(0, 10, false, kNone, 30)));
}

TEST_F(SpanLogTest, BehindOthersItComesBackToItsOwner) {
  // Own, other, own at one server, each 10; the last one was ready at 5.
  const auto a = add(0, 11, 0, 10);
  const auto b = add(1, 11, 10, 20, add(1, 10, 0, 2), a);
  const auto c = add(0, 11, 20, 30, add(0, 10, 0, 5), b);
  EXPECT_THAT(parts(c),
              ElementsAre(FieldsAre(0, 11, false, kNone, 10), FieldsAre(1, 11, false, 11, 10),
                          FieldsAre(0, 11, false, kNone, 10)));
}

TEST_F(SpanLogTest, WhatNobodyExplainsIsAWaitOfTheSpan) {
  const auto first = add(0, 10, 0, 20);
  const auto last = add(0, 11, 35, 50, first);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 11, false, kNone, 15), FieldsAre(0, 11, true, kNone, 15),
                          FieldsAre(0, 10, false, kNone, 20)));
}

TEST_F(SpanLogTest, ASpanMayBeLostToAnOwner) {
  const auto first = add(0, 10, 0, 20);
  SpanLog::Span wait;
  wait.owner = 0;
  wait.what = 11;
  wait.from = 20;
  wait.until = 35;
  wait.before = first;
  wait.lost = true;
  wait.lost_to = 1;
  wait.at = 12;
  const auto waited = log.add(wait);
  const auto last = add(0, 13, 35, 50, waited);
  EXPECT_THAT(parts(last),
              ElementsAre(FieldsAre(0, 13, false, kNone, 15), FieldsAre(1, 11, false, 12, 15),
                          FieldsAre(0, 10, false, kNone, 20)));
}

TEST_F(SpanLogTest, AddUpWhateverWaitsForWhat) {
  std::mt19937 random(7);
  std::vector<SpanLog::Id> last_of(6, kNone), ends;
  for (unsigned i = 0; i < 3000; ++i) {
    const unsigned thing = random() % last_of.size();  // two an owner
    SpanLog::Id blocker = kNone;
    Ticks from = last_of[thing] == kNone ? 0 : log.span(last_of[thing]).until;
    if (i > 10 && random() % 2 == 0) {
      blocker = static_cast<SpanLog::Id>(i - 1 - random() % 8);
      from = std::max(from, log.span(blocker).until + random() % 3);
    }
    last_of[thing] =
        add(thing / 2, random() % 4, from, from + random() % 9, last_of[thing], blocker);
    ends.push_back(last_of[thing]);
  }
  for (const auto end : ends) {
    Ticks sum = 0;
    for (const auto& part : parts(end)) sum += part.ticks;
    ASSERT_EQ(sum, log.span(end).until);
  }
}

TEST_F(SpanLogTest, ATryInVainIsLostToNoOne) {
  log.begins(0, 7, "message 0->1", 64);
  const SpanLog::Thing thing{0, 7, 0};
  log.add(thing, "call", 0, 20);
  log.tries(thing);
  log.add(thing, "way", 20, 50);
  log.in_vain(thing, "sent again");
  const auto last = log.add(thing, "way again", 50, 90);
  const auto parts = this->parts(last);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[1].owner, kNone);
  EXPECT_EQ(log.text(parts[1].what), "sent again");
  EXPECT_EQ(parts[1].ticks, 30u);
  EXPECT_EQ(log.text(parts[2].what), "call");
}

TEST_F(SpanLogTest, SpansOfAThingDoNotOverlap) {
  const SpanLog::Thing thing{0, 7, 0};
  log.add(thing, "call", 0, 20);
  EXPECT_THROW(log.add(thing, "way", 19, 30), std::exception);
  EXPECT_THROW(log.add(thing, "way", 40, 30), std::exception);
  log.add(thing, "way", 25, 30);
  EXPECT_EQ(log.since(thing), 30u);
}

TEST_F(SpanLogTest, AnOwnerOfASeriesHasANumberAndWhatItIsKnownBy) {
  log.begins(3, 1, "message 3->0", 64);
  log.begins(3, 2, "message 3->0", 32);
  ASSERT_NE(log.find("message 3->0 #2"), nullptr);
  EXPECT_EQ(log.find("message 3->0 #2")->bytes, 32u);
  EXPECT_EQ(log.owner_of({3, 1, 99})->name, "message 3->0");
  EXPECT_EQ(log.owner_of({4, 1, 99}), nullptr);
  log.add({3, 2, 0}, "call", 0, 20);
  log.ends({3, 2, 0}, "it was done");
  EXPECT_EQ(log.find("message 3->0 #2")->end, "it was done");
  EXPECT_EQ(log.find("message 3->0")->ended, kNever);
}

TEST_F(SpanLogTest, APlaceBlocksUntilItsLastSpanHasLeft) {
  int engine = 0;
  const SpanLog::Place place{&engine, 0};
  log.begins(0, 0, "a", 1);
  log.begins(0, 1, "b", 1);
  log.leaves(place, log.add({0, 0, 0}, "served", 0, 40));
  log.leaves(place, log.add({0, 0, 1}, "served later", 60, 90));
  const auto last = log.add({0, 1, 0}, "served", 50, 70, {place});
  const auto parts = this->parts(last);
  ASSERT_EQ(parts.size(), 3u) << "its span, nobody's 10, and the other's 40";
  EXPECT_TRUE(parts[1].waits);
  EXPECT_EQ(parts[2].owner, 0u);
  EXPECT_EQ(parts[2].ticks, 40u);
}

}  // namespace
}  // namespace gf::core::span_log_test
