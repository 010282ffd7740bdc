// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/plan/tree_proof.h platforms/cluster/plan/gpu_preset.h
#include "platforms/cluster/plan_proof.h"

#include <fmt/format.h>
#include <set>
#include <sstream>

#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/cluster/plan/tree_proof.h"
#include "platforms/gpu/device/preset_files.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/found/known_parts.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::platforms::cluster::plan_proof_test {
namespace {

model::MachinePlan read(const std::string& text) {
  std::istringstream in(text);
  return model::read_machine(in, "m.ini");
}
std::string refusal(const std::string& text) {
  return test::error_of([&] { prove(read(text)); });
}

TEST(PlanProof, EveryPresetHolds) {
  for (const std::string& name : model::machine_preset_names())
    EXPECT_THAT(prove(model::make_machine(name)), HasSubstr("connected")) << name;
}

TEST(PlanProof, SaysHowPairsOfGpusReachEachOther) {
  EXPECT_THAT(
      prove(model::make_machine("two_socket")),
      AllOf(HasSubstr("8 GPUs, 14 devices, 13 links"), HasSubstr("0 over NVLink, 56 over PCIe")));
  // Of the hybrid cube mesh each GPU has four of seven peers beside it.
  EXPECT_THAT(prove(model::make_machine("dgx1_v100")), HasSubstr("32 over NVLink, 24 over PCIe"));
  EXPECT_THAT(prove(model::make_machine("nvl72")), HasSubstr("5112 over NVLink, 0 over PCIe"));
}

/// `sockets` of them in a ring, each with a GPU and a link `chord` further.
std::string ring_of_sockets(unsigned sockets, unsigned chord) {
  std::string text = fmt::format(
      "[r[0..{0}]]\nkind = root_complex\nchildren = gpu[0..{0}] pcie gen4 x16\n", sockets - 1);
  for (unsigned i = 0; i < sockets; ++i) {
    text += fmt::format("[r{}]\nlinks = r{} socket", i, (i + 1) % sockets);
    if (chord > 1 && i < (i + chord) % sockets)
      text += fmt::format(", r{} socket", (i + chord) % sockets);
    text += "\n";
  }
  return text;
}

TEST(PlanProof, HoldsForAnyGraphOfSockets) {
  EXPECT_THAT(prove(read(ring_of_sockets(4, 1))), HasSubstr("12 routes over 16 PCIe channels"));
  for (const unsigned sockets : {3u, 5u, 6u, 8u})
    for (const unsigned chord : {1u, sockets / 2})
      EXPECT_THAT(prove(read(ring_of_sockets(sockets, chord))),
                  HasSubstr(fmt::format("{} routes", sockets * (sockets - 1))));
}

TEST(PlanProof, WhatDoesNotHangTogetherIsNamed) {
  EXPECT_THAT(refusal("[a]\nchildren = gpu0\n[b]\nchildren = gpu1\n"),
              AllOf(HasSubstr("m.ini"), HasSubstr("b is not connected to a")));
}

TEST(PlanProof, PairWithoutAWayIsNamed) {
  const std::string chain =
      "[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\nlinks = gpu2 nvlink2 x1\n[gpu[0..2]]\npreset = "
      "v100\n";
  EXPECT_THAT(prove(read(chain)), AllOf(HasSubstr("4 over NVLink, 0 over PCIe, 2 without a path"),
                                        HasSubstr("first: gpu0 to gpu2")));
  EXPECT_THAT(prove(read("relays = nearest\n" + chain)), HasSubstr("6 over NVLink"));
}

TEST(PlanProof, UnknownPresetOfAGpuIsRefused) {
  EXPECT_THAT(refusal("[s]\nchildren = gpu[0..1]\n[gpu0]\npreset = v200\n"),
              AllOf(HasSubstr("m.ini"), HasSubstr("'v200' of gpu0"), HasSubstr("h100")));
}

TEST(PlanProof, GpuWithNvlinkHasAPreset) {
  const std::string linked = "[s]\nchildren = gpu[0..1]\n[gpu0]\nlinks = gpu1 nvlink3 x4\n";
  EXPECT_THAT(refusal(linked),
              AllOf(HasSubstr("m.ini:4: gpu0 has NVLink, but no preset"), HasSubstr("k40m, k80"),
                    HasSubstr("FILE.ini"), HasSubstr("docs/machines.md")));
  EXPECT_THAT(prove(read(linked + "[gpu[0..1]]\npreset = h100\n")), HasSubstr("2 over NVLink"));
}

TEST(PlanProof, SaysByWhichNicsNodesJoin) {
  const std::string node =
      "[s]\nchildren = g, n[0..1]\n[n[0..1]]\nkind = nic\n[network]\n"
      "kind = torus\nx = 2\ny = 1\nz = 1\n";
  EXPECT_THAT(prove(read(node)), HasSubstr("1 nodes on a torus;"));
  EXPECT_THAT(prove(read(node + "nics = n1\n")), HasSubstr("2 nodes on a torus via n1;"));
}

TEST(TreeProof, RoutesOfTreesEnd) {
  for (const char* name : {"t1", "t2", "rc:2,3,2", "chain:5"}) {
    const model::PcieTree tree = model::make_pcie_tree(name);
    const TreeProof proof = prove_tree(tree);
    EXPECT_EQ(proof.broken, "") << name;
    EXPECT_EQ(proof.routes, tree.device_count() * (tree.device_count() - 1)) << name;
    EXPECT_EQ(proof.channels, 2 * (tree.nodes().size() - 1)) << name;
  }
}

TEST(GpuPreset, EachNameHasAFile) {
  for (const std::string& name : gpu::gpu_preset_names()) {
    model::PlannedDevice device;
    device.preset = name;
    EXPECT_GT(gpu_preset(device).memory_rate.bytes_per_second(), 100e9) << name;
    EXPECT_FALSE(gpu_preset(device).entries.empty()) << name;
    EXPECT_TRUE(gpu_preset(device).compute_rate && gpu_preset(device).engines) << name;
  }
}

TEST(GpuPreset, ImportWritesPresetsThatExist) {
  const std::vector<std::string>& names = gpu::gpu_preset_names();
  std::set<std::string> exact;
  for (const model::KnownPart& part : model::known_parts()) {
    if (part.kind != "gpu") continue;
    EXPECT_THAT(names, Contains(part.preset)) << part.part;
    if (part.exact) exact.insert(part.preset);
  }
  EXPECT_EQ(exact.size(), names.size());  // each is that of a part
}

TEST(GpuPreset, MemoryRateIsThatOfAllChannels) {
  const model::MachinePlan plan = model::make_machine("two_socket");
  EXPECT_DOUBLE_EQ(gpu_preset_of(plan)->memory_rate.bytes_per_second(), 920e9);
  EXPECT_DOUBLE_EQ(gpu_preset_of(model::make_machine("t2"))->memory_rate.bytes_per_second(), 240e9);
  EXPECT_FALSE(gpu_preset_of(read("[s]\nchildren = gpu[0..1]\n")));
  EXPECT_THAT(test::error_of([] {
                gpu_preset_of(read("[s]\nchildren = gpu[0..1]\n[gpu0]\npreset = v100\n"));
              }),
              HasSubstr("GPUs of one kind"));
}

/// The preset in a user's file of that text, of the GPUs of a switch.
class UserPreset : public testing::Test {
 protected:
  std::optional<GpuPreset> preset(const std::string& text) {
    test::write_file(scratch_ / "mine.ini", text);
    test::write_file(scratch_ / "m.ini",
                     "[s]\nchildren = gpu[0..1]\n[gpu[0..1]]\npreset = mine.ini\n");
    return gpu_preset_of(model::read_machine_file(scratch_ / "m.ini"));
  }
  std::string refusal(const std::string& text) {
    return test::error_of([&] { preset(text); });
  }
  core::ScratchDirectory scratch_;
};

TEST_F(UserPreset, SaysWhatAGpuIs) {
  const auto a100 = preset(
      "clock = 709 ps\ncompute_rate = 312e12 # A100\n[gpu]\nsms = 108\n[gpu.memory]\n"
      "channel_rate = 97.1875 GB/s # A100: 1555 GB/s; over 16 channels\n");
  EXPECT_DOUBLE_EQ(a100->memory_rate.bytes_per_second(), 1555e9);
  EXPECT_EQ(a100->compute_rate->value, 312e12);
  EXPECT_EQ(a100->compute_rate->source, "A100");
  EXPECT_THAT(a100->source, HasSubstr("mine.ini: A100: 1555 GB/s"));
  EXPECT_EQ(a100->entries.size(), 3u);
  EXPECT_FALSE(preset("clock = 709 ps\n")->compute_rate);
}

TEST_F(UserPreset, KeysOfMachinesAreNoParametersOfTheGpu) {
  const auto both = preset(
      "copy_engines = 2\nlink_efficiency = 0.9 # measured\n[gpu.memory]\ncopy.engines = 8\n");
  EXPECT_EQ(both->engines, 2u);  // those for PCIe, not all of them
  EXPECT_EQ(both->link_efficiency->value, 0.9);
  EXPECT_EQ(both->link_efficiency->source, "measured");
  EXPECT_EQ(both->entries.size(), 1u);
  const auto all = preset("[gpu.memory]\ncopy.engines = 8\n");
  EXPECT_EQ(all->engines, 8u);
  EXPECT_FALSE(all->link_efficiency);
  EXPECT_FALSE(preset("clock = 709 ps\n")->engines);
  EXPECT_THAT(refusal("link_efficiency = 2\n"),
              AllOf(HasSubstr("mine.ini:1"), HasSubstr("0.01 ... 1")));
}

TEST_F(UserPreset, ErrorsNameItsFileAndLine) {
  EXPECT_THAT(refusal("clock = 1 ns\n[gpu]\nsmss = 4\n"),
              AllOf(HasSubstr("mine.ini"), HasSubstr("mine.ini:3"), HasSubstr("gpu.sms")));
  EXPECT_THAT(refusal("clock = 1 GB\n"), HasSubstr("mine.ini:1"));
  EXPECT_THAT(refusal("[nvlink]\nlane_rate = 1 GB/s\n"),
              AllOf(HasSubstr("mine.ini:2: nvlink.lane_rate"), HasSubstr("`links`")));
  std::istringstream in("[s]\nchildren = gpu0\n[gpu0]\npreset = none.ini\n");
  EXPECT_THAT(test::error_of([&] { gpu_preset_of(model::read_machine(in, "m.ini")); }),
              AllOf(HasSubstr("m.ini:4: unknown preset 'none.ini' of gpu0"), HasSubstr("k80")));
}

}  // namespace
}  // namespace gf::platforms::cluster::plan_proof_test
