// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/machine/planned_nvlink.h
#include "tlm_models/machine/machine_presets.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <set>

#include "tests/support/errors.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::machine_presets_test {
namespace {

/// Ways over NVLink from each GPU to each other one, and of how many links each.
void expect_same_ways(const NvlinkGraph& a, const NvlinkGraph& b) {
  ASSERT_EQ(a.gpus(), b.gpus());
  EXPECT_EQ(a.switches(), b.switches());
  EXPECT_EQ(a.links().size(), b.links().size());
  const NvlinkRoutes of_a(a), of_b(b);
  for (unsigned from = 0; from < a.gpus(); ++from) {
    EXPECT_EQ(a.rate_of(from), b.rate_of(from));
    for (unsigned to = 0; to < a.gpus(); ++to) {
      if (from == to) continue;
      EXPECT_EQ(of_a.ways(from, to).size(), of_b.ways(from, to).size()) << from << ' ' << to;
      if (!of_a.reaches(from, to)) continue;
      EXPECT_EQ(of_a.path(from, to).size(), of_b.path(from, to).size()) << from << ' ' << to;
    }
  }
}

TEST(MachinePresets, AreAllThatThereAre) {
  std::set<std::string> files;
  const std::filesystem::path folder(GF_SOURCE_DIR "/tlm_models/machine/presets");
  for (const auto& file : std::filesystem::directory_iterator(folder))
    files.insert(file.path().stem().string());
  const auto& names = machine_preset_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), files);
  for (const std::string& name : names) {
    const MachinePlan plan = make_machine(name);
    EXPECT_EQ(plan.name, name);
    EXPECT_NE(plan.about, "") << name;
    for (const unsigned gpu : plan.of_kind(DeviceKind::kGpu))
      EXPECT_NE(plan.devices[gpu].preset, "") << name;
  }
  EXPECT_THAT(test::error_of([] { make_machine("t3"); }), testing::HasSubstr("nvl72"));
}

TEST(MachinePresets, TreesOfThePaperAreThoseOfThePciePlatforms) {
  for (const char* name : {"t1", "t2"}) {
    const MachinePlan plan = make_machine(name);
    const PcieTree found = pcie_trees(plan)[0].tree, expected = make_pcie_tree(name);
    ASSERT_EQ(found.nodes().size(), expected.nodes().size());
    for (unsigned i = 0; i < found.nodes().size(); ++i) {
      EXPECT_EQ(found.node(i).name, expected.node(i).name);
      EXPECT_EQ(found.node(i).kind, expected.node(i).kind);
      EXPECT_EQ(found.node(i).children, expected.node(i).children);
      EXPECT_EQ(found.node(i).device, expected.node(i).device);
    }
  }
}

TEST(MachinePresets, Dgx1IsTheHybridCubeMesh) {
  MachinePlan plan = make_machine("dgx1_v100");
  plan.ranks.clear();  // by their own numbers
  expect_same_ways(*nvlink_graph(plan),
                   nvlink_hybrid_cube_mesh(6, nvlink_generation("nvlink2").link));
}

TEST(MachinePresets, RanksOfADgx1AreARingOfLinks) {
  const NvlinkGraph graph = *nvlink_graph(make_machine("dgx1_v100"));
  const NvlinkRoutes routes(graph);
  for (unsigned rank = 0; rank < 8; ++rank)
    EXPECT_EQ(routes.path(rank, (rank + 1) % 8).size(), 2u) << rank;
}

TEST(MachinePresets, Hgx16IsSixPlanesOnTwoBoards) {
  const MachinePlan plan = make_machine("hgx_16");
  NvlinkPlanes shape;
  shape.boards = 2;
  expect_same_ways(*nvlink_graph(plan),
                   nvlink_planes(16, shape, nvlink_generation("nvlink2").link));
}

TEST(MachinePresets, EachGpuHasTheRateThatIsPublished) {
  struct Published {
    const char* machine;
    unsigned gpus;
    double gigabytes;  ///< Of all links of a GPU, one direction.
  };
  for (const Published& of : {Published{"dgx1_v100", 8, 150},
                              {"hgx_16", 16, 150},
                              {"dgx_h100", 8, 450},
                              {"nvl72", 72, 900}}) {
    const MachinePlan plan = make_machine(of.machine);
    const NvlinkGraph graph = *nvlink_graph(plan);
    ASSERT_EQ(graph.gpus(), of.gpus) << of.machine;
    for (unsigned gpu = 0; gpu < of.gpus; ++gpu)
      EXPECT_DOUBLE_EQ(graph.rate_of(gpu).bytes_per_second(), of.gigabytes * 1e9) << of.machine;
  }
}

}  // namespace
}  // namespace gf::model::machine_presets_test
