// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Routers in a grid of up to four dimensions, each joined to every other one along each dimension:
/// a flattened butterfly. A group of a dragonfly is one, a HyperX another.
///
/// Numbers count along the first dimension first. Ports of a router, from `first_port`: dimension
/// by dimension, to the others of that dimension in ascending order, parallel channels side by
/// side.
class JoinedDimensions {
 public:
  static constexpr unsigned kMost = 4;
  struct Dimension {
    unsigned size = 1;      ///< Routers, at most 256.
    unsigned channels = 1;  ///< Parallel ones between two routers that differ here alone.
    ChannelType type = ChannelType::kLocal;
  };

  JoinedDimensions(const std::vector<Dimension>& dimensions, unsigned first_port);

  [[nodiscard]] unsigned routers() const { return static_cast<unsigned>(places_.size()); }
  /// Ports of a router that this takes.
  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] unsigned coordinate(unsigned router, unsigned dimension) const {
    return places_[router] >> (8 * dimension) & 0xFFu;
  }
  /// One a dimension.
  [[nodiscard]] std::vector<unsigned> coordinates(unsigned router) const;
  /// First port on the way to another router, in dimension order; `salt` chooses among parallel
  /// channels.
  [[nodiscard]] unsigned port(unsigned from, unsigned to, unsigned salt) const {
    const Place apart = places_[from] ^ places_[to];
    GF_CHECK(apart != 0, std::to_string(from));
    const unsigned first = static_cast<unsigned>(__builtin_ctz(apart)) / 8;
    const unsigned here = coordinate(from, first);
    const unsigned there = coordinate(to, first);
    const Wired& dimension = dimensions_[first];
    const unsigned position = there < here ? there : there - 1;
    return dimension.first_port + position * dimension.channels +
           (dimension.channels == 1 ? 0 : salt % dimension.channels);
  }
  /// Channels on that way: dimensions in which the two differ.
  [[nodiscard]] unsigned hops(unsigned from, unsigned to) const {
    const Place apart = places_[from] ^ places_[to];
    unsigned hops = 0;
    for (unsigned d = 0; d < kMost; ++d) hops += (apart >> (8 * d) & 0xFFu) != 0 ? 1 : 0;
    return hops;
  }
  /// Adds the channels to `graph`, in which router 0 has the number `first_router`.
  void wire(RouterGraph& graph, unsigned first_router) const;

 private:
  struct Wired : Dimension {
    unsigned first_port = 0;
    unsigned stride = 1;  ///< In the number of a router.
  };
  void wire(RouterGraph& graph, unsigned first_router, unsigned router, unsigned dimension) const;

  /// Coordinates of a router, a byte each: two are compared in all dimensions at once.
  using Place = std::uint32_t;
  static_assert(8 * kMost <= 32);

  unsigned ports_ = 0;
  std::vector<Wired> dimensions_;
  std::vector<Place> places_;  ///< By router.
};

}  // namespace gf::model
