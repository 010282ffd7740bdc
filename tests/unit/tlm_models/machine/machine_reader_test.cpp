// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/machine/machine_draft.h tlm_models/machine/machine_draft_links.cpp
// Holds: tlm_models/machine/machine_entries.h
// Holds: tlm_models/machine/machine_plan.h tlm_models/machine/planned_trees.h
#include "tlm_models/machine/machine_reader.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model::machine_reader_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

MachinePlan read(const std::string& text) {
  std::istringstream in(text);
  return read_machine(in, "m.ini");
}
std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); });
}

constexpr const char* kTwoRoots =
    "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3] pcie gen4 x8\n"
    "[rc0]\nlinks = rc1 socket 20 GB/s 30 ns\n";

std::vector<std::string> names_of(const MachinePlan& plan, const std::vector<unsigned>& devices) {
  std::vector<std::string> names;
  for (const unsigned device : devices) names.push_back(plan.devices[device].name);
  return names;
}

TEST(MachineReader, RangeOfParentsDealsItsChildrenOut) {
  const MachinePlan plan = read(kTwoRoots);
  const auto trees = pcie_trees(plan);
  ASSERT_EQ(trees.size(), 1u) << "the socket link joins both";
  const PcieTree& tree = trees[0].tree;
  EXPECT_EQ(tree.node(tree.node(tree.device_node(1)).parent).name, "rc0");
  EXPECT_EQ(tree.node(tree.node(tree.device_node(2)).parent).name, "rc1");
  EXPECT_EQ(tree.sockets_crossed(0, 1), 0u);
  EXPECT_EQ(tree.sockets_crossed(0, 3), 1u);
  EXPECT_TRUE(tree.is_socket(tree.find("rc1")));
  EXPECT_EQ(to_text(*trees[0].up[tree.find("gpu3")]->spec), "pcie gen4 x8");
  EXPECT_EQ(to_text(*trees[0].up[tree.find("rc1")]->spec), "socket 20 GB/s 30 ns");
  EXPECT_EQ(plan.devices[trees[0].devices[tree.find("gpu3")]].name, "gpu3");
}

TEST(MachineReader, NamesThatPlatformsHaveAreNone) {
  for (const std::string own : {"memory", "software", "software_1"})
    EXPECT_THAT(refusal("[rc]\nkind = root_complex\nchildren = g pcie gen3 x16\n[" + own +
                        "]\npreset = k80\n"),
                AllOf(HasSubstr("m.ini:5"), HasSubstr("device name '" + own + "'"),
                      HasSubstr("which platforms have beside")));
  EXPECT_EQ(read("[rc]\nchildren = memory_0 pcie gen3 x16\n").devices.size(), 2u);
}

TEST(MachineReader, EachTreeFileIsAMachine) {
  for (const char* name : {"t1", "t2", "rc:2,3,2", "chain:3"}) {
    const PcieTree tree = make_pcie_tree(name);
    std::ostringstream text;
    write_pcie_tree_ini(text, tree);
    const MachinePlan plan = read(text.str());
    const auto trees = pcie_trees(plan);
    ASSERT_EQ(trees.size(), 1u) << name;
    ASSERT_EQ(trees[0].tree.nodes().size(), tree.nodes().size()) << name;
    for (unsigned i = 0; i < tree.nodes().size(); ++i) {
      EXPECT_EQ(trees[0].tree.node(i).name, tree.node(i).name);
      EXPECT_EQ(trees[0].tree.node(i).kind, tree.node(i).kind);
      EXPECT_EQ(trees[0].tree.node(i).children, tree.node(i).children);
      EXPECT_EQ(trees[0].tree.node(i).device, tree.node(i).device);
    }
    for (const PlannedLink& link : plan.links) EXPECT_FALSE(link.spec) << "nothing is said of it";
  }
}

TEST(MachineReader, GpusComeFirstWhateverHangsBetweenThem) {
  const MachinePlan plan = read(
      "[rc]\nkind = root_complex\nchildren = nic0, gpu1, host0, gpu0\n"
      "[nic0]\nkind = nic\n[host0]\nkind = host\n");
  const PcieTree tree = pcie_trees(plan)[0].tree;
  EXPECT_EQ(tree.node(tree.device_node(0)).name, "gpu0");
  EXPECT_EQ(tree.node(tree.device_node(1)).name, "gpu1");
  EXPECT_EQ(tree.node(tree.device_node(2)).name, "host0");
  EXPECT_EQ(tree.node(tree.device_node(3)).name, "nic0");
  EXPECT_THAT(names_of(plan, plan.of_kind(DeviceKind::kGpu)), ElementsAre("gpu0", "gpu1"));
  EXPECT_EQ(tree.node(tree.find("rc")).children.size(), 4u);
  EXPECT_EQ(tree.node(tree.find("nic0")).parent_port, 0u) << "ports in the order of the file";
}

