// SPDX-License-Identifier: Apache-2.0
#include "explain/queue_waits.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>

namespace gf::core::queue_waits_test {
namespace {

using Wait = HopJournal::Wait;

/// A queue, and what is told of it by flow of its first packet and cause.
class QueueWaitsTest : public testing::Test {
 protected:
  using Times = std::map<std::pair<HopJournal::Number, std::string>, Ticks>;

  /// The packet of `flow` came at `arrived` and was the first from `ready` on, with those spans.
  QueueWaits::Ticket leaves(HopJournal::Number flow, Ticks arrived, Ticks ready,
                            const std::vector<Wait>& spans, bool counts = true) {
    HopJournal::Hop hop;
    hop.flow = flow;
    hop.link = 7;
    hop.arrived = arrived;
    hop.ready = ready;
    hop.start = spans.empty() ? ready : spans.back().until;
    hop.waits = &spans;
    return queue.first_leaves(hop, counts, tell);
  }

  QueueWaits queue;
  Times told;
  QueueWaits::Tell tell = [this](const Wait& span, HopJournal::Number link, Ticks time) {
    EXPECT_EQ(link, *span.cause == '\0' ? HopJournal::kNone : 7u);
    told[{*span.cause == '\0' ? HopJournal::kNone : span.behind, span.cause}] += time;
  };
};

TEST_F(QueueWaitsTest, WhoIsBehindWaitsForWhatTheFirstWaitsFor) {
  EXPECT_EQ(leaves(1, 10, 10, {{10, 14, "no credit"}, {14, 20, "busy"}}), QueueWaits::kNoTicket)
      << "it was the first when it came";
  const QueueWaits::Ticket second = leaves(2, 12, 21, {});
  const QueueWaits::Ticket third = leaves(3, 13, 22, {{22, 25, "busy"}});
  queue.count(second, 12, 21, tell);
  queue.close(second);
  queue.count(third, 13, 22, tell);
  queue.close(third);
  queue.finish(tell);
  // From 12 and from 13 to 14; both to 20; a cycle each time that one left.
  const Times expected = {
      {{1, "no credit"}, 2 + 1}, {{1, "busy"}, 12}, {{HopJournal::kNone, ""}, 3}};
  EXPECT_EQ(told, expected);
}

TEST_F(QueueWaitsTest, APacketCountsFromWhereItIsAsked) {
  (void)leaves(1, 0, 0, {{0, 30, "busy"}});
  const QueueWaits::Ticket ticket = leaves(2, 5, 30, {});
  queue.count(ticket, 20, 30, tell);
  queue.close(ticket);
  queue.finish(tell);
  EXPECT_EQ(told, (Times{{{1, "busy"}, 10}}));
}

TEST_F(QueueWaitsTest, WhatIsNotCountedIsNotTold) {
  (void)leaves(1, 0, 0, {{0, 30, "busy"}});
  queue.close(leaves(2, 5, 30, {}));
  EXPECT_EQ(leaves(3, 6, 31, {}, false), QueueWaits::kNoTicket);
  queue.finish(tell);
  EXPECT_TRUE(told.empty());
}

/// Against a sum over each packet and each span before it, whatever the order of their ends.
TEST_F(QueueWaitsTest, SumsAreThoseOfEachPacketBySpans) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    queue = QueueWaits();
    told.clear();
    Times expected;
    std::vector<std::pair<Wait, Ticks>> spans;  // of the first
    struct Open {
      QueueWaits::Ticket ticket;
      Ticks from, ready;
    };
    std::vector<Open> open;
    Ticks arrived = 0, free = 0;
    const auto end_one = [&] {
      const std::size_t which = random() % open.size();
      const Open one = open[which];
      if (random() % 3 != 0) {
        queue.count(one.ticket, one.from, one.ready, tell);
        Ticks named = 0;
        for (const auto& [span, flow] : spans) {
          const Ticks from = std::max(span.from, one.from), until = std::min(span.until, one.ready);
          if (from >= until) continue;
          expected[{HopJournal::Number(flow), span.cause}] += until - from;
          named += until - from;
        }
        if (const Ticks rest = one.ready - one.from - named; rest != 0)
          expected[{HopJournal::kNone, ""}] += rest;
      }
      queue.close(one.ticket);
      open.erase(open.begin() + std::ptrdiff_t(which));
    };
    for (HopJournal::Number flow = 0; flow < 200; ++flow) {
      arrived += 1 + random() % 12;
      const Ticks ready = std::max(arrived, free + random() % 2);
      std::vector<Wait> own;
      Ticks now = ready;
      for (unsigned n = unsigned(random() % 3); n > 0; --n) {
        const Ticks until = now + 1 + random() % 9;
        own.push_back({now, until, random() % 2 == 0 ? "busy" : "no credit"});
        now = until;
      }
      const QueueWaits::Ticket ticket = leaves(flow, arrived, ready, own, random() % 4 != 0);
      if (ticket != QueueWaits::kNoTicket) {
        const Ticks from = arrived + random() % (ready - arrived);
        open.push_back({ticket, from, ready});
      }
      for (const Wait& span : own) spans.push_back({span, flow});
      free = now;
      while (open.size() > 10) end_one();
    }
    while (!open.empty()) end_one();
    queue.finish(tell);
    ASSERT_EQ(told, expected) << "seed " << seed;
    ASSERT_GT(expected.size(), 50u);
  }
}

}  // namespace
}  // namespace gf::core::queue_waits_test
