// SPDX-License-Identifier: Apache-2.0
// Names of links: one for each direction, however many links join two nodes.
#include "sc_main/page/link_names.h"

#include "tests/support/matchers.h"

namespace gf::app::link_names_test {
namespace {

using platforms::Graph;

/// Two GPUs with two NVLinks, one of which is declared at the other end, and a PCIe link between
/// them; each on a switch by one link.
Graph graph() {
  const auto link = [](const char* kind, const char* from, const char* to, const std::string& id) {
    Graph::Link made{kind, {from}, {to}};
    made.forward.stats = id + ".a.tx";
    made.backward.sender = id + ".b";
    return made;
  };
  Graph graph;
  graph.nodes = {{"gpu_0", "gpu"}, {"gpu_1", "gpu"}, {"plx", "switch"}};
  graph.links = {link("pcie", "plx", "gpu_0", "x0"), link("nvlink", "gpu_0", "gpu_1", "n0"),
                 link("nvlink", "gpu_1", "gpu_0", "n1"), link("pcie", "plx", "gpu_1", "x1"),
                 link("pcie", "gpu_0", "gpu_1", "x2")};
  return graph;
}

TEST(LinkNames, LinksBetweenTheSameNodesAreNumbered) {
  EXPECT_THAT(numbers_of_parallels(graph()), ElementsAre(0u, 1u, 2u, 0u, 3u));
}

TEST(LinkNames, EachDirectionHasANameOfItsOwn) {
  EXPECT_THAT(
      link_names(graph()),
      UnorderedElementsAre(Pair("x0.a", "plx -> gpu_0"), Pair("x0.b", "gpu_0 -> plx"),
                           Pair("n0.a", "gpu_0 -> gpu_1 #1"), Pair("n0.b", "gpu_1 -> gpu_0 #1"),
                           Pair("n1.a", "gpu_1 -> gpu_0 #2"), Pair("n1.b", "gpu_0 -> gpu_1 #2"),
                           Pair("x1.a", "plx -> gpu_1"), Pair("x1.b", "gpu_1 -> plx"),
                           Pair("x2.a", "gpu_0 -> gpu_1 #3"), Pair("x2.b", "gpu_1 -> gpu_0 #3")));
}

}  // namespace
}  // namespace gf::app::link_names_test
