// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/network_file.h"

#include <gmock/gmock.h>
#include <sstream>

#include "tests/support/errors.h"
#include "tlm_models/topology/network/dragonfly.h"

namespace gf::model::network_file_test {
namespace {

RouterGraph read(const std::string& text) {
  std::istringstream in(text);
  return read_network_file(in, "net");
}
std::string written(const RouterGraph& graph) {
  std::ostringstream out;
  write_network_file(out, graph, [](const RouterPort& port) { return port.latency; });
  return out.str();
}

TEST(NetworkFile, ExampleOfBookSim) {
  const RouterGraph graph = read(
      "router 0 node 0 node 1 node 2 router 1\n"
      "router 1 node 3 node 4 node 5\n"
      "router 2 node 6 node 7 node 8 router 1 router 0\n");
  EXPECT_EQ(graph.routers(), 3u);
  EXPECT_EQ(graph.nodes(), 9u);
  EXPECT_EQ(graph.ports(), 5u);
  EXPECT_EQ(graph.channels(ChannelType::kLocal), 3u);
  EXPECT_EQ(graph.router_of(7), 2u);
  EXPECT_EQ(graph.port_of(7), 1u);
}

TEST(NetworkFile, RoutersHaveAsManyNodesAsTheyLike) {
  const RouterGraph graph = read(
      "# a comment\n"
      "router 1 router 0 10 router 2 5 # and one behind\n\n"
      "router 0\tnode 0 router 1 10\n"
      "router 2 node 1 node 2\n");
  EXPECT_EQ(graph.nodes_at(0), 1u);
  EXPECT_EQ(graph.nodes_at(1), 0u);
  EXPECT_EQ(graph.nodes_at(2), 2u);
  EXPECT_EQ(graph.first_node(2), 1u);
  EXPECT_EQ(graph.port(0, 1).latency, 10u);
  EXPECT_EQ(graph.port(2, 2).latency, 5u);
  EXPECT_EQ(graph.port(2, 2).peer, 1u);
}

TEST(NetworkFile, WhatIsWrittenIsReadAsTheSame) {
  const std::string text =
      "router 0 node 0 router 1 10 router 2\nrouter 1\nrouter 2 node 1 node 2\n";
  EXPECT_EQ(written(read(text)), text);
  const Dragonfly dragonfly{DragonflyParams{}};
  const std::string once = written(dragonfly.graph());
  EXPECT_EQ(written(read(once)), once);
}

struct Wrong {
  const char* text;
  const char* error;
};
class WrongFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongFile, IsRefusedWithItsLine) {
  EXPECT_THAT(test::error_of([] { read(GetParam().text); }), testing::HasSubstr(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongFile,
    testing::Values(
        Wrong{"", "net: 0 nodes; expected at least 2"},
        Wrong{"node 0 router 0\n", "net:1: 'node'; expected lines like 'router 0 node 0"},
        Wrong{"router 0 node 0\nrouter x\n", "net:2: router 'x'; expected a number, 0 ... 4095"},
        Wrong{"router 0 node", "net:1: node ''; expected a number"},
        Wrong{"router 0 node 0 7", "net:1: '7'; expected 'node' or 'router'"},
        Wrong{"router 0 router 0", "net:1: router 0 to itself"},
        Wrong{"router 0 router 1 0", "net:1: latency 0; expected 1 ... 1000"},
        Wrong{"router 0 router 1 1001", "net:1: latency '1001'; expected a number, 0 ... 1000"},
        Wrong{"router 0 router 1 5\nrouter 1 router 0 6",
              "net:2: latency 6; expected 5, as in line 1"},
        Wrong{"router 0 node 0 router 1\nrouter 1 node 0",
              "net:2: node 0 at router 1; expected router 0, as in line 1"},
        Wrong{"router 0 node 0 router 1\nrouter 1 node 2",
              "net:2: node 2; expected no gap: node 1 first"},
        Wrong{"router 0 node 1 router 1\nrouter 1 node 0",
              "net:1: node 1 at router 0; expected nodes numbered router by router"},
        Wrong{"router 0 node 0\nrouter 1 node 1", "net: no path from router 0 to router 1"}));

TEST(NetworkFile, RoutersOfMoreThan64PortsAreRefused) {
  std::string text = "router 0 router 1";
  for (unsigned node = 0; node < 64; ++node) text += " node " + std::to_string(node);
  EXPECT_THAT(test::error_of([&] { read(text); }), testing::HasSubstr("at most 64"));
}

}  // namespace
}  // namespace gf::model::network_file_test
