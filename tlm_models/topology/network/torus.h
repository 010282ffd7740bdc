// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

class Torus;

/// Sizes of a torus or mesh of up to three dimensions.
struct TorusParams : core::ParamGroup {
  core::Param<unsigned> x =
      param("x", 4u, "routers along the first dimension", "assumed: 4x4x4", core::between(1u, 64u),
            core::experiment_choice("the size of the machine"));
  core::Param<unsigned> y =
      param("y", 4u, "routers along the second dimension; 1: no such dimension", "assumed: 4x4x4",
            core::between(1u, 64u), core::experiment_choice("the size of the machine"));
  core::Param<unsigned> z =
      param("z", 4u, "routers along the third dimension; 1: no such dimension", "assumed: 4x4x4",
            core::between(1u, 64u), core::experiment_choice("the size of the machine"));
  core::Param<unsigned> nodes_per_router =
      param("nodes_per_router", 1u, "nodes per router", "assumed", core::between(1u, 32u),
            core::experiment_choice("the size of the machine"));
  core::Param<bool> wrap = param("wrap", true, "whether the network is a torus; otherwise a mesh",
                                 "assumed: [APENET13] has a torus");

  /// Throws UserError for an illegal value, or fewer than two routers.
  void validate() const;
  [[nodiscard]] Torus shape() const;
};

/// Shape of a torus or mesh of up to three dimensions, with dimension-order routing.
///
/// Router (x, y, z) has number x + size_x (y + size_y z). Each dimension has two directions, up
/// (x + 1) before down (x - 1). A ring of two has both, in parallel, so that a dimension's
/// bandwidth does not depend on its size. A dimension of one router has none.
class Torus {
 public:
  static constexpr unsigned kDimensions = 3;
  static constexpr unsigned kDirections = 2 * kDimensions;
  static constexpr unsigned kHere = kDirections;  ///< Instead of a direction: arrived.
  using Sizes = std::array<unsigned, kDimensions>;

  constexpr Torus() : Torus({1, 1, 1}) {}
  constexpr Torus(const Sizes& sizes, bool wraps = true)  // NOLINT: a shape is its sizes
      : sizes_(sizes), strides_{1, sizes[0], sizes[0] * sizes[1]}, wraps_(wraps) {}

  [[nodiscard]] constexpr unsigned routers() const { return strides_[2] * sizes_[2]; }
  [[nodiscard]] unsigned size(unsigned dimension) const { return sizes_[dimension]; }
  [[nodiscard]] bool wraps() const { return wraps_; }  ///< False: a mesh.
  [[nodiscard]] unsigned coordinate(unsigned router, unsigned dimension) const {
    return router / strides_[dimension] % sizes_[dimension];
  }
  [[nodiscard]] std::vector<unsigned> coordinates(unsigned router) const {
    return {coordinate(router, 0), coordinate(router, 1), coordinate(router, 2)};
  }
  static constexpr unsigned direction(unsigned dimension, bool up) {
    return 2 * dimension + (up ? 0 : 1);
  }
  static constexpr unsigned opposite(unsigned direction) { return direction ^ 1; }
  /// Returns whether a channel leads in that direction.
  [[nodiscard]] bool has_channel(unsigned router, unsigned direction) const;
  /// Returns the router at its other end. Precondition: has_channel().
  [[nodiscard]] unsigned neighbour(unsigned router, unsigned direction) const;
  /// Returns whether the shortest route along a dimension goes up. If both directions are equally
  /// long, in an even ring, it goes up.
  [[nodiscard]] bool goes_up(unsigned dimension, unsigned from, unsigned to) const;
  /// Returns the channels on the shortest route between two routers.
  [[nodiscard]] unsigned distance(unsigned from, unsigned to) const;

  struct Step {
    unsigned direction = kHere;
    unsigned ring_class = 0;
  };
  /// Returns the next step of a packet at router `at` in dimension order: x, then y, then z, each
  /// by the shortest route. The channels of a ring could wait for each other in a cycle. Therefore
  /// the channel that closes the ring and all after it use class 1, the others class 0 (a dateline
  /// between the last router and the first). A mesh needs one class.
  [[nodiscard]] Step next(unsigned source, unsigned at, unsigned destination) const;

 private:
  Sizes sizes_;
  Sizes strides_;
  bool wraps_;
};

std::string to_text(const Torus& torus);  ///< "4x2x1".

/// Returns the routers and channels of a torus; direction d of a router is port
/// nodes_per_router + d. Throws UserError as validate() does.
RouterGraph router_graph(const TorusParams& params);

}  // namespace gf::model
