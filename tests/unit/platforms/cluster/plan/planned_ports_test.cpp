// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/planned_ports.h"

#include <gmock/gmock.h>
#include <sstream>

#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/pcie_generation.h"

namespace gf::platforms::cluster::planned_ports_test {
namespace {

struct Made {
  model::MachinePlan plan;
  model::PlannedTree tree;
  pcie::EndpointTreeParams params;
};

Made made(const std::string& text) {
  std::istringstream in(text);
  model::MachinePlan plan = model::read_machine(in, "m.ini");
  model::PlannedTree tree = model::pcie_trees(plan)[0];
  pcie::EndpointTreeParams params = planned_params(tree);
  return {std::move(plan), std::move(tree), std::move(params)};
}

TEST(PlannedPorts, BothEndsOfALinkRunAtItsRate) {
  const Made m = made("[sw]\nchildren = gpu0 pcie gen4 x8, gpu1 12 GB/s 90 ns\n");
  const auto& bridge = m.params.nodes[m.tree.tree.find("sw")].bridge;
  const auto& gpu0 = m.params.nodes[m.tree.tree.find("gpu0")].endpoint;
  const auto& gpu1 = m.params.nodes[m.tree.tree.find("gpu1")].endpoint;
  EXPECT_EQ(bridge.ports[0].link.rate.get(), model::pcie_rate(4, 8));
  EXPECT_EQ(gpu0.port.link.rate.get(), model::pcie_rate(4, 8));
  EXPECT_EQ(bridge.ports[1].link.rate.get(), core::gigabytes_per_second(12));
  EXPECT_EQ(gpu1.port.link.propagation.get(), sc_core::sc_time(90, sc_core::SC_NS));
}

TEST(PlannedPorts, WhatIsNotSaidIsAsInTrees) {
  const Made m = made("[sw]\nchildren = gpu0, gpu1\n");
  const hw::pcie::PortParams default_value;
  EXPECT_EQ(m.params.nodes[0].bridge.ports[0].link.rate.get(), default_value.link.rate.get());
  EXPECT_EQ(m.params.nodes[1].endpoint.requester.tags.get(),
            hw::pcie::RequesterParams().tags.get());
}

TEST(PlannedPorts, SlowestGenerationSetsTheSizes) {
  const Made first = made("[sw]\nchildren = gpu0 pcie gen1 x8, gpu1 pcie gen4 x16\n");
  EXPECT_EQ(first.params.nodes[1].endpoint.copy.max_payload.get(), core::Bytes(128));
  const Made fourth = made("[sw]\nchildren = gpu[0..1] pcie gen4 x16\n");
  EXPECT_EQ(fourth.params.nodes[1].endpoint.copy.max_payload.get(), core::Bytes(256));
  EXPECT_EQ(fourth.params.nodes[1].endpoint.requester.tags.get(), 768u);
  EXPECT_EQ(fourth.params.nodes[1].endpoint.requester.max_read_request.get(), core::Bytes(512));
}

TEST(PlannedPorts, TimersOfDllpsAreThoseOfTheGeneration) {
  const auto lanes_of = [](const char* link) {
    const Made m = made(std::string("[sw]\nchildren = gpu[0..1] pcie ") + link + "\n");
    const hw::pcie::PortParams& port = m.params.nodes[1].endpoint.port;
    return std::pair(port.dllp.lane_speed.get(), port.dllp.lanes(port.link.rate));
  };
  EXPECT_EQ(lanes_of("gen1 x4"), (std::pair<std::string, unsigned>("2.5 GT/s", 4)));
  EXPECT_EQ(lanes_of("gen2 x8"), (std::pair<std::string, unsigned>("5 GT/s", 8)));
  EXPECT_EQ(lanes_of("gen3 x16"), (std::pair<std::string, unsigned>("8 GT/s", 16)));
  EXPECT_EQ(lanes_of("gen4 x8"), (std::pair<std::string, unsigned>("8 GT/s", 16)));
}

TEST(PlannedPorts, FasterPortsHaveLargerBuffers) {
  const hw::pcie::PortParams default_value;
  const Made third = made("[sw]\nchildren = gpu[0..1] pcie gen3 x16\n");
  EXPECT_EQ(third.params.nodes[1].endpoint.port.data_credits.get(),
            default_value.data_credits.get());
  const Made fifth = made("[sw]\nchildren = gpu[0..1] pcie gen5 x16\n");
  const hw::pcie::PortParams& port = fifth.params.nodes[1].endpoint.port;
  EXPECT_EQ(port.data_credits.get(), 4 * default_value.data_credits.get());
  EXPECT_EQ(port.header_credits.get(), 4 * default_value.header_credits.get());
  EXPECT_EQ(port.link.replay_buffer.get().count(),
            4 * default_value.link.replay_buffer.get().count());
}

TEST(PlannedPorts, SocketLinkKeepsItsProtocol) {
  const Made m = made(
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n"
      "[rc0]\nlinks = rc1 socket 20.8 GB/s 40 ns\n");
  for (const char* root : {"rc0", "rc1"}) {
    const hw::pcie::PortParams& port = m.params.nodes[m.tree.tree.find(root)].bridge.ports.back();
    ASSERT_TRUE(port.socket) << root;
    EXPECT_EQ(port.link.rate.get(), core::gigabytes_per_second(20.8));
    EXPECT_EQ(port.link.propagation.get(), sc_core::sc_time(40, sc_core::SC_NS));
    EXPECT_EQ(port.link.efficiency.get(), 1.0);
  }
}

TEST(PlannedPorts, WhatAFileSaysIsKnownAndWhatAPresetSaysIsAssumed) {
  const auto rate_source = [](const model::MachinePlan& plan, const char* root) {
    const model::PlannedTree tree = model::pcie_trees(plan)[0];
    const auto params = planned_params(tree);
    for (const auto& [name, source] :
         params.nodes[tree.tree.find(root)].bridge.ports.back().sources)
      if (name == "rate") return source;
    return std::string();
  };
  const Made m = made(
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n"
      "[rc0]\nlinks = rc1 socket 20.8 GB/s 40 ns\n");
  EXPECT_EQ(rate_source(m.plan, "rc0"), "the machine's file, line 5");
  EXPECT_EQ(core::provenance_of(rate_source(m.plan, "rc0")), core::Provenance::kSourced);
  const model::MachinePlan preset = model::make_machine("hgx_16");
  EXPECT_EQ(core::provenance_of(rate_source(preset, "rc0")), core::Provenance::kAssumed);
}

}  // namespace
}  // namespace gf::platforms::cluster::planned_ports_test
