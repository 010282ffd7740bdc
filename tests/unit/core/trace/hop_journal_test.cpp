// SPDX-License-Identifier: Apache-2.0
#include "core/trace/hop_journal.h"

#include <gmock/gmock.h>

#include "core/base/error.h"
#include "tests/support/heard_hops.h"

namespace gf::core::hop_journal_test {
namespace {

class HopJournalTest : public testing::Test {
 protected:
  /// Packet `key`, of the flow at `owner`, leaves the queue at `queue`.
  void leave(std::uint64_t key, const void* owner, std::uint64_t whole = 0) {
    HopJournal::Hop hop;
    hop.key = key;
    hop.whole = whole;
    if (owner != nullptr) hop.flow = journal.flow(owner, 0, [] { return std::string("copy"); });
    hop.kind = "writes";
    hop.queue = journal.queue(this, 0, [] { return std::string("plx.ingress_0"); });
    hop.link = journal.link(this, 0, [] { return std::string("plx.egress_1"); });
    journal.leaves(hop);
  }

  test::HeardHops heard;
  HopJournal journal{heard};
};

TEST_F(HopJournalTest, IsActiveWhileItExists) {
  EXPECT_EQ(HopJournal::active(), &journal);
  EXPECT_THROW(HopJournal second(heard), std::logic_error);
}

TEST_F(HopJournalTest, FlowsOfOneNameAreNumbered) {
  int first = 0, second = 0;
  const auto one = journal.begin_flow(&first, 0, "copy 0->2", 0);
  const auto two = journal.begin_flow(&second, 0, "copy 0->2", 0);
  EXPECT_EQ(journal.flow_name(one), "copy 0->2");
  EXPECT_EQ(journal.flow_name(two), "copy 0->2 #2");
  // The next graph's record is where that of an earlier one was.
  EXPECT_NE(journal.begin_flow(&first, 0, "copy 0->2", 5), one);
}

TEST_F(HopJournalTest, APacketArrivesNowhereBeforeItHasLeft) {
  HopJournal::Hop hop;
  hop.key = 100;
  hop.kind = "writes";
  hop.queue = journal.queue(this, 0, [] { return std::string("plx.ingress_0"); });
  hop.link = journal.link(this, 0, [] { return std::string("plx.egress_1"); });
  hop.start = hop.free = hop.there = 10;
  journal.leaves(hop);
  hop.arrived = hop.ready = 9;
  EXPECT_THROW(journal.leaves(hop), std::logic_error);
  hop.arrived = hop.ready = 10;
  journal.leaves(hop);
}

TEST_F(HopJournalTest, PacketsAreNumberedInTheirFlowUntilTheyEnd) {
  int a = 0, b = 0;
  leave(100, &a);
  leave(200, &a);
  leave(300, &b);
  leave(200, nullptr);  // its second hop: its flow is known
  journal.packet_ends(200, 9);
  leave(200, &b);  // the same place in the pool, another packet
  std::vector<std::uint64_t> numbers;
  std::vector<unsigned> places;
  for (const auto& hop : heard.hops) {
    numbers.push_back(hop.number);
    places.push_back(hop.place);
  }
  EXPECT_THAT(numbers, testing::ElementsAre(1, 2, 1, 2, 2));
  EXPECT_THAT(places, testing::ElementsAre(0, 0, 0, 1, 0));
  EXPECT_EQ(heard.hops[3].flow, heard.hops[1].flow);
  EXPECT_THAT(heard.ended, testing::ElementsAre(200));
}

TEST_F(HopJournalTest, PartsGoOnWhereTheWholeWas) {
  int a = 0;
  leave(100, &a);
  leave(500, &a, 100);
  leave(501, &a, 100);
  EXPECT_EQ(heard.hops[1].number, 1u);
  EXPECT_EQ(heard.hops[2].number, 1u);
  EXPECT_EQ(heard.hops[2].place, 1u);
}

TEST_F(HopJournalTest, PacketsOfNoFlowAreCalledByKindAndOrigin) {
  leave(100, nullptr);
  EXPECT_EQ(journal.flow_name(heard.hops[0].flow), "writes of plx.ingress_0");
}

TEST_F(HopJournalTest, RefusesDatesThatGoBack) {
  HopJournal::Hop hop;
  hop.queue = journal.queue(this, 0, [] { return std::string("plx.ingress_0"); });
  hop.arrived = 5;
  hop.ready = 4;
  EXPECT_THROW(journal.leaves(hop), std::logic_error);
}

}  // namespace
}  // namespace gf::core::hop_journal_test