TEST(MachineReader, LinkTrainsToWhatBothEndsCanBe) {
  const MachinePlan plan =
      read("[sw]\nchildren = gpu[0..1]\npcie = gen3 x16\n[gpu0]\npcie = gen4 x8\n");
  EXPECT_EQ(to_text(*plan.links[0].spec), "pcie gen3 x8");
  EXPECT_EQ(to_text(*plan.links[1].spec), "pcie gen3 x16") << "gpu1 says nothing";
}

TEST(MachineReader, IncludedFileIsReplacedKeyByKey) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "machine_reader_test";
  std::filesystem::create_directories(directory);
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(directory / name) << text;
    return (directory / name).string();
  };
  write("base.ini", "[sw]\nchildren = gpu[0..3]\n[gpu[0..3]]\npreset = v100\n");
  const MachinePlan plan = read_machine_file(
      write("more.ini", "include = base.ini\n[gpu2]\npreset = h100\n[sw]\nchildren = gpu[0..2]\n"));
  EXPECT_EQ(plan.devices[plan.find("gpu1")].preset, "v100");
  EXPECT_EQ(plan.devices[plan.find("gpu2")].preset, "h100");
  EXPECT_EQ(plan.links.size(), 3u);
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("self.ini", "include = self.ini\n")); }),
              AllOf(HasSubstr("self.ini:1"), HasSubstr("includes itself")));
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("twice.ini", "include = t1, t1\n")); }),
              HasSubstr("twice.ini:1: 't1' is included twice, first in"));
  EXPECT_THAT(test::error_of([&] {
                read_machine_file(write("b.ini", "include = base.ini\ninclude = ./base.ini\n"));
              }),
              AllOf(HasSubstr("b.ini:2: './base.ini' is included twice"), HasSubstr("b.ini:1;")));
  EXPECT_THAT(test::error_of([&] { read_machine_file(write("none.ini", "\ninclude = t9\n")); }),
              AllOf(HasSubstr("none.ini:2"), HasSubstr("'t9'"), HasSubstr("two_socket")));
}

TEST(MachineReader, IncludedPresetIsThere) {
  const MachinePlan plan = read(
      "include = t2\n[rc]\nchildren = plx_a, plx_b, nic0\n"
      "[nic0]\nkind = nic\n");
  EXPECT_EQ(plan.of_kind(DeviceKind::kGpu).size(), 8u);
  EXPECT_EQ(plan.of_kind(DeviceKind::kNic).size(), 1u);
}

TEST(MachineReader, RanksNumberTheGpus) {
  const std::string sw = "[sw]\nchildren = gpu[0..2]\n";
  const MachinePlan plan = read("ranks = gpu2, gpu[0..1]\n" + sw);
  EXPECT_THAT(names_of(plan, plan.of_kind(DeviceKind::kGpu)), ElementsAre("gpu2", "gpu0", "gpu1"));
  EXPECT_EQ(pcie_trees(plan)[0].tree.node(pcie_trees(plan)[0].tree.device_node(0)).name, "gpu2");
  EXPECT_THAT(refusal("ranks = gpu[0..1]\n" + sw), HasSubstr("m.ini:1: 2 ranks of 3 GPUs"));
  EXPECT_THAT(refusal("ranks = gpu0, gpu0, gpu1\n" + sw), HasSubstr("'gpu0' as a rank"));
  EXPECT_THAT(refusal("ranks = sw\n" + sw), HasSubstr("'sw' as a rank"));
}

TEST(MachineReader, LinkSaidAtBothEndsIsOne) {
  const MachinePlan plan =
      read("[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu0 nvlink2 x2\n");
  ASSERT_EQ(plan.links.size(), 1u);
  EXPECT_TRUE(plan.has(LinkFamily::kNvlink));
  EXPECT_THAT(refusal("[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu0 nvlink2 x1\n"),
              AllOf(HasSubstr("m.ini:4"), HasSubstr("gpu0 - gpu1"), HasSubstr("nvlink2 x1 here"),
                    HasSubstr("nvlink2 x2 at its other end (line 2)")));
  EXPECT_THAT(refusal("[gpu0]\nlinks = gpu1 nvlink2 x1, gpu1 nvlink2 x1\n[gpu1]\nkind = gpu\n"),
              HasSubstr("given twice"));
}

