// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tlm_models/topology/router_graph.h"

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
    return places_[router][dimension];
  }
  /// One a dimension.
  [[nodiscard]] std::vector<unsigned> coordinates(unsigned router) const;
  /// First port on the way to another router, in dimension order; `salt` chooses among parallel
  /// channels.
  [[nodiscard]] unsigned port(unsigned from, unsigned to, unsigned salt) const;
  /// Channels on that way.
  [[nodiscard]] unsigned hops(unsigned from, unsigned to) const;
  /// Adds the channels to `graph`, in which router 0 has the number `first_router`.
  void wire(RouterGraph& graph, unsigned first_router) const;

 private:
  struct Wired : Dimension {
    unsigned first_port = 0;
    unsigned stride = 1;  ///< In the number of a router.
  };
  void wire(RouterGraph& graph, unsigned first_router, unsigned router, unsigned dimension) const;

  unsigned ports_ = 0;
  std::vector<Wired> dimensions_;
  std::vector<std::array<std::uint8_t, kMost>> places_;  ///< By router: its coordinates.
};

}  // namespace gf::model
