// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/pcie/pcie_tree_check.h tlm_models/topology/pcie/pcie_presets.h
#include "tlm_models/topology/pcie/pcie_tree.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::pcie_tree_test {
namespace {

constexpr auto kRc = PcieNodeKind::kRootComplex;
constexpr auto kSwitch = PcieNodeKind::kSwitch;
constexpr auto kDevice = PcieNodeKind::kDevice;

std::vector<std::string> names_on_path(const PcieTree& tree, unsigned src, unsigned dst) {
  std::vector<std::string> names;
  for (const PcieHop& hop : tree.path(src, dst)) names.push_back(tree.node(hop.node).name);
  return names;
}

std::string refusal(const std::vector<PcieNodeSpec>& specs) {
  return test::error_of([&] { PcieTree("t", specs, "t.ini"); }, core::ExitCode::kBadInput);
}

TEST(PcieTree, T1HangsFourBoardsUnderOneSwitch) {
  const PcieTree tree = pcie_tree_t1();
  EXPECT_EQ(tree.device_count(), 8u);
  EXPECT_EQ(tree.node(0).name, "plx");
  EXPECT_EQ(tree.node(0).kind, kSwitch);
  EXPECT_EQ(tree.node(0).children.size(), 4u);
  EXPECT_THAT(names_on_path(tree, 1, 6), ElementsAre("k80_0", "plx", "k80_3"));
  EXPECT_FALSE(tree.crosses_root_complex(1, 6));
}

TEST(PcieTree, T2HasSixSwitchesAndARootComplex) {
  const PcieTree tree = pcie_tree_t2();
  EXPECT_EQ(tree.device_count(), 8u);
  EXPECT_EQ(tree.nodes().size(), 15u);
  EXPECT_THAT(names_on_path(tree, 0, 1), ElementsAre("k80_0"));
  EXPECT_THAT(names_on_path(tree, 0, 3), ElementsAre("k80_0", "plx_a", "k80_1"));
  EXPECT_THAT(names_on_path(tree, 0, 7), ElementsAre("k80_0", "plx_a", "rc", "plx_b", "k80_3"));
  EXPECT_FALSE(tree.crosses_root_complex(0, 3));
  EXPECT_TRUE(tree.crosses_root_complex(0, 4));
}

TEST(PcieTree, PlacedKeepsWhatIsAboveTheNamedLeaves) {
  const PcieTree tree = pcie_tree_placed(pcie_tree_t2(), {6, 0, 2});
  EXPECT_EQ(tree.device_count(), 3u);
  EXPECT_EQ(tree.node(tree.device_node(0)).name, "gpu6");
  EXPECT_EQ(tree.find("k80_2"), kNoPcieNode);
  EXPECT_THAT(names_on_path(tree, 1, 0), ElementsAre("k80_0", "plx_a", "rc", "plx_b", "k80_3"));
  EXPECT_THAT(names_on_path(tree, 2, 1), ElementsAre("k80_1", "plx_a", "k80_0"));
}

TEST(PcieTree, PlacedRefusesLeavesThatAreMissingOrTwice) {
  for (const std::vector<unsigned>& leaves : {std::vector<unsigned>{0, 8}, {3, 3}})
    EXPECT_THAT([&] { pcie_tree_placed(pcie_tree_t2(), leaves); },
                testing::ThrowsMessage<core::UserError>(HasSubstr("different devices, 0 ... 7")));
}

TEST(PcieTree, PathNamesPorts) {
  const PcieTree tree = pcie_tree_t2();
  const auto hops = tree.path(1, 6);
  ASSERT_EQ(hops.size(), 5u);
  EXPECT_EQ(hops[0], (PcieHop{tree.find("k80_0"), 1, 2}));
  EXPECT_EQ(hops[1], (PcieHop{tree.find("plx_a"), 0, 2}));
  EXPECT_EQ(hops[2], (PcieHop{tree.find("rc"), 0, 1}));
  EXPECT_EQ(hops[3], (PcieHop{tree.find("plx_b"), 2, 1}));
  EXPECT_EQ(hops[4], (PcieHop{tree.find("k80_3"), 2, 0}));
}

TEST(PcieTree, ParentsPrecedeChildren) {
  for (const PcieTree& tree : {pcie_tree_t1(), pcie_tree_t2(), pcie_tree_chain(5)})
    for (unsigned i = 1; i < tree.nodes().size(); ++i) {
      const PcieNode& node = tree.node(i);
      EXPECT_LT(node.parent, i);
      EXPECT_EQ(tree.node(node.parent).children[node.parent_port], i);
      EXPECT_EQ(node.depth, tree.node(node.parent).depth + 1);
    }
}

TEST(PcieTree, GpusCalledByNumberKeepIt) {
  const PcieTree own(
      "t", {{"sw", kSwitch, "", 1}, {"gpu1", kDevice, "sw", 2}, {"gpu0", kDevice, "sw", 3}}, "t");
  EXPECT_EQ(own.node(own.device_node(0)).name, "gpu0");
  const PcieTree other(
      "t", {{"sw", kSwitch, "", 1}, {"b", kDevice, "sw", 2}, {"a", kDevice, "sw", 3}}, "t");
  EXPECT_EQ(other.node(other.device_node(0)).name, "b");
}

TEST(PcieTree, SubsetsOfT2HaveFourGpus) {
  EXPECT_EQ(pcie_tree_t2_first4().device_count(), 4u);
  EXPECT_FALSE(pcie_tree_t2_first4().crosses_root_complex(0, 3));
  EXPECT_EQ(pcie_tree_t2_even4().device_count(), 4u);
  EXPECT_TRUE(pcie_tree_t2_even4().crosses_root_complex(0, 3));
}

TEST(PcieTree, GeneratorsMakeTheNamedShapes) {
  EXPECT_EQ(make_pcie_tree("rc:2,2,2").nodes().size(), pcie_tree_t2().nodes().size());
  EXPECT_EQ(make_pcie_tree("switch:4,2").device_count(), 8u);
  EXPECT_EQ(make_pcie_tree("rc:8,8,8").device_count(), 512u);
  EXPECT_EQ(make_pcie_tree("chain:4").device_count(), 5u);
  EXPECT_EQ(make_pcie_tree("chain:4").path(0, 4).size(), 4u);
  EXPECT_EQ(make_pcie_tree("T2").name(), "t2");
}

TEST(PcieTree, UnknownNameListsTheForms) {
  for (const char* text : {"t3", "rc:", "rc:0", "rc:2,,2", "rc:2,2x", "switch:99999,99999",
                           "chain:0", "chain:1,2", "chain:-1", ""}) {
    EXPECT_THAT(test::error_of([&] { make_pcie_tree(text); }, core::ExitCode::kUsage),
                AnyOf(HasSubstr("rc:2,2,2"), HasSubstr("chain:4")))
        << text;
  }
}

TEST(PcieTree, HasALimitOfPortsAndNodes) {
  EXPECT_EQ(make_pcie_tree("switch:1024").device_count(), 1024u);
  EXPECT_EQ(make_pcie_tree("rc:99,100").nodes().size(), 10'000u);
  EXPECT_EQ(make_pcie_tree("chain:4096").depth(), 4096u);
  for (const char* text : {"switch:1025", "rc:100,100", "rc:2,2,2,2,2,2,2,2,2,2,2,2,2"})
    EXPECT_THAT(test::error_of([&] { make_pcie_tree(text); }),
                AllOf(HasSubstr(text), HasSubstr("each 1 ... 1024"), HasSubstr("10000 nodes")));
}

TEST(PcieTree, CycleIsNamed) {
  EXPECT_THAT(refusal({{"rc", kRc, "", 1},
                       {"gpu0", kDevice, "rc", 2},
                       {"a", kSwitch, "b", 3},
                       {"b", kSwitch, "c", 4},
                       {"c", kSwitch, "a", 5}}),
              AllOf(HasSubstr("t.ini:3"), HasSubstr("cycle: a -> c -> b -> a")));
}

TEST(PcieTree, NodeThatIsItsOwnParentIsACycle) {
  EXPECT_THAT(refusal({{"a", kSwitch, "a", 1}}), HasSubstr("cycle: a -> a"));
}

TEST(PcieTree, UnconnectedNodeIsNamed) {
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}, {"gpu0", kDevice, "rc", 2}, {"gpu9", kDevice, "", 7}}),
              AllOf(HasSubstr("t.ini:7"), HasSubstr("gpu9 is not connected")));
}

