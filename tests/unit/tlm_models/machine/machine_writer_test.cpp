// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_writer.h"

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::machine_writer_test {
namespace {

using machine_reading::read;

TEST(MachineWriter, EveryPresetIsReadBackTheSame) {
  for (const std::string& name : machine_preset_names()) {
    const MachinePlan plan = make_machine(name);
    const MachinePlan again = read(plan_text(plan));
    EXPECT_EQ(again.about, plan.about);
    EXPECT_EQ(again.ranks, plan.ranks);
    EXPECT_EQ(again.relays, plan.relays);
    ASSERT_EQ(again.devices.size(), plan.devices.size());
    for (std::size_t i = 0; i < plan.devices.size(); ++i) {
      EXPECT_EQ(again.devices[i].name, plan.devices[i].name);
      EXPECT_EQ(again.devices[i].kind, plan.devices[i].kind);
      EXPECT_EQ(again.devices[i].preset, plan.devices[i].preset);
      EXPECT_EQ(again.devices[i].lanes, plan.devices[i].lanes);
      EXPECT_EQ(again.devices[i].numa, plan.devices[i].numa);
      EXPECT_EQ(again.devices[i].cpu, plan.devices[i].cpu);
    }
    ASSERT_EQ(again.links.size(), plan.links.size());
    for (std::size_t i = 0; i < plan.links.size(); ++i) {
      EXPECT_EQ(again.links[i].a, plan.links[i].a);
      EXPECT_EQ(again.links[i].b, plan.links[i].b);
      EXPECT_EQ(again.links[i].below, plan.links[i].below);
      EXPECT_TRUE(again.links[i].spec == plan.links[i].spec) << name << " link " << i;
    }
    EXPECT_EQ(again.parameters.size(), plan.parameters.size());
    ASSERT_EQ(again.network.has_value(), plan.network.has_value());
    if (plan.network) {
      EXPECT_EQ(again.network->nodes, plan.network->nodes);
      EXPECT_EQ(again.network->nics, plan.network->nics);
      EXPECT_EQ(again.network->sizes.size(), plan.network->sizes.size());
    }
    EXPECT_EQ(plan_text(again), plan_text(plan));
  }
}

TEST(MachineWriter, ADeviceKeepsItsModelAndWindow) {
  const MachinePlan plan =
      read("[s]\nchildren = g, d\n[d]\nkind = device\nmodel = ours\nmemory = 8 MiB\n");
  const MachinePlan again = read(plan_text(plan));
  ASSERT_TRUE(again.devices[again.find("d")].model);
  EXPECT_EQ(again.devices[again.find("d")].model->name, "ours");
  EXPECT_EQ(again.devices[again.find("d")].model->window, core::mebibytes(8));
}

TEST(MachineWriter, FilesBecomeAbsolute) {
  MachinePlan plan = read("[rc]\nkind = root_complex\nchildren = gpu[0..1]\n");
  plan.devices[1].preset = "own/gpu.ini";
  EXPECT_THAT(plan_text(plan), testing::ContainsRegex("preset = /.*/own/gpu.ini\n"));
}

}  // namespace
}  // namespace gf::model::machine_writer_test