TEST(MachineReader, EachGpuIsJoinedToEachSwitch) {
  const MachinePlan plan = read(
      "[gpu[0..3]]\nlinks = sw[0..1] nvlink3 x2\nnvlinks = nvlink3 x4\n[sw[0..1]]\nkind = "
      "nvswitch\n");
  EXPECT_EQ(plan.links.size(), 8u);
  EXPECT_THAT(refusal("[gpu0]\nlinks = sw[0..2] nvlink3 x2\nnvlinks = nvlink3 x4\n"
                      "[sw[0..2]]\nkind = nvswitch\n"),
              AllOf(HasSubstr("gpu0 has nvlink3 x4"), HasSubstr("nvlink3 x6")));
  EXPECT_THAT(
      refusal("[gpu0]\nlinks = sw nvlink2 x2\nnvlinks = nvlink3 x4\n[sw]\nkind = nvswitch\n"),
      HasSubstr("gpu0 has nvlink3 x4"));
}

TEST(MachineReader, ErrorsNameThePlaceAndWhatIsLegal) {
  const std::vector<std::pair<const char*, std::vector<const char*>>> cases{
      {"", {"m.ini:1", "no device"}},
      {"x = 1\n", {"m.ini:1", "unknown key 'x'"}},
      {"[a]\nchildren = g\ncolour = red\n", {"m.ini:3", "a.colour", "nvlinks"}},
      {"[a]\nkind = router\n", {"m.ini:2", "router", "nvswitch"}},
      {"[a]\nchildren = g pcie gen9 x16\n", {"m.ini:2", "pcie gen9 x16", "gen5"}},
      {"[a]\nchildren = g,,h\n", {"m.ini:2", "empty name"}},
      {"[a]\nchildren = g[0..2\n", {"m.ini:2", "g[0..2", "gpu[0..7]"}},
      {"[a[0..1]]\nchildren = g[0..2]\n", {"m.ini:2", "3 children for 2 parents"}},
      {"[a]\nchildren = g\nchildren = h\n", {"m.ini:3", "a.children", "line 2"}},
      {"[a]\nchildren = g\n[b]\nchildren = g\n", {"m.ini:4", "two parents: a and b"}},
      {"[a]\nchildren = b\n[b]\nchildren = a\n", {"m.ini:2", "lead back"}},
      {"[9a]\nchildren = g\n", {"m.ini:2", "'9a'", "letters"}},
      {"[a]\nchildren = g nvlink2 x1\n", {"m.ini:2", "a - g", "no link of a PCIe tree"}},
      {"[g]\nlinks = h nvlink2 x1\n", {"m.ini:2", "unknown device h"}},
      {"[g]\nlinks = g nvlink2 x1\n", {"m.ini:2", "to itself"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h\n", {"m.ini:4", "g - h has no kind"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h pcie gen3 x16\n", {"m.ini:4", "makes no tree"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h socket\n", {"m.ini:4", "between root complexes"}},
      {"[a]\nchildren = g\n[g]\nlinks = a nvlink2 x1\n", {"m.ini:4", "between GPUs"}},
      {"[g]\nkind = gpu\nchildren = h\n", {"m.ini:3", "gpu g has the child h"}},
      {"[a]\nchildren = g pcie gen4 x16\npcie = gen3 x16\n",
       {"m.ini:2", "a - g", "pcie gen4 x16", "a has pcie gen3 x16"}},
      {"[a]\nchildren = g[0..2] pcie gen3 x16\nlanes = 40\n", {"m.ini:2", "40 lanes", "take 48"}},
      {"[a]\nchildren = g\nlanes = many\n", {"m.ini:3", "'many'", "4096"}},
      {"[a]\nchildren = g\npreset = v100\n", {"m.ini:3", "switch a has a preset"}},
      {"[rc]\nkind = root_complex\n", {"m.ini:2", "no children"}},
      {"[s]\nchildren = g[0..1]\nlanes = 16\n", {"m.ini:2", "16 lanes", "take 32"}},
      {"[s]\nchildren = g\n[g]\nlanes = 16\n", {"m.ini:4", "lanes of gpu g", "switches"}},
      {"[s]\nchildren = g\nnvlinks = nvlink2 x1\n", {"m.ini:3", "nvlinks of switch s"}},
      {"[n]\nkind = nvswitch\npcie = gen3 x16\n", {"m.ini:3", "pcie of nvswitch n"}},
      {"relays = nearest\n[s]\nchildren = g\n", {"m.ini:1", "relays = nearest", "without NVLink"}},
      {"ranks = g pcie gen3 x1\n[s]\nchildren = g\n", {"m.ini:1", "g has a link"}},
      {"[s]\nchildren = rc\n[rc]\nkind = root_complex\nchildren = g\n", {"rc is not the root"}},
      {"[r[0..2]]\nkind = root_complex\nchildren = g[0..2]\n[r0]\nlinks = r[1..2] socket\n"
       "[r1]\nlinks = r2 socket\n",
       {"ring", "one way"}},
  };
  for (const auto& [text, parts] : cases)
    for (const char* part : parts) EXPECT_THAT(refusal(text), HasSubstr(part)) << text;
}

TEST(MachineReader, LinkOfWhichNothingIsSaidHasSixteenLanes) {
  const std::string sw = "[s]\nchildren = g[0..1]";
  read(sw + " pcie gen3 x16\nlanes = 32\n");
  read(sw + "\nlanes = 32\n");
  EXPECT_EQ(refusal(sw + " pcie gen3 x16\nlanes = 31\n"), refusal(sw + "\nlanes = 31\n"));
}

/// Two NICs, and what [network] says beside its kind.
std::string with_network(const std::string& says) {
  return "[s]\nchildren = gpu0, nic[0..1]\n[nic[0..1]]\nkind = nic\n[network]\nkind = torus\n" +
         says;
}

TEST(MachineReader, NicsOfTheNetworkComeFirst) {
  const MachinePlan all = read(with_network(""));
  EXPECT_THAT(all.network->nics, ElementsAre("nic0", "nic1"));
  EXPECT_EQ(all.network->nodes, 32u);  // of 64 places
  const MachinePlan one = read(with_network("nics = nic1\n"));
  EXPECT_THAT(one.network->nics, ElementsAre("nic1"));
  EXPECT_EQ(one.network->nodes, 64u);
  EXPECT_THAT(names_of(one, one.nics()), ElementsAre("nic1", "nic0"));
  EXPECT_THAT(names_of(all, all.nics()), ElementsAre("nic0", "nic1"));
}

TEST(MachineReader, WrongNicsOfTheNetworkAreRefused) {
  EXPECT_EQ(refusal(with_network("nics = nic9\n")),
            "m.ini:7: nics = nic9: no such NIC; this machine has nic0, nic1");
  EXPECT_THAT(refusal(with_network("nics = gpu0\n")), HasSubstr("nics = gpu0: no such NIC"));
  EXPECT_THAT(refusal(with_network("nics = nic0, nic0\n")), HasSubstr("nic0 is named twice"));
  EXPECT_THAT(refusal(with_network("nics = nic0 pcie gen3 x16\n")),
              HasSubstr("nic0 has a link; expected names"));
  EXPECT_THAT(refusal("[s]\nchildren = g\n[network]\nkind = torus\nnics = a\n"),
              HasSubstr("this machine has none"));
  EXPECT_THAT(refusal(with_network("file = x.net\n")),
              AllOf(HasSubstr("m.ini:7"), HasSubstr("file = 'x.net' of a torus")));
}

/// Each counts from the file that says it.
TEST(MachineReader, FilesThatAMachineNames) {
  const core::ScratchDirectory scratch;
  test::write_file(scratch / "a/base.ini",
                   "[s]\nchildren = gpu[0..1]\n[gpu[0..1]]\n"
                   "preset = gpus/mine.ini\n");
  test::write_file(scratch / "a/gpus/mine.ini", "clock = 1 ns\n");
  test::write_file(scratch / "m.ini", "include = a/base.ini, t1\n");
  EXPECT_EQ(read_machine_file(scratch / "a/base.ini").devices[1].preset,
            std::string(scratch / "a/gpus/mine.ini"));
  EXPECT_THAT(files_of_machine(scratch / "m.ini"),
              ElementsAre(scratch / "a/base.ini", scratch / "a/gpus/mine.ini"));
  test::write_file(scratch / "net.ini", "[network]\nfile = x.net\nkind = file\n");
  test::write_file(scratch / "a/x.net", "router 0 node 0 node 1\n");
  test::write_file(scratch / "a/m.ini",
                   "include = ../net.ini\n[s]\nchildren = g, n\n[n]\n"
                   "kind = nic\n[network]\nfile = x.net\n");
  EXPECT_EQ(read_machine_file(scratch / "a/m.ini").network->file, std::string(scratch / "a/x.net"));
}

TEST(MachineReader, DotFileOfATreeIsAMachine) {
  const std::string file = testing::TempDir() + "machine_reader_test.dot";
  std::ofstream(file) << "digraph { rc [kind=root_complex]; rc -> sw -> { gpu0 gpu1 } }\n";
  const MachinePlan plan = read_machine_file(file);
  EXPECT_EQ(plan.of_kind(DeviceKind::kGpu).size(), 2u);
  EXPECT_EQ(plan.of_kind(DeviceKind::kRootComplex).size(), 1u);
  EXPECT_EQ(pcie_trees(plan)[0].tree.depth(), 2u);
}

}  // namespace
}  // namespace gf::model::machine_reader_test
