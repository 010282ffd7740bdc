// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <vector>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr unsigned kCorners = 8;
constexpr unsigned kFace = 4;

/// Pairs with two links if a GPU has six links. GPUs of one face; the other face is alike.
constexpr unsigned kTwoOnFace[][2] = {{0, 3}, {1, 2}, {2, 3}};
/// Number of GPUs of the first face that have two links to the other face.
constexpr unsigned kTwoAcross = 2;

bool two_on_face(unsigned a, unsigned b) {
  for (const auto& pair : kTwoOnFace)
    if (pair[0] == a && pair[1] == b) return true;
  return false;
}

void place_row(NvlinkGraph& graph, const std::vector<unsigned>& nodes, unsigned columns,
               unsigned row) {
  const auto first = (columns - static_cast<unsigned>(nodes.size())) / 2;
  for (unsigned i = 0; i < nodes.size(); ++i) graph.set_place(nodes[i], first + i, row);
}

/// Returns the row after the last one.
unsigned place_gpus(NvlinkGraph& graph, unsigned first, unsigned end, unsigned columns,
                    unsigned row) {
  for (; first < end; first += columns, ++row) {
    std::vector<unsigned> nodes(std::min(columns, end - first));
    std::iota(nodes.begin(), nodes.end(), first);
    place_row(graph, nodes, columns, row);
  }
  return row;
}

/// Places two boards as mirror images, with their switches adjacent in the middle.
void place_boards(NvlinkGraph& graph, unsigned planes) {
  const unsigned gpus = graph.gpus();
  const unsigned columns = std::max(planes, std::min(gpus / 2, kGpusInRow));
  std::vector<unsigned> row(planes);
  unsigned at = place_gpus(graph, 0, gpus / 2, columns, 0) + 1;
  for (unsigned board = 0; board < 2; ++board, at += 2) {
    std::iota(row.begin(), row.end(), gpus + board * planes);
    place_row(graph, row, columns, at);
  }
  place_gpus(graph, gpus / 2, gpus, columns, at);
}

}  // namespace

NvlinkGraph nvlink_switch(unsigned gpus, const NvlinkLanes& link) {
  NvlinkGraph graph(gpus);
  const unsigned bridge = graph.add_switch("nvswitch", 0);
  for (unsigned g = 0; g < gpus; ++g) graph.join(g, bridge, 1, link);
  return graph;
}

NvlinkGraph nvlink_mesh(unsigned gpus, const NvlinkLanes& link) {
  NvlinkGraph graph(gpus);
  for (unsigned g = 0; g < gpus; ++g)
    for (unsigned peer = g + 1; peer < gpus; ++peer) graph.join(g, peer, 1, link);
  return graph;
}

NvlinkGraph nvlink_hybrid_cube_mesh(unsigned links, const NvlinkLanes& link) {
  NvlinkGraph graph(kCorners);
  const bool six = links == 6;
  for (unsigned first : {0u, kFace}) {
    for (unsigned a = 0; a < kFace; ++a)
      for (unsigned b = a + 1; b < kFace; ++b)
        graph.join(first + a, first + b, six && two_on_face(a, b) ? 2 : 1, link);
  }
  for (unsigned g = 0; g < kFace; ++g)
    graph.join(g, g + kFace, six && g < kTwoAcross ? 2 : 1, link);
  for (unsigned g = 0; g < kCorners; ++g) graph.set_group(g, g < kFace ? "face_0" : "face_1");
  return graph;
}

NvlinkGraph nvlink_planes(unsigned gpus, const NvlinkPlanes& shape, const NvlinkLanes& link) {
  if (gpus % shape.boards != 0)
    core::fail_config("nvlink", "boards", std::to_string(shape.boards),
                      fmt::format("a divisor of gpus = {}", gpus),
                      "each board has as many GPUs as the others");
  NvlinkGraph graph(gpus);
  const unsigned on_board = gpus / shape.boards;
  for (unsigned p = 0; p < shape.planes * shape.boards; ++p) {
    const unsigned bridge = graph.add_switch(fmt::format("nvswitch_{}", p), 0);
    const unsigned first = p / shape.planes * on_board;
    for (unsigned g = 0; g < on_board; ++g) graph.join(first + g, bridge, 1, link);
  }
  for (unsigned p = 0; shape.boards > 1 && p < shape.planes; ++p)
    graph.join(gpus + p, gpus + shape.planes + p, shape.trunk, link);
  if (shape.boards == 1) {
    place_by_level(graph);
  } else {
    place_boards(graph, shape.planes);
  }
  return graph;
}

void place_by_level(NvlinkGraph& graph) {
  unsigned levels = 0, columns = std::min(graph.gpus(), kGpusInRow);
  std::map<unsigned, std::vector<unsigned>> rows;
  for (unsigned n = graph.gpus(); n < graph.nodes(); ++n) {
    std::vector<unsigned>& row = rows[graph.node(n).level];
    row.push_back(n);
    levels = std::max(levels, graph.node(n).level + 1);
    columns = std::max(columns, static_cast<unsigned>(row.size()));
  }
  for (const auto& [level, row] : rows) place_row(graph, row, columns, levels - 1 - level);
  // A row between switches and GPUs stays free, so that their links do not overlap.
  place_gpus(graph, 0, graph.gpus(), columns, levels + 1);
}

}  // namespace gf::model
