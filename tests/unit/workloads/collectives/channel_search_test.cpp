// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/collectives/channel_walk.h workloads/collectives/ring_bound.h workloads/collectives/channel_graph.h
#include "workloads/collectives/channel_search.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/random.h"
#include "tests/support/errors.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/collectives/channel_names.h"
#include "workloads/collectives/ring_bound.h"

namespace gf::model::channel_search_test {
namespace {

using machine_reading::read;
using Ranks = std::vector<unsigned>;

std::vector<Ranks> rings_of(const ChannelGraph& graph) {
  std::vector<Ranks> rings;
  for (const CollectiveChannel& channel : graph.channels) rings.push_back(channel.ranks);
  return rings;
}

/// Checks that each channel visits each GPU once, over paths that are near enough, and that no
/// link carries more than it can.
void expect_feasible(const MachinePlan& plan, const ChannelSearch& found) {
  const ChannelLinks links(plan);
  std::vector<unsigned> gpu_of(links.gpus());
  for (unsigned gpu = 0; gpu < links.gpus(); ++gpu) gpu_of[links.rank(gpu)] = gpu;
  std::map<unsigned, double> load;
  const auto book = [&](const ChannelLinks::Path& path, ChannelPath farthest, core::ByteRate rate) {
    EXPECT_LE(path.type, farthest) << plan.name;
    for (const unsigned link : path.links) load[link] += rate.bytes_per_second() / 1e6;
  };
  for (const CollectiveChannel& channel : found.graph.channels) {
    Ranks sorted = channel.ranks;
    std::sort(sorted.begin(), sorted.end());
    Ranks all(links.gpus());
    std::iota(all.begin(), all.end(), 0u);
    ASSERT_EQ(sorted, all) << plan.name;
    const ChannelGraph& graph = found.graph;
    for (std::size_t i = 0; i + 1 < channel.ranks.size(); ++i)
      book(links.between(gpu_of[channel.ranks[i]], gpu_of[channel.ranks[i + 1]]), graph.type_intra,
           graph.intra);
    const unsigned first = gpu_of[channel.ranks.front()], last = gpu_of[channel.ranks.back()];
    ASSERT_EQ(channel.entry.has_value(), found.between_nodes);
    if (found.between_nodes) {
      book(links.from_nic(*channel.entry, first), ChannelPath::kSys, graph.inter);
      book(links.to_nic(last, *channel.exit), graph.type_inter, graph.inter);
    } else if (graph.pattern == ChannelPattern::kRing && first != last) {
      book(links.between(last, first), graph.type_intra, graph.intra);
    }
  }
  for (const auto& [link, rate] : load)
    EXPECT_LE(rate, static_cast<double>(links.links()[link].rate)) << plan.name << " link " << link;
  EXPECT_LE(found.graph.total(), found.bound) << plan.name;
}

TEST(ChannelSearch, EveryPresetGetsChannelsThatItsLinksCarry) {
  for (const std::string& name : machine_preset_names()) {
    const MachinePlan plan = make_machine(name);
    expect_feasible(plan, search_channels(plan, ChannelPattern::kRing, false));
    if (!plan.nics().empty())
      expect_feasible(plan, search_channels(plan, ChannelPattern::kRing, true));
  }
}

TEST(ChannelSearch, NvswitchesGiveEqualRingsInOrder) {
  const ChannelSearch found = search_channels(make_machine("hgx_16"), ChannelPattern::kRing, false);
  EXPECT_EQ(found.graph.type_intra, ChannelPath::kNvlink);
  EXPECT_EQ(found.graph.total(), found.bound) << "all six links of each GPU";
  Ranks order(16);
  std::iota(order.begin(), order.end(), 0u);
  EXPECT_THAT(rings_of(found.graph), Each(order));
}

TEST(ChannelSearch, FastChannelsAreSplitAndThenRaised) {
  const ChannelGraph graph =
      search_channels(make_machine("dgx_h100"), ChannelPattern::kRing, false).graph;
  // 370.8 GB/s carry 6 x 60; halves of 60 are 30, and 12 channels carry no higher speed.
  EXPECT_EQ(graph.channels.size(), 12u);
  EXPECT_EQ(graph.intra, core::gigabytes_per_second(30));
}

TEST(ChannelSearch, CubeMeshUsesEveryNvlink) {
  const MachinePlan plan = make_machine("dgx1_v100");
  const ChannelSearch found = search_channels(plan, ChannelPattern::kRing, false);
  expect_feasible(plan, found);
  EXPECT_EQ(found.graph.channels.size(), 6u);
  EXPECT_EQ(found.graph.total(), found.bound);
}

TEST(ChannelSearch, RanksAreNamesOnly) {
  const MachinePlan plan = make_machine("dgx1_v100");
  MachinePlan other = plan;
  other.ranks.clear();
  const auto names = [](const MachinePlan& of) {
    std::vector<std::string> all;
    for (const CollectiveChannel& channel : search_rings(of).graph.channels)
      for (const unsigned rank : channel.ranks)
        all.push_back(of.devices[of.of_kind(DeviceKind::kGpu)[rank]].name);
    return all;
  };
  ASSERT_FALSE(plan.ranks.empty());
  EXPECT_EQ(names(plan), names(other));
}

/// Two sockets, two switches each, with two GPUs and `more` below each.
std::string pairs(const std::string& more = "") {
  return "[rc[0..1]]\nkind = root_complex\ncpu = xeon_skylake\nchildren = plx[0..3] pcie gen3 x16\n"
         "[rc0]\nlinks = rc1 socket\n[gpu[0..7]]\npreset = v100\n"
         "[plx[0..3]]\nchildren = gpu[0..7] pcie gen3 x16" +
         more + "\n";
}

TEST(ChannelSearch, NearPathsComeFirst) {
  const MachinePlan plan = read(pairs());
  const ChannelSearch found = search_channels(plan, ChannelPattern::kRing, false);
  expect_feasible(plan, found);
  EXPECT_EQ(found.graph.type_intra, ChannelPath::kSys);
  ASSERT_EQ(found.graph.channels.size(), 1u);
  const Ranks& ring = found.graph.channels.front().ranks;
  unsigned crossings = 0;
  for (std::size_t i = 0; i < 8; ++i) crossings += ring[i] / 4 != ring[(i + 1) % 8] / 4 ? 1 : 0;
  EXPECT_EQ(crossings, 2u) << "there and back";
  // Without the second socket no path is farther than one CPU.
  const MachinePlan half =
      read("[rc]\nkind = root_complex\nchildren = plx[0..1]\n[plx[0..1]]\nchildren = gpu[0..3]\n");
  EXPECT_EQ(search_rings(half).graph.type_intra, ChannelPath::kPhb);
}

TEST(ChannelSearch, MeshOfFourHasAllSixRings) {
  std::string text =
      "[rc]\nkind = root_complex\nchildren = gpu[0..3]\n[gpu[0..3]]\npreset = v100\n";
  for (int a = 0; a < 3; ++a) {
    text += "[gpu" + std::to_string(a) + "]\nlinks = ";
    for (int b = a + 1; b < 4; ++b)
      text += (b > a + 1 ? ", gpu" : "gpu") + std::to_string(b) + " nvlink2 x2";
    text += '\n';
  }
  const MachinePlan plan = read(text);
  const ChannelSearch found = search_rings(plan);
  expect_feasible(plan, found);
  // Each of the three orders of four GPUs in both directions: every link is full.
  EXPECT_EQ(found.graph.channels.size(), 6u);
  EXPECT_EQ(found.graph.total(), found.bound);
  EXPECT_THAT(rings_of(found.graph), Contains(Ranks{0, 3, 1, 2}));
}

TEST(ChannelSearch, EachNicGetsAChannelThatBeginsNextToIt) {
  const MachinePlan plan = make_machine("dgx_h100");
  const ChannelSearch found = search_channels(plan, ChannelPattern::kRing, true);
  expect_feasible(plan, found);
  std::vector<unsigned> nics;
  const ChannelLinks links(plan);
  for (const CollectiveChannel& channel : found.graph.channels) {
    nics.push_back(*channel.entry);
    EXPECT_EQ(links.from_nic(*channel.entry, channel.ranks.front()).type, ChannelPath::kPix);
  }
  EXPECT_THAT(nics, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(found.graph.total(), found.bound);
}

TEST(ChannelSearch, MachinesWithANetworkGetChannelsBetweenNodes) {
  const std::string node = pairs(", nic[0..3] pcie gen3 x16\n[nic[0..3]]\nkind = nic");
  EXPECT_FALSE(search_rings(read(node)).between_nodes);
  const ChannelSearch found =
      search_rings(read(node + "[network]\nkind = fat_tree\nk = 4\nn = 2\n"));
  EXPECT_TRUE(found.between_nodes);
  EXPECT_TRUE(found.graph.channels.front().exit);
}

TEST(ChannelSearch, TreesHaveAsManyChannelsAsRings) {
  for (const bool between_nodes : {false, true}) {
    const MachinePlan plan = make_machine("dgx1_v100");
    const ChannelSearch trees = search_channels(plan, ChannelPattern::kBalancedTree, between_nodes);
    const ChannelSearch rings = search_channels(plan, ChannelPattern::kRing, between_nodes);
    EXPECT_EQ(trees.graph.channels.size(), rings.graph.channels.size());
    EXPECT_NE(trees.graph.pattern, ChannelPattern::kRing);
  }
}

TEST(ChannelSearch, GpusThatTakeNoPartRelayNothing) {
  // On the cube mesh GPU 3 has links to 0 and 7, which have none to each other.
  const MachinePlan mesh = make_machine("dgx1_v100");
  const auto type_of = [&](const std::string& gpus) {
    const MachinePlan part = part_of_gpus(mesh, gpus);
    const ChannelSearch found = search_channels(part, ChannelPattern::kRing, false);
    expect_feasible(part, found);
    return found.graph.type_intra;
  };
  EXPECT_EQ(type_of("gpu0, gpu3"), ChannelPath::kNvlink);
  EXPECT_EQ(type_of("gpu0, gpu3, gpu7"), ChannelPath::kRelay) << "7 to 0 over 3";
  EXPECT_EQ(type_of("gpu0, gpu7"), ChannelPath::kSys) << "neither 3 nor 4 is there";
}

TEST(ChannelSearch, WithoutAnyPathItGivesOneSlowChannel) {
  const ChannelSearch found =
      search_rings(read("[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3]\n"));
  EXPECT_THAT(rings_of(found.graph), ElementsAre(ElementsAre(0, 1, 2, 3)));
  EXPECT_EQ(found.graph.intra, core::ByteRate(1e8));
  EXPECT_EQ(found.bound, core::ByteRate());
}

TEST(ChannelSearch, OneGpuIsAChannelOfItsOwn) {
  const ChannelSearch found = search_rings(read("[rc]\nkind = root_complex\nchildren = gpu0\n"));
  EXPECT_EQ(found.graph.channels.front().ranks, Ranks{0});
  EXPECT_EQ(found.graph.type_intra, ChannelPath::kLocal);
}

TEST(ChannelSearch, StepsAreBoundedAndTheSameEachTime) {
  core::RandomStream random(7, "meshes");
  for (int round = 0; round < 3; ++round) {
    std::string text =
        "[rc]\nkind = root_complex\nchildren = gpu[0..15]\n[gpu[0..15]]\npreset = v100\n";
    for (unsigned a = 0; a < 15; ++a) {
      std::string links;
      for (unsigned b = a + 1; b < 16; ++b)
        if (random.below(4) == 0)
          links += (links.empty() ? "gpu" : ", gpu") + std::to_string(b) + " nvlink2 x1";
      if (!links.empty()) text += "[gpu" + std::to_string(a) + "]\nlinks = " + links + "\n";
    }
    const MachinePlan plan = read(text);
    const ChannelSearch found = search_rings(plan);
    expect_feasible(plan, found);
    EXPECT_LT(found.steps, 700'000);
    EXPECT_EQ(rings_of(search_rings(plan).graph), rings_of(found.graph));
  }
}

TEST(ChannelSearch, RefusesChannelsBetweenNodesWithoutNics) {
  EXPECT_THAT(
      test::error_of([] { search_channels(make_machine("t1"), ChannelPattern::kRing, true); }),
      HasSubstr("channels between nodes need a NIC"));
}

}  // namespace
}  // namespace gf::model::channel_search_test
