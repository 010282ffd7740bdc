// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_packets.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::why_packets_test {
namespace {

using app::PacketQuestion;
using app::WhyPackets;
using core::HopJournal;
using core::Ticks;

/// Packets of one flit from node 0 by router 0 to router 1 and node 9, in ticks of a tenth of a
/// cycle: each hop takes two cycles.
class WhyPacketsTest : public testing::Test {
 protected:
  HopJournal::Number flow(const std::string& name) {
    return journal.flow(this, unsigned(name.back()), [&] { return "flow " + name; });
  }
  /// It waits at router 0 for that long.
  void packet(const std::string& name, Ticks waits, const char* cause, const std::string& behind,
              HopJournal::Number chain = HopJournal::kNone) {
    HopJournal::Hop hop;
    hop.key = 64 * ++packets;
    hop.flow = flow(name);
    hop.counts = true;
    hop.kind = "minimal";
    Ticks now = 100;
    for (unsigned place = 0; place < 3; ++place) {
      std::vector<HopJournal::Wait> spans;
      hop.source_time = place == 0 ? 10 : 0;
      hop.queue = journal.queue(this, place, [&] { return "queue " + std::to_string(place); });
      hop.link = journal.link(this, place, [&] { return "link " + std::to_string(place); });
      hop.arrived = now;
      hop.ready = now + hop.source_time;
      hop.start = hop.ready + (place == 1 ? waits : 0);
      if (place == 1 && waits != 0)
        spans = {{hop.ready, hop.start, cause, flow(behind), chain, flow("2->7")}};
      hop.free = hop.start + 10;
      hop.there = hop.start + 20;
      hop.waits = &spans;
      journal.leaves(hop);
      now = hop.there + 10;  // the router's
    }
    journal.packet_ends(hop.key, now - 10);
  }
  std::string text(const PacketQuestion& asked, std::size_t top = 10) {
    return WhyPackets{asked, latency, journal, 10}.text(top, 80);
  }

  PacketQuestion question{"flow 0->9"};
  core::PacketLatency latency{question.wanted()};
  HopJournal journal{latency};
  std::uint64_t packets = 0;
};

TEST_F(WhyPacketsTest, SaysWhatTheMeanWentInto) {
  packet("0->9", 0, "", "");
  packet("0->9", 90, "lost arbitration", "1->8");
  packet("1->8", 70, "no credit", "0->9");
  const std::string shown = text(question);
  // 1 of the source, 3 channels of 2, 2 routers of 1; 90 ticks for two packets: 4.5 cycles.
  EXPECT_THAT(shown,
              HasSubstr("flow 0->9: mean latency 13.500 cycles over 2 packets of the sample\n"
                        "9.000 cycles on an idle network; 4.500 (33 %) lost to others\n"));
  EXPECT_THAT(shown, HasSubstr("66.7 %"));
  EXPECT_THAT(shown, HasSubstr("33.3 %   4.500  all places  lost arbitration\n"));
  EXPECT_THAT(shown, HasSubstr("100.0 %  link 1  lost arbitration: flow 1->8\n"));
  EXPECT_THAT(shown, HasSubstr("busiest channel: link 0"));
  const auto json = WhyPackets{question, latency, journal, 10}.json();
  EXPECT_EQ(json.at("latency_cycles"), 13.5);
  EXPECT_EQ(json.at("waits").size(), 1u);
  EXPECT_EQ(json.at("waits")[0].at("cycles"), 4.5);
}

TEST_F(WhyPacketsTest, ShowsTheWholeChainOfAFlow) {
  packet("0->9", 0, "", "");
  const auto end = journal.cause({0, 2, "channel busy"});
  packet("0->9", 30, "no credit", "1->8", journal.cause({2, 1, "no credit", end}));
  packet("0->9", 10, "no credit", "1->8");
  const auto json = WhyPackets{question, latency, journal, 10}.json();
  EXPECT_EQ(json.at("waits").size(), 1u) << "one place and cause, whatever is behind";
  ASSERT_EQ(json.at("behind").size(), 2u);
  EXPECT_EQ(json.at("behind")[0].at("behind"),
            "first of queue 2: no credit of link 1 <- first of queue 0: channel busy of link 2 by "
            "flow 2->7");
  EXPECT_EQ(json.at("behind")[0].at("cycles"), 1);
  EXPECT_EQ(json.at("behind")[1].at("behind"), "flits or credits in flight");
  EXPECT_THAT(text(question), HasSubstr("75.0 %"));
}

TEST_F(WhyPacketsTest, ShowsWhereChainsOfManyPacketsEnd) {
  const PacketQuestion all("packets");
  packet("0->9", 10, "no credit", "1->8",
         journal.cause({2, 1, "no credit", journal.cause({0, 2, "channel busy"})}));
  packet("0->9", 20, "virtual channel held", "1->8", journal.cause({1, 2, "channel busy"}));
  packet("0->9", 10, "no credit", "1->8", journal.cause({1, HopJournal::kNone, ""}));
  const auto json = WhyPackets{all, latency, journal, 10}.json();
  ASSERT_EQ(json.at("behind").size(), 2u);
  EXPECT_EQ(json.at("behind")[0].at("behind"), "channel busy of link 2");
  EXPECT_EQ(json.at("behind")[1].at("behind"), "queue 1, which is moving");
}

TEST_F(WhyPacketsTest, WhatIsNotShownIsSummedUp) {
  packet("0->9", 90, "lost arbitration", "1->8");
  packet("0->9", 30, "no credit", "1->8");
  EXPECT_THAT(text(question, 1), HasSubstr("1 more"));
}

TEST_F(WhyPacketsTest, NamesTheFlowsThatThereAre) {
  packet("1->8", 0, "", "");
  EXPECT_THAT(test::error_of([&] {
                WhyPackets{question, latency, journal, 10}.check();
              }),
              HasSubstr("no packet of the sample belongs to 'flow 0->9'; there are 1: flow 1->8"));
}

TEST(PacketQuestionTest, RefusesWhatIsNeitherFlowNorClass) {
  EXPECT_THAT(test::error_of([] { PacketQuestion("copy 0->2"); }), HasSubstr("'packets minimal'"));
  EXPECT_EQ(PacketQuestion("").text(), "packets");
}

TEST(PacketQuestionTest, AsksByWayChannelsAndVirtualChannel) {
  core::PacketFacts facts;
  facts.kind = "minimal";
  facts.channels = 3;
  facts.virtual_channel = 1;
  for (const char* yes : {"packets", "packets minimal", "packets vc 1", "packets hops 3"})
    EXPECT_TRUE(PacketQuestion(yes).wanted()(facts)) << yes;
  for (const char* no : {"packets non-minimal", "packets vc 0", "packets hops 2"})
    EXPECT_FALSE(PacketQuestion(no).wanted()(facts)) << no;
}

}  // namespace
}  // namespace gf::why_packets_test
