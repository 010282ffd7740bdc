// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hw/router/routing/router_streams.h"
#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/fat_tree.h"

namespace gf::hw::router {

/// How a packet chooses among the k channels up.
enum class UpChoice {
  kAdaptive,       ///< Each router takes the one with the smallest backlog; ties: random.
  kDeterministic,  ///< By destination: digit l of its number on level l (D-mod-k).
  kRandom,         ///< Each router draws, regardless of the load.
};

/// Goes up to the first router that has the destination below it, then down by the only path.
/// One virtual channel is free of deadlock: packets going down never wait for packets going up.
/// With more, pairs are spread over them as on the torus, by source and destination. Packets of a
/// pair stay in order only with kDeterministic.
class FatTreeRouting final : public RoutingIf {
 public:
  /// `vcs` is the number of virtual channels in use, at least 1. `tree` must outlive the routing.
  FatTreeRouting(const model::FatTree& tree, UpChoice choice, unsigned vcs, std::uint64_t seed)
      : tree_(tree), choice_(choice), vcs_(vcs), streams_(seed, tree.graph().routers()) {}
  static constexpr unsigned kNeeds = 1;

  [[nodiscard]] unsigned vcs() const override { return kNeeds; }
  [[nodiscard]] bool decides_everywhere() const override { return true; }
  /// Stores in `head.via` the channel up that it would take.
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 private:
  [[nodiscard]] unsigned least_loaded(unsigned router, const CongestionIf& congestion);

  const model::FatTree& tree_;
  const UpChoice choice_;
  const unsigned vcs_;
  RouterStreams streams_;
};

/// Parses a legal value of `routing`: adaptive, deterministic, random.
UpChoice up_choice(const std::string& name);

}  // namespace gf::hw::router
