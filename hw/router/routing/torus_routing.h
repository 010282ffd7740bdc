// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::hw::router {

/// Dimension order on a torus or mesh (model::Torus::next()).
/// Virtual channels: each of the two classes of a ring uses half of them (on a mesh the only class
/// uses all). Source and destination of a packet determine which one of its class it uses, so
/// packets of a pair stay in order.
class DimensionOrderRouting final : public RoutingIf {
 public:
  /// `vcs` is the number of virtual channels in use, at least needs(). `graph` is that of the torus
  /// and must outlive the routing.
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
