// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/nvlink_shapes.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::model {
namespace {

constexpr unsigned kCorners = 8;
constexpr unsigned kFace = 4;

/// Joined by two links where a GPU has six of them. GPUs of one face; the other is alike.
constexpr unsigned kTwoOnFace[][2] = {{0, 3}, {1, 2}, {2, 3}};
/// GPUs of the first face with two links to the other.
constexpr unsigned kTwoAcross = 2;

bool two_on_face(unsigned a, unsigned b) {
  for (const auto& pair : kTwoOnFace)
    if (pair[0] == a && pair[1] == b) return true;
  return false;
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
  for (unsigned b = 0; b < shape.boards; ++b) {
    const std::string board = shape.boards > 1 ? fmt::format("board_{}", b) : "";
    for (unsigned p = 0; p < shape.planes; ++p) {
      const unsigned bridge =
          graph.add_switch(fmt::format("nvswitch_{}", b * shape.planes + p), 0, board);
      for (unsigned g = 0; g < on_board; ++g) graph.join(b * on_board + g, bridge, 1, link);
    }
    for (unsigned g = 0; g < on_board; ++g) graph.set_group(b * on_board + g, board);
  }
  for (unsigned p = 0; shape.boards > 1 && p < shape.planes; ++p)
    graph.join(gpus + p, gpus + shape.planes + p, shape.trunk, link);
  return graph;
}

}  // namespace gf::model
