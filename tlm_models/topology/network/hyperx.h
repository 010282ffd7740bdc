// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"
#include "tlm_models/topology/network/joined_dimensions.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Sizes of a regular HyperX, named as in [HX09]; K, the channels between two routers, is 1.
struct HyperXParams : core::ParamGroup {
  core::Param<unsigned> l = param("l", 2u, "dimensions", "[B], its flattened butterfly: n = 2",
                                  core::between(1u, JoinedDimensions::kMost),
                                  core::experiment_choice("the size of the machine"));
  core::Param<unsigned> s =
      param("s", 4u, "routers along each dimension", "[B], its flattened butterfly: k = 4",
            core::between(2u, 64u), core::experiment_choice("the size of the machine"));
  core::Param<unsigned> t =
      param("t", 4u, "terminals per router", "[B], its flattened butterfly: c = 4",
            core::between(1u, 32u), core::experiment_choice("the size of the machine"));

  /// Throws UserError for an illegal value, more than 64 ports per router or more than
  /// kMostRouters.
  void validate() const;
  static constexpr unsigned kMostRouters = 16'384;
};

/// A HyperX: s^l routers with t nodes each; along each of l dimensions all pairs of routers are
/// linked. Ports: nodes, then as in JoinedDimensions. Channels of the first dimension are local,
/// all others global.
class HyperX {
 public:
  explicit HyperX(const HyperXParams& params);  ///< Throws UserError as validate() does.

  [[nodiscard]] const RouterGraph& graph() const { return graph_; }
  [[nodiscard]] const JoinedDimensions& grid() const { return grid_; }

 private:
  static JoinedDimensions joined(const HyperXParams& params);

  const JoinedDimensions grid_;
  RouterGraph graph_;
};

}  // namespace gf::model
