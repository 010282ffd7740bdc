// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/planned_ports.h"

#include <gmock/gmock.h>
#include <sstream>

#include "hw/pcie/port/tlp.h"
#include "tlm_models/machine/cpu_presets.h"
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
  pcie::EndpointTreeParams params = planned_params(plan, tree);
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
    const auto params = planned_params(plan, tree);
    std::string last;
    for (const auto& [name, source] :
         params.nodes[tree.tree.find(root)].bridge.ports.back().sources)
      if (name == "rate") last = source.source;
    return last;
  };
  const Made m = made(
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n"
      "[rc0]\nlinks = rc1 socket 20.8 GB/s 40 ns\n");
  EXPECT_EQ(rate_source(m.plan, "rc0"), "the machine's file, line 5");
  EXPECT_EQ(core::provenance_of(rate_source(m.plan, "rc0")), core::Provenance::kSourced);
  const model::MachinePlan preset = model::make_machine("hgx_16");
  EXPECT_EQ(core::provenance_of(rate_source(preset, "rc0")), core::Provenance::kAssumed);
}

const char* const kTwoSockets =
    "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1] pcie gen4 x16\n"
    "[rc0]\nlinks = rc1 socket\n";

std::string two_sockets_of(const std::string& cpu) {
  return kTwoSockets + ("[rc[0..1]]\ncpu = " + cpu + "\n");
}

/// The port of rc0 to rc1.
const hw::pcie::PortParams& socket_of(const Made& m) {
  return m.params.nodes[m.tree.tree.find("rc0")].bridge.ports.back();
}

TEST(PlannedPorts, OnlyProcessorsThatCutDo) {
  const auto cut = [](const std::string& text) {
    const Made m = made(text);
    return m.params.nodes[m.tree.tree.find("rc0")].bridge.split_payload.get().count();
  };
  EXPECT_EQ(cut(two_sockets_of("xeon_haswell")), 64u);
  EXPECT_EQ(cut(two_sockets_of("xeon_sapphire_rapids")), 64u);
  EXPECT_EQ(cut(two_sockets_of("epyc_milan")), hw::pcie::kMaxPayload);
  EXPECT_EQ(cut(kTwoSockets), cut(two_sockets_of("generic")));
}

TEST(PlannedPorts, AProcessorsSocketLinkIsUsedUnlessTheFileHasOne) {
  const Made own = made(two_sockets_of("epyc_genoa"));
  const model::CpuPreset& cpu = *model::cpu_preset("epyc_genoa");
  EXPECT_EQ(socket_of(own).link.rate.get(), core::gigabytes_per_second(cpu.socket_rate));
  EXPECT_EQ(socket_of(own).link.propagation.get(),
            sc_core::sc_time(cpu.socket_latency, sc_core::SC_NS));
  const Made stated = made(
      "[rc[0..1]]\nkind = root_complex\ncpu = epyc_genoa\nchildren = gpu[0..1] pcie gen4 x16\n"
      "[rc0]\nlinks = rc1 socket 20.8 GB/s 40 ns\n");
  EXPECT_EQ(socket_of(stated).link.rate.get(), core::gigabytes_per_second(20.8));
  EXPECT_EQ(socket_of(stated).link.propagation.get(), sc_core::sc_time(40, sc_core::SC_NS));
  EXPECT_EQ(socket_of(stated).header_credits.get(), socket_of(own).header_credits.get());
}

TEST(PlannedPorts, LinesInFlightAreLimitedAtTheSocketOnly) {
  const Made m = made(two_sockets_of("xeon_skylake"));
  const Made unlimited = made(kTwoSockets);
  const hw::pcie::PortParams& socket = socket_of(m);
  EXPECT_LT(socket.header_credits.get(), socket_of(unlimited).header_credits.get());
  EXPECT_EQ(socket.data_credits.get() * hw::pcie::kDataCreditBytes,
            socket.header_credits.get() * 64);
  const unsigned rc0 = m.tree.tree.find("rc0");
  EXPECT_EQ(m.params.nodes[rc0].bridge.ports[0].header_credits.get(),
            unlimited.params.nodes[rc0].bridge.ports[0].header_credits.get());
}

TEST(PlannedPorts, EfficiencyFollowsTheLinkUnlessItWasMeasured) {
  const auto of = [](const std::string& link, const std::string& more = "") {
    const Made m = made("[sw]\nchildren = gpu[0..1] " + link + "\n" + more);
    const hw::pcie::PortParams& port = m.params.nodes[1].endpoint.port;
    EXPECT_EQ(port.link.efficiency.get(), m.params.nodes[0].bridge.ports[0].link.efficiency.get());
    return port.link.efficiency.get();
  };
  EXPECT_EQ(of("pcie gen3 x16"), of(""));
  EXPECT_LT(of("pcie gen1 x16"), of("pcie gen3 x16"));
  EXPECT_LT(of("pcie gen3 x16"), of("pcie gen4 x16"));
  EXPECT_LT(of("pcie gen5 x16"), 1.0);
  EXPECT_EQ(of("12 GB/s 90 ns"), 1.0);
  const std::string k80 = "[gpu[0..1]]\npreset = k80\n";
  EXPECT_EQ(of("pcie gen3 x16", k80), hw::link::LinkParams().efficiency.get());
  EXPECT_EQ(of("pcie gen3 x16", "[gpu[0..1]]\npreset = p100\n"), of("pcie gen3 x16"));
}

TEST(PlannedPorts, TrafficOfAHostIsNotCut) {
  const Made m = made(
      "[rc]\nkind = root_complex\ncpu = xeon_skylake\n"
      "children = gpu[0..1] pcie gen3 x16, host0 25 GB/s 20 ns\n[host0]\nkind = host\n");
  EXPECT_THAT(m.params.nodes[m.tree.tree.find("rc")].bridge.host_ports, testing::ElementsAre(2u));
}

}  // namespace
}  // namespace gf::platforms::cluster::planned_ports_test
