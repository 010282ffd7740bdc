// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/router/routing_if.h"
#include "tlm_models/topology/torus.h"

namespace gf::hw::router {

/// Dimension order on a torus or mesh: x, then y, then z, each by the shortest way.
///
/// Virtual channels: a ring's channels would wait for each other in a circle, so the channel that
/// closes it and those behind it are of a second class (a dateline between the last router and the
/// first). A mesh needs one class. Each class has half of the virtual channels (a mesh: all);
/// which one of them follows from the packet's source and destination, so that the packets of a
/// pair stay in order.
class DimensionOrderRouting final : public RoutingIf {
 public:
  /// `vcs`: virtual channels in use; at least needs().
  DimensionOrderRouting(const model::Torus& torus, unsigned vcs) : torus_(torus), vcs_(vcs) {}
  static unsigned needs(const model::Torus& torus) { return torus.params().wrap ? 2 : 1; }

  [[nodiscard]] unsigned vcs() const override { return needs(torus_); }
  void decide(Flit& head, unsigned, const CongestionIf&) override { head.minimal = true; }
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  /// Class of the channel from coordinate `at`, on the way from `from`: 1 from the dateline on.
  [[nodiscard]] unsigned ring_class(unsigned dimension, bool up, unsigned from, unsigned at) const;

  const model::Torus& torus_;
  const unsigned vcs_;
};

}  // namespace gf::hw::router
