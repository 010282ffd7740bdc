// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/packet_spans.h
// Holds: sc_main/why/why_copies.h tlm_models/host/copy_journal.h explain/packet_paths.h
// Holds: hw/nic/port_journal.h hw/nic/journal_of_segment.h
// Where the time of copies between nodes went: on machines whose answer is known, and on random
// ones, where what was lost is compared with the time of the same copy alone in the machine.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::cluster_why_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Share {
  std::string what;
  double part = 0;  ///< Of the copy's time.
  bool lost = false;
};
struct Answer {
  double took = 0;
  double alone = 0;
  std::vector<Share> shares;

  /// Of what was lost, or kept, and has `text` in it.
  [[nodiscard]] double part(const std::string& text, bool lost) const {
    double sum = 0;
    for (const Share& share : shares)
      if (share.lost == lost && share.what.find(text) != std::string::npos) sum += share.part;
    return sum;
  }
  [[nodiscard]] double lost() const { return part("", true); }
  [[nodiscard]] double slower() const { return 1 - alone / took; }
  [[nodiscard]] double sum() const { return lost() + part("", false); }
  [[nodiscard]] std::string text() const {
    std::string text =
        fmt::format("took {} alone {} lost {:.4f} slower {:.4f}\n", took, alone, lost(), slower());
    for (const Share& share : shares)
      text += fmt::format("  {:.4f}{} {}\n", share.part, share.lost ? " lost" : "", share.what);
    return text;
  }
};

/// A run of copies "src,dst,bytes,start" on a cluster, explained copy by copy.
class Explained {
 public:
  Explained(const std::string& copies, Words settings) {
    write_file(scratch_ / "copies.csv", "graph,src,dst,bytes,start_ns\n" + copies);
    Words words{"run",      "cluster",       "-q", "--schedule", scratch_ / "copies.csv",
                "--outdir", scratch_ / "run"};
    words.insert(words.end(), settings.begin(), settings.end());
    const Captured got = program(words);
    EXPECT_EQ(got.code, 0) << got.err;
  }
  [[nodiscard]] Answer why(const std::string& copy) const {
    const Captured got = program({"why", scratch_ / "run", copy, "--json"});
    EXPECT_EQ(got.code, 0) << got.err;
    const json answer = core::parse_json(got.out);
    Answer made{answer.at("seconds"), answer.value("alone_seconds", 0.0), {}};
    for (const json& share : answer.at("shares"))
      made.shares.push_back(
          {share.at("went_to"), share.at("seconds").get<double>() / made.took, share.at("lost")});
    return made;
  }
  [[nodiscard]] Captured ask(Words words) const {
    words.insert(words.begin(), {"why", scratch_ / "run"});
    return program(words);
  }

 private:
  ScratchDirectory scratch_;
};

/// Nodes with one GPU each, one to a router of the fat tree's lowest level: k = 1 has no others.
Words nodes(unsigned count, unsigned gpus = 1) {
  return {"-p", fmt::format("nodes={}", count), "-p", fmt::format("node.gpus={}", gpus)};
}

constexpr double kNear = 0.02;
/// Pinned after the runs: where another place becomes the slowest one because of the others, what
/// was waited for there overlaps with what the copy alone waits for elsewhere (docs/why.md says the
/// same of links with different rates).
constexpr double kNearAtOtherRates = 0.03;
constexpr double kWorstOfRandom = 0.10;

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

TEST(WhyCopiesBetweenNodes, WhatIsSentAgainHasAShareOfItsOwn) {
  Words settings = nodes(2);
  settings.insert(settings.end(), {"-p", "node.nic.receiver.loss=0.02"});
  const Explained explained("one,0,1,1 MiB,0\n", settings);
  const Answer why = explained.why("copy 0->1");
  EXPECT_GT(why.part("sent again", true), 0.05) << why.text();
  EXPECT_NEAR(why.lost(), why.part("sent again", true), 1e-9);
  EXPECT_NEAR(why.sum(), 1, 1e-9);
}

// Without a window the card waits for each acknowledgement: that is the copy's own time.
TEST(WhyCopiesBetweenNodes, AClosedWindowIsTheWayOfItsAcknowledgement) {
  Words settings = nodes(2);
  settings.insert(settings.end(), {"-p", "node.nic.sender.window=1"});
  const Explained explained("one,0,1,64 KiB,0\n", settings);
  const Answer why = explained.why("copy 0->1");
  EXPECT_NEAR(why.lost(), 0, 1e-9) << why.text();
  EXPECT_NEAR(why.sum(), 1, 1e-9);
  // The acknowledgements of all 16 segments but the last come in at the card that sends.
  EXPECT_NEAR(why.part("node_0.nic_0.receiver: takes", false) * why.took, 15 * 50e-9, 1e-12)
      << why.text();
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

/// How far what a copy lost and what it took longer are apart, of all copies between nodes of a
/// random run.
std::vector<double> differences(unsigned number) {
  core::RandomStream random(number, "cluster_why");
  const auto below = [&](std::uint64_t limit) {
    return static_cast<unsigned>(random.below(limit));
  };
  const unsigned gpus = 1 + below(3), all = 3 * gpus;
  std::string copies;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned src = below(all);
    const unsigned dst = (src + 1 + below(all - 1)) % all;
    const unsigned size = 64u << below(3);
    copies += fmt::format("g,{},{},{} KiB,{}\n", src, dst, size, 1000 * below(10));
  }
  Words settings = nodes(3, gpus);
  const char* const networks[] = {"fat_tree", "torus", "hyperx", "dragonfly"};
  settings.insert(settings.end(), {"-p", std::string("network=") + networks[below(4)]});
  const Explained explained(copies, settings);
  std::vector<double> apart;
  const json list = core::parse_json(explained.ask({"--json"}).out);
  for (const json& flow : list.at("flows")) {
    if (!flow.contains("part")) continue;  // within a node: pcie/why_test
    const Answer why = explained.why(flow.at("part"));
    EXPECT_NEAR(why.sum(), 1, 1e-9);
    EXPECT_NEAR(why.lost(), why.slower(), kWorstOfRandom)
        << copies << flow.at("part") << ' ' << why.text();
    apart.push_back(std::abs(why.lost() - why.slower()));
  }
  return apart;
}

// What was lost by the steps, and what the copy took longer than alone, are counted independently.
TEST(WhyCopiesBetweenNodes, RandomOnesLoseWhatTheyTakeLongerThanAlone) {
  std::vector<double> all;
  for (unsigned number = 0; number < 12; ++number)
    for (const double one : differences(number)) all.push_back(one);
  double sum = 0;
  for (const double one : all) sum += one;
  EXPECT_GT(all.size(), 20u);
  EXPECT_LT(sum / double(all.size()), kNear);
  std::sort(all.begin(), all.end());
  const auto beyond = all.end() - std::upper_bound(all.begin(), all.end(), kNear);
  fmt::print(
      "of {} copies the two are apart by {:.4f} in the mean, {:.4f} at worst, {} by more "
      "than {}\n",
      all.size(), sum / double(all.size()), all.back(), beyond, kNear);
}

}  // namespace
}  // namespace gf::test::cluster_why_test
