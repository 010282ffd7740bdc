// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace gf::hw::apenet {

inline constexpr unsigned kDimensions = 3;
inline constexpr unsigned kTorusPorts = 2 * kDimensions;  ///< X+, X-, Y+, Y-, Z+, Z-.
inline constexpr unsigned kLocalPort = kTorusPorts;

/// Nodes of a torus X x Y x Z; node number = x + X (y + Y z).
struct TorusShape {
  std::array<unsigned, kDimensions> size{1, 1, 1};

  [[nodiscard]] unsigned nodes() const { return size[0] * size[1] * size[2]; }
  [[nodiscard]] unsigned coordinate(unsigned node, unsigned dimension) const {
    for (unsigned d = 0; d < dimension; ++d) node /= size[d];
    return node % size[dimension];
  }
  /// Node behind `port` of `node`.
  [[nodiscard]] unsigned neighbour(unsigned node, unsigned port) const {
    const unsigned dimension = port / 2;
    unsigned stride = 1;
    for (unsigned d = 0; d < dimension; ++d) stride *= size[d];
    const unsigned at = coordinate(node, dimension);
    const unsigned step = port % 2 == 0 ? 1 : size[dimension] - 1;
    return node - at * stride + (at + step) % size[dimension] * stride;
  }
  /// A link of that port exists: a dimension of one node has none.
  [[nodiscard]] bool has_port(unsigned port) const { return size[port / 2] > 1; }
};

/// Where a packet goes next.
struct TorusHop {
  unsigned port = kLocalPort;
  std::uint8_t virtual_channel = 0;
};

/// Dimension order, the shorter way round, + where both are as long. A packet begins each ring in
/// channel 0 and changes to channel 1 where the ring wraps around: no cycle of waits can close.
/// `came_by`: port that it came in by (kLocalPort: from here), in channel `channel`.
inline TorusHop route(const TorusShape& shape, unsigned node, unsigned destination,
                      unsigned came_by, std::uint8_t channel) {
  for (unsigned d = 0; d < kDimensions; ++d) {
    const unsigned from = shape.coordinate(node, d);
    const unsigned to = shape.coordinate(destination, d);
    if (from == to) continue;
    const unsigned up = (to + shape.size[d] - from) % shape.size[d];
    const bool plus = 2 * up <= shape.size[d];
    const bool wraps = plus ? from == shape.size[d] - 1 : from == 0;
    const bool same_ring = came_by / 2 == d;  // kLocalPort / 2 is no dimension
    const bool crossed = same_ring && channel == 1;
    return {2 * d + (plus ? 0 : 1), static_cast<std::uint8_t>(wraps || crossed ? 1 : 0)};
  }
  return {};
}

}  // namespace gf::hw::apenet
