// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hw/router/routing/router_streams.h"
#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/fat_tree.h"

namespace gf::hw::router {

/// Who chooses among the k channels up.
enum class UpChoice {
  kAdaptive,       ///< Each router: the one with the smallest backlog; ties in turn.
  kDeterministic,  ///< The destination: digit l of its number on level l (D-mod-k).
  kRandom,         ///< Each router draws, whatever the load.
};

/// Up to the first router that has the destination below it, then down by the one way there is.
///
/// One virtual channel is free of deadlock: who goes down never waits for one who goes up. More
/// spread the pairs, as on the torus: which one follows from source and destination. Packets of a
/// pair stay in order with kDeterministic alone.
class FatTreeRouting final : public RoutingIf {
 public:
  /// `vcs`: virtual channels in use, at least 1. `tree` outlives the routing.
  FatTreeRouting(const model::FatTree& tree, UpChoice choice, unsigned vcs, std::uint64_t seed)
      : tree_(tree), choice_(choice), vcs_(vcs), streams_(seed, tree.graph().routers()) {}
  static constexpr unsigned kNeeds = 1;

  [[nodiscard]] unsigned vcs() const override { return kNeeds; }
  [[nodiscard]] bool decides_everywhere() const override { return true; }
  /// Notes in `head.via` which channel it would go up by.
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  [[nodiscard]] unsigned least_loaded(unsigned router, const CongestionIf& congestion);

  const model::FatTree& tree_;
  const UpChoice choice_;
  const unsigned vcs_;
  RouterStreams streams_;
};

/// The legal values of `routing`: adaptive, deterministic, random.
UpChoice up_choice(const std::string& name);

}  // namespace gf::hw::router
