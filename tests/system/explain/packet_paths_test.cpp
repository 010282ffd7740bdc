// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/packet_spans.h hw/nic/port_journal.h hw/nic/journal_of_segment.h
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "core/text/json.h"
#include "tests/support/explained_copies.h"
#include "tests/support/program.h"

namespace gf::test::packet_paths_test {
namespace {

using namespace explained_copies;  // NOLINT: what these tests share
using nlohmann::json;
constexpr double kWorstOfRandom = 0.10;

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
}  // namespace gf::test::packet_paths_test
