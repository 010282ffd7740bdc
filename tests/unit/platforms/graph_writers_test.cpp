// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/network_graph.h core/base/print.h
#include "platforms/graph_writers.h"

#include <sstream>

#include "platforms/network/network_graph.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/torus.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::platforms::graph_writers_test {
namespace {

std::string written(void (*writer)(std::ostream&, const Graph&), const Graph& graph) {
  std::ostringstream out;
  writer(out, graph);
  return out.str();
}

/// A tree of one switch, with a card that has a neighbour in another group.
Graph example() {
  const core::ByteRate fast = core::gigabytes_per_second(4), slow = core::gigabytes_per_second(1);
  Graph graph;
  graph.title = "an example";
  graph.nodes = {{"sw", "switch", {}, "here"},
                 {"gpu0", "gpu", 0, "here"},
                 {"card", "card", {}, "here"},
                 {"far.card", "card"}};
  graph.links = {{"pcie", {"sw", 0}, {"gpu0", 0}, {fast, "sw.tx_0"}, {fast, "gpu0.tx"}, 0, true},
                 {"pcie", {"sw", 1}, {"card", 0}, {fast, "sw.tx_1"}, {slow, "card.tx"}, 0, true},
                 {"torus", {"card", 0}, {"far.card", 1}, {slow, "card.t0"}, {slow, "far.t1"}, 8},
                 {"torus", {"card", 1}, {"far.card", 0}, {slow, "card.t1"}, {slow, "far.t0"}, 8},
                 {"loop", {"far.card"}, {"far.card"}}};
  return graph;
}

TEST(GraphWriters, TextHasTotalsThenTreesAndNeighbours) {
  EXPECT_EQ(written(write_graph_text, example()),
            "an example\n"
            "nodes: 2 card, 1 gpu, 1 switch\n"
            "links: 1 loop; 1 pcie of 4 GB/s; 1 pcie of 4 GB/s there, 1 GB/s back; "
            "2 torus of 8 lanes, 1 GB/s\n"
            "sw  switch, 2 ports down\n"
            "  gpu0  gpu 0, 4 GB/s\n"
            "  card  card, 4 GB/s there, 1 GB/s back; torus: far.card x2\n"
            "far.card  card; loop: far.card; torus: card x2\n");
}

TEST(GraphWriters, DotHasClustersShapesAndRates) {
  EXPECT_EQ(written(write_graph_dot, example()),
            "digraph machine {\n"
            "  edge [dir=none];\n"
            "  \"far.card\" [kind=card, shape=component];\n"
            "  subgraph \"cluster_here\" {\n"
            "  label=\"here\";\n"
            "  \"sw\" [kind=switch, shape=box];\n"
            "  \"gpu0\" [kind=gpu, shape=ellipse];\n"
            "  \"card\" [kind=card, shape=component];\n"
            "  }\n"
            "  \"sw\" -> \"gpu0\" [class=pcie, label=\"4 GB/s\"];\n"
            "  \"sw\" -> \"card\" [class=pcie, label=\"4 GB/s there, 1 GB/s back\"];\n"
            "  \"card\" -> \"far.card\" [class=torus, label=\"2 x 8 lanes, 1 GB/s\"];\n"
            "  \"far.card\" -> \"far.card\" [class=loop];\n"
            "}\n");
}

TEST(GraphWriters, CsvHasARowALink) {
  EXPECT_EQ(written(write_graph_csv, example()),
            "from,from_kind,from_number,from_port,to,to_kind,to_number,to_port,link,lanes,rate,"
            "back_rate,stats,back_stats\n"
            "sw,switch,,0,gpu0,gpu,0,0,pcie,,4000000000,4000000000,sw.tx_0,gpu0.tx\n"
            "sw,switch,,1,card,card,,0,pcie,,4000000000,1000000000,sw.tx_1,card.tx\n"
            "card,card,,0,far.card,card,,1,torus,8,1000000000,1000000000,card.t0,far.t1\n"
            "card,card,,1,far.card,card,,0,torus,8,1000000000,1000000000,card.t1,far.t0\n"
            "far.card,card,,,far.card,card,,,loop,,,,,\n");
}

TEST(GraphWriters, TerminalsAreNamedAtTheirRouter) {
  model::DragonflyParams shape;
  shape.p = 2;
  shape.a = 2;
  shape.h = 1;
  const model::Dragonfly dragonfly(shape);
  const Graph graph = network::network_graph(dragonfly.graph(), 4);
  EXPECT_THAT(
      written(write_graph_text, graph),
      AllOf(HasSubstr("nodes: 6 router, 12 terminal\n"
                      "links: 3 global; 3 local; 12 terminal\n"
                      "router_0  router 0, nodes 0...1; global: router_2; local: router_1\n"),
            Not(HasSubstr("node_0"))));
  EXPECT_THAT(
      written(write_graph_dot, graph),
      AllOf(
          HasSubstr("  subgraph \"cluster_group_0\" {\n  label=\"group_0\";\n"
                    "  \"router_0\" [kind=router, shape=box, label=\"router_0\\nnodes 0...1\"];\n"),
          HasSubstr("\"router_0\" -> \"router_1\" [class=local];\n"),
          HasSubstr("\"router_0\" -> \"router_2\" [class=global];\n"), Not(HasSubstr("node_0"))));
  EXPECT_THAT(written(write_graph_csv, graph),
              AllOf(HasSubstr("router_0,router,0,0,node_0,terminal,0,,terminal,,,,,\n"),
                    HasSubstr("router_0,router,0,2,router_1,router,1,2,local,,,,,\n")));
}

TEST(GraphWriters, ALongListIsCutAndSaysSo) {
  const model::RouterGraph torus = model::router_graph(model::TorusParams{});
  const std::string text = written(write_graph_text, network::network_graph(torus, 64));
  EXPECT_THAT(text, AllOf(HasSubstr("router_39  router 39, node 39; local: "),
                          HasSubstr("... 24 more; --csv has every link\n"),
                          Not(HasSubstr("router_40  router"))));
}

TEST(GraphWriters, DotOfATreeIsReadAsATree) {
  Graph graph = example();
  graph.nodes = {{"sw", "switch"}, {"b", "gpu", 1}, {"a", "gpu", 0}, {"rc", "root_complex"}};
  graph.links = {{"pcie", {"rc"}, {"sw"}}, {"pcie", {"sw"}, {"b"}}, {"pcie", {"sw"}, {"a"}}};
  std::istringstream dot(written(write_graph_dot, graph));
  const model::PcieTree tree = model::read_pcie_tree_dot(dot, "tree");
  EXPECT_EQ(tree.node(0).name, "rc");
  EXPECT_EQ(tree.node(tree.find("sw")).children.front(), tree.find("b"));
  EXPECT_EQ(tree.device_count(), 2u);
}

}  // namespace
}  // namespace gf::platforms::graph_writers_test
