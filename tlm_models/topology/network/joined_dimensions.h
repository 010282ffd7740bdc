// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// A grid of routers in up to four dimensions in which all pairs along each dimension are linked: a
/// flattened butterfly. Groups of a dragonfly and the HyperX use it.
///
/// Router numbers count along the first dimension first. Ports of a router start at `first_port`
/// and go dimension by dimension, to the other routers in ascending order, with parallel channels
/// adjacent.
class JoinedDimensions {
 public:
  static constexpr unsigned kMost = 4;
  struct Dimension {
    unsigned size = 1;      ///< Routers, at most 256.
    unsigned channels = 1;  ///< Parallel channels between two routers that differ only in it.
    ChannelType type = ChannelType::kLocal;
  };

  JoinedDimensions(const std::vector<Dimension>& dimensions, unsigned first_port);

  [[nodiscard]] unsigned routers() const { return static_cast<unsigned>(places_.size()); }
  /// Number of ports that these channels use per router.
  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] unsigned coordinate(unsigned router, unsigned dimension) const {
    return places_[router] >> (8 * dimension) & 0xFFu;
  }
  /// One per dimension.
  [[nodiscard]] std::vector<unsigned> coordinates(unsigned router) const;
  /// Returns the first port on the route to another router, in dimension order; `salt` selects
  /// among parallel channels.
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
  /// Returns the channels on that route: the number of dimensions in which the two differ.
  [[nodiscard]] unsigned hops(unsigned from, unsigned to) const {
    const Place apart = places_[from] ^ places_[to];
    unsigned hops = 0;
    for (unsigned d = 0; d < kMost; ++d) hops += (apart >> (8 * d) & 0xFFu) != 0 ? 1 : 0;
    return hops;
  }
  /// Adds the channels to `graph`; router 0 is router `first_router` there.
  void wire(RouterGraph& graph, unsigned first_router) const;

 private:
  struct Wired : Dimension {
    unsigned first_port = 0;
    unsigned stride = 1;  ///< In router numbers.
  };
  void wire(RouterGraph& graph, unsigned first_router, unsigned router, unsigned dimension) const;

  /// Coordinates of a router, one byte each, so that all dimensions are compared at once.
  using Place = std::uint32_t;
  static_assert(8 * kMost <= 32);

  unsigned ports_ = 0;
  std::vector<Wired> dimensions_;
  std::vector<Place> places_;  ///< By router.
};

}  // namespace gf::model
