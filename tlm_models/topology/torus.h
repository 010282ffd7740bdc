// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/param.h"
#include "tlm_models/topology/router_graph.h"

namespace gf::model {

/// Sizes of a torus or mesh of up to three dimensions.
struct TorusParams : core::ParamGroup {
  core::Param<unsigned> x =
      param("x", 4u, "routers along the first dimension", "assumed: 4x4x4", core::between(1u, 64u));
  core::Param<unsigned> y =
      param("y", 4u, "routers along the second; 1: none", "assumed: 4x4x4", core::between(1u, 64u));
  core::Param<unsigned> z =
      param("z", 4u, "routers along the third; 1: none", "assumed: 4x4x4", core::between(1u, 64u));
  core::Param<unsigned> nodes_per_router =
      param("nodes_per_router", 1u, "nodes at each router", "assumed", core::between(1u, 32u));
  core::Param<bool> wrap =
      param("wrap", true, "torus, else mesh", "assumed: [APENET13] has a torus");

  /// Also that there are two routers.
  void validate() const;
  [[nodiscard]] std::array<unsigned, 3> sizes() const { return {x, y, z}; }
};

/// A torus or mesh: its graph and what routing asks of it.
///
/// Router (x, y, z) has number x + size_x (y + size_y z). Its ports: to its nodes, then two a
/// dimension, up (x + 1) before down (x - 1). A ring of two has both, side by side, so that a
/// dimension's bandwidth does not depend on its size; a dimension of one router has none.
class Torus {
 public:
  static constexpr unsigned kDimensions = 3;

  explicit Torus(const TorusParams& params);  ///< Throws UserError as validate() does.

  [[nodiscard]] const RouterGraph& graph() const { return graph_; }
  [[nodiscard]] const TorusParams& params() const { return params_; }
  [[nodiscard]] unsigned size(unsigned dimension) const { return sizes_[dimension]; }
  [[nodiscard]] unsigned coordinate(unsigned router, unsigned dimension) const {
    return router / strides_[dimension] % sizes_[dimension];
  }
  [[nodiscard]] unsigned port(unsigned dimension, bool up) const {
    return params_.nodes_per_router + 2 * dimension + (up ? 0 : 1);
  }
  /// Whether the shortest way along a dimension goes up; both are as short in an even ring's
  /// middle: up then.
  [[nodiscard]] bool goes_up(unsigned dimension, unsigned from, unsigned to) const;
  /// Channels on the shortest way between two routers.
  [[nodiscard]] unsigned distance(unsigned from, unsigned to) const;

 private:
  void wire(unsigned router, unsigned dimension);

  const TorusParams params_;
  const std::array<unsigned, kDimensions> sizes_;
  const std::array<unsigned, kDimensions> strides_;
  RouterGraph graph_;
};

}  // namespace gf::model
