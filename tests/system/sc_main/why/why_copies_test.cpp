// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/host/copy_journal.h
// Where the time of copies between nodes went: on machines whose answer is known, and on random
// ones, where what was lost is compared with the time of the same copy alone in the machine.
#include "tests/support/explained_copies.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::why_copies_test {
namespace {

using namespace explained_copies;  // NOLINT: what these tests share
/// Pinned after the runs: where another place becomes the slowest one because of the others, what
/// was waited for there overlaps with what the copy alone waits for elsewhere (docs/why.md says the
/// same of links with different rates).
constexpr double kNearAtOtherRates = 0.03;

TEST(WhyCopiesBetweenNodes, AloneLoseNothing) {
  for (const char* path : {"direct", "staged"}) {
    Words settings = nodes(2);
    settings.insert(settings.end(), {"-p", std::string("path=") + path});
    const Explained explained("one,0,1,256 KiB,0\n", settings);
    const Answer why = explained.why("copy 0->1");
    EXPECT_NEAR(why.lost(), 0, 1e-9) << why.text();
    EXPECT_NEAR(why.sum(), 1, 1e-9);
    EXPECT_NEAR(why.slower(), 0, 1e-9);
  }
}

// One direction of the card's link to the network carries both, segment by segment: each gets half
// of it.
TEST(WhyCopiesBetweenNodes, TwoThatShareACardLoseHalf) {
  const Explained explained("two,0,2,512 KiB,0\ntwo,1,4,512 KiB,0\n", nodes(3, 2));
  for (const auto& [copy, other] :
       {std::pair{"copy 0->2", "copy 1->4"}, std::pair{"copy 1->4", "copy 0->2"}}) {
    const Answer why = explained.why(copy);
    EXPECT_NEAR(why.lost(), why.slower(), kNear) << why.text();
    EXPECT_GT(why.part(other, true), 0.4) << why.text();
    EXPECT_NEAR(why.sum(), 1, 1e-9);
  }
}

// A pair of cards has one queue pair, whose work is done in order: the second waits for the first.
TEST(WhyCopiesBetweenNodes, OfTwoByOneQueuePairTheSecondLosesHalf) {
  const Explained explained("two,0,2,512 KiB,0\ntwo,1,3,512 KiB,0\n", nodes(2, 2));
  const Answer first = explained.why("copy 0->2"), second = explained.why("copy 1->3");
  EXPECT_LT(first.lost(), 0.05) << first.text();
  EXPECT_GT(second.part("copy 0->2", true), 0.4) << second.text();
  EXPECT_NEAR(second.lost(), second.slower(), kNear) << second.text();
}

// Both come to one node by one channel, from cards of their own.
TEST(WhyCopiesBetweenNodes, TwoThatShareAChannelLoseHalf) {
  const Explained explained("two,0,2,512 KiB,0\ntwo,1,2,512 KiB,0\n", nodes(3));
  for (const auto& [copy, other] :
       {std::pair{"copy 0->2", "copy 1->2"}, std::pair{"copy 1->2", "copy 0->2"}}) {
    const Answer why = explained.why(copy);
    EXPECT_NEAR(why.lost(), why.slower(), kNear) << why.text();
    EXPECT_GT(why.part(other, true), 0.4) << why.text();
    EXPECT_GT(why.part("network <- " + std::string(other), true), 0.3) << why.text();
  }
}

// A copy within the node takes the PCIe link by which GPU 0 sends.
TEST(WhyCopiesBetweenNodes, OneThatSharesAPcieLinkLosesToTheCopyWithinTheNode) {
  Words settings = nodes(2, 2);
  settings.insert(settings.end(), {"-p", "net.clock=0.5 ns", "-p", "node.nic.reader.tags=256"});
  const Explained explained("two,0,2,512 KiB,0\ntwo,0,1,2 MiB,0\n", settings);
  const Answer why = explained.why("copy 0->2");
  EXPECT_NEAR(why.lost(), why.slower(), kNearAtOtherRates) << why.text();
  EXPECT_GT(why.part("reads over PCIe <- copy 0->1", true), 0.2) << why.text();
}

TEST(WhyCopiesBetweenNodes, AnswersListFollowAndPackets) {
  const Explained explained("two,0,2,64 KiB,0\ntwo,1,3,64 KiB,0\ntwo,0,1,64 KiB,0\n", nodes(2, 2));
  const Captured list = explained.ask({});
  for (const char* copy : {"copy 0->2", "copy 1->3", "copy 0->1", "flows (--top)"})
    EXPECT_THAT(list.out, HasSubstr(copy)) << list.err;
  const Captured follow = explained.ask({"--follow", "copy 0->2, packet 16"});
  EXPECT_THAT(follow.out, HasSubstr("reads over PCIe: ")) << follow.err;
  EXPECT_THAT(follow.out, HasSubstr("writes over PCIe: "));
  EXPECT_EQ(explained.ask({"--follow", "copy 0->2, packet 17"}).code, 2);
  const Captured packets = explained.ask({"packets"});
  EXPECT_THAT(packets.out, HasSubstr("busiest channel: ")) << packets.err;
}

}  // namespace
}  // namespace gf::test::why_copies_test
