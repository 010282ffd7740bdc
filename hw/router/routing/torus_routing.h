// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::hw::router {

/// Dimension order on a torus or mesh (model::Torus::next()).
///
/// Virtual channels: each class of a ring's channels has half of them (a mesh: all); which one of
/// them follows from the packet's source and destination, so that the packets of a pair stay in
/// order.
class DimensionOrderRouting final : public RoutingIf {
 public:
  /// `vcs`: virtual channels in use; at least needs().
  /// `graph` of that torus.
  DimensionOrderRouting(const model::Torus& torus, const model::RouterGraph& graph, unsigned vcs)
      : torus_(torus), graph_(graph), vcs_(vcs) {}
  static unsigned needs(const model::Torus& torus) { return torus.wraps() ? 2 : 1; }

  [[nodiscard]] unsigned vcs() const override { return needs(torus_); }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { head.minimal = true; }
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  const model::Torus torus_;
  const model::RouterGraph& graph_;
  const unsigned vcs_;
};

}  // namespace gf::hw::router
