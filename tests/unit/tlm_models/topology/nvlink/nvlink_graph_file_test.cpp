// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_graph_file.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::model::nvlink_graph_file_test {
namespace {

const NvlinkLanes kLanes = nvlink_generation("nvlink2").link;

NvlinkGraph read(const std::string& text) {
  std::istringstream in(text);
  return read_nvlink_graph(in, "graph", kLanes);
}
std::string written(const NvlinkGraph& graph) {
  std::ostringstream out;
  write_nvlink_graph(out, graph);
  return out.str();
}

TEST(NvlinkGraphFile, SaysNodesLinksAndRelays) {
  const NvlinkGraph graph = read(
      "# a comment\ngpus 3\nswitch top level 1\nlink gpu_0 gpu_1 x2 nvlink3 # two\n"
      "link gpu_1 gpu_2 16x8GB/s\nlink top gpu_0\nrelay gpu_0 gpu_2 via gpu_1\n");
  EXPECT_EQ(graph.nodes(), 4u);
  EXPECT_EQ(graph.node(3).level, 1u);
  EXPECT_EQ(graph.links().size(), 4u);
  EXPECT_EQ(graph.links()[0].lanes.lanes, 8u);
  EXPECT_EQ(graph.links()[2].lanes.direction().bytes_per_second(), 64e9);
  EXPECT_TRUE(graph.links()[3].lanes == kLanes);
  EXPECT_EQ(graph.links()[3].first.node, 3u);
  EXPECT_EQ(graph.relays().size(), 1u);
}

TEST(NvlinkGraphFile, NearestRelaysForPairsWithoutAWay) {
  const NvlinkGraph graph = read("gpus 3\nlink gpu_0 gpu_1\nlink gpu_1 gpu_2\nrelays nearest\n");
  EXPECT_EQ(graph.relays().size(), 2u);
  EXPECT_TRUE(NvlinkRoutes(graph).reaches(2, 0));
}

TEST(NvlinkGraphFile, WhatIsWrittenIsReadAsTheSame) {
  NvlinkPlanes shape;
  shape.boards = 2;
  for (const NvlinkGraph& graph :
       {with_relays(nvlink_hybrid_cube_mesh(6, kLanes)), nvlink_planes(16, shape, kLanes),
        nvlink_mesh(4, {4, core::gigabytes_per_second(8)})}) {
    const std::string once = written(graph);
    EXPECT_EQ(written(read(once)), once);
    EXPECT_EQ(read(once).links().size(), graph.links().size());
  }
}

struct Wrong {
  const char* text;
  const char* error;
};
class WrongNvlinkFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongNvlinkFile, IsRefusedWithItsLine) {
  EXPECT_THAT(test::error_of([] { read(GetParam().text); }), HasSubstr(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongNvlinkFile,
    testing::Values(
        Wrong{"", "graph: no GPUs; expected a line 'gpus N'"},
        Wrong{"link gpu_0 gpu_1", "graph:1: 'link'; expected 'gpus N' before anything else"},
        Wrong{"gpus 0", "graph:1: gpus '0'; expected a number, 1 ... 1024"},
        Wrong{"gpus 2\ngpus 2", "graph:2: 'gpus' again"},
        Wrong{"gpus 2 3", "graph:1: '3'; expected the end of the line"},
        Wrong{"gpus 2\nlink gpu_0 gpu_2", "graph:2: no node 'gpu_2'"},
        Wrong{"gpus 2\nlink gpu_0 gpu_1 nvlink9", "graph:2: 'nvlink9'; expected nvlink1"},
        Wrong{"gpus 2\nlink gpu_0 gpu_1 16xfast", "graph:2: "},
        Wrong{"gpus 2\nlink gpu_0 gpu_1 x0", "graph:2: links '0'"},
        Wrong{"gpus 2\nlink gpu_0 gpu_0", "graph:2: nvlink.link = node 0 to node 0"},
        Wrong{"gpus 2\nswitch a level x", "graph:2: level 'x'"},
        Wrong{"gpus 2\nswitch a\nswitch a", "graph:3: nvlink.switch = a"},
        Wrong{"gpus 3\nrelay gpu_0 gpu_2 by gpu_1", "graph:2: 'by'; expected 'relay GPU"},
        Wrong{"gpus 3\nrelays none", "graph:2: 'none'; expected 'relays nearest'"},
        Wrong{"gpus 3\nrelays nearest", "graph:2: nvlink.relays = gpu_0 to gpu_1"},
        Wrong{"gpus 3\nlinks", "graph:2: 'links'; expected lines like"}));

}  // namespace
}  // namespace gf::model::nvlink_graph_file_test