TEST(PcieTree, SecondRootIsNamed) {
  EXPECT_THAT(refusal({{"rc", kRc, "", 1},
                       {"gpu0", kDevice, "rc", 2},
                       {"sw", kSwitch, "", 3},
                       {"gpu1", kDevice, "sw", 4}}),
              AllOf(HasSubstr("t.ini:3"), HasSubstr("more than one root: rc and sw")));
}

TEST(PcieTree, WrongKindsAreRefused) {
  EXPECT_THAT(refusal({{"g", kDevice, "", 1}}), HasSubstr("root g is a GPU"));
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}}), HasSubstr("rc has no children"));
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}, {"sw", kSwitch, "rc", 2}}),
              HasSubstr("switch sw has no children"));
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}, {"g", kDevice, "rc", 2}, {"h", kDevice, "g", 3}}),
              HasSubstr("GPU g has the child h"));
  EXPECT_THAT(refusal({{"s", kSwitch, "", 1}, {"rc", kRc, "s", 2}, {"g", kDevice, "rc", 3}}),
              HasSubstr("rc is not the root"));
}

TEST(PcieTree, NamesAreChecked) {
  EXPECT_THAT(refusal({}), HasSubstr("no node"));
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}, {"g", kDevice, "rc", 2}, {"g", kDevice, "rc", 3}}),
              HasSubstr("g is declared twice (first on line 2)"));
  EXPECT_THAT(refusal({{"rc", kRc, "", 1}, {"g", kDevice, "rx", 2}}),
              HasSubstr("unknown parent rx"));
  EXPECT_THAT(refusal({{"0rc", kRc, "", 1}}), HasSubstr("node name '0rc'"));
  EXPECT_THAT(refusal({{"r c", kRc, "", 1}}), HasSubstr("node name 'r c'"));
  for (const std::string own : {"memory", "software", "software_1"})
    EXPECT_THAT(refusal({{own, kRc, "", 1}}), HasSubstr("which platforms use for parts"));
}

}  // namespace
}  // namespace gf::model::pcie_tree_test
