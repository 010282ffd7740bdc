// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hw/router/routing/router_streams.h"
#include "hw/router/routing/ugal.h"
#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/hyperx.h"

namespace gf::hw::router {

/// How the source router of a HyperX routes a packet.
enum class HyperXPath {
  kMinimal,  ///< DOR: dimension order, a channel for each dimension in which the routers differ.
  kValiant,  ///< VAL: in dimension order to a random router, and from there to the destination.
  kUgal,     ///< UGAL-L: one of the two, by the queues of their output ports (UgalChoice).
};

/// Dimension order on a HyperX, directly or through an intermediate router.
/// Virtual channels: dimension order needs one to be free of deadlock. A detour uses one class for
/// each of its two halves, and minimal packets share the second class. Packets move only from the
/// first class to the second. Each class has as many virtual channels as `vcs` allows; source and
/// destination of a packet determine which one it uses.
/// Dead channels: if the next channel is dead, a packet of `ugal_l` goes through another router of
/// that row. This is the only living path of the rule that does not meet the channel again. It
/// costs one more hop and uses the first class, then the second. With one dead channel, in two
/// dimensions, no diverted packet crosses the channel that it left, so no cycle closes.
class HyperXRouting final : public RoutingIf {
 public:
  /// `vcs` is the number of virtual channels in use, at least needs(). `network` must outlive the
  /// routing.
  HyperXRouting(const model::HyperX& network, HyperXPath way, unsigned vcs, std::uint64_t seed,
                const UgalRule& rule = {});
  static unsigned needs(HyperXPath way) { return way == HyperXPath::kMinimal ? 1 : 2; }

  [[nodiscard]] unsigned vcs() const override { return needs(way_); }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
  void avoid_dead(Flit& head, unsigned router, const CongestionIf& congestion) override;
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  [[nodiscard]] bool minimal_is_better(const Flit& head, unsigned router,
                                       const CongestionIf& congestion) const;

  const model::HyperX& network_;
  const HyperXPath way_;
  const unsigned of_a_class_;
  const UgalChoice choice_;
  RouterStreams streams_;
};

/// Parses a legal value of `routing`: dor, val, ugal_l.
HyperXPath hyperx_way(const std::string& name);

}  // namespace gf::hw::router
