// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hw/router/routing/router_streams.h"
#include "hw/router/routing/ugal.h"
#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/hyperx.h"

namespace gf::hw::router {

/// What the source router of a HyperX does with a packet.
enum class HyperXWay {
  kMinimal,  ///< DOR: dimension order, a channel for each dimension in which the routers differ.
  kValiant,  ///< VAL: in dimension order to a random router, and on from there.
  kUgal,     ///< UGAL-L: one or the other, by the queues of their two output ports (UgalChoice).
};

/// Dimension order on a HyperX, straight or by an intermediate router.
///
/// Virtual channels: dimension order alone is free of deadlock in one. A detour takes a class for
/// each of its two halves, and minimal packets share the second: a class is left upwards only. Each
/// class has as many virtual channels as `vcs` allows; which one of them follows from the packet's
/// source and destination.
/// Dead channels: where the next channel is dead, a packet of `ugal_l` goes by another router of
/// that row, which is the one living way of the rule that does not meet the channel again: one hop
/// more, in the first class and then the second. With one dead channel, in two dimensions, no
/// packet that was turned back comes by the channel that it left, so that no cycle closes.
class HyperXRouting final : public RoutingIf {
 public:
  /// `vcs`: virtual channels in use, at least needs(). `network` outlives the routing.
  HyperXRouting(const model::HyperX& network, HyperXWay way, unsigned vcs, std::uint64_t seed,
                const UgalRule& rule = {});
  static unsigned needs(HyperXWay way) { return way == HyperXWay::kMinimal ? 1 : 2; }

  [[nodiscard]] unsigned vcs() const override { return needs(way_); }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
  void avoid_dead(Flit& head, unsigned router, const CongestionIf& congestion) override;
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  [[nodiscard]] bool minimal_is_better(const Flit& head, unsigned router,
                                       const CongestionIf& congestion) const;

  const model::HyperX& network_;
  const HyperXWay way_;
  const unsigned of_a_class_;
  const UgalChoice choice_;
  RouterStreams streams_;
};

/// The legal values of `routing`: dor, val, ugal_l.
HyperXWay hyperx_way(const std::string& name);

}  // namespace gf::hw::router
