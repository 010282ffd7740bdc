// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/hyperx_routing.h"

#include <algorithm>
#include <vector>

namespace gf::hw::router {

HyperXRouting::HyperXRouting(const model::HyperX& network, HyperXPath way, unsigned vcs,
                             std::uint64_t seed, const UgalRule& rule)
    : network_(network),
      way_(way),
      of_a_class_(std::max(1u, vcs / needs(way))),
      choice_(rule),
      streams_(seed, network.graph().routers()) {}

void HyperXRouting::decide(Flit& head, unsigned router, const CongestionIf& congestion) {
  head.minimal = true;
  if (way_ == HyperXPath::kMinimal) return;
  const auto via = static_cast<unsigned>(streams_.of(router).below(network_.graph().routers()));
  const unsigned last = network_.graph().router_of(head.dst);
  // A path through one of its ends is the minimal path.
  if (router == last || via == router || via == last) return;
  head.via = static_cast<std::uint16_t>(via);
  head.minimal = way_ == HyperXPath::kUgal && minimal_is_better(head, router, congestion);
}

bool HyperXRouting::minimal_is_better(const Flit& head, unsigned router,
                                      const CongestionIf& congestion) const {
  const model::JoinedDimensions& grid = network_.grid();
  const unsigned last = network_.graph().router_of(head.dst);
  const unsigned via = head.via;
  const auto queue = [&](unsigned to) {
    return choice_.length(congestion, router, grid.port(router, to, 0));
  };
  return choice_.minimal({queue(last), queue(via)},
                         {grid.hops(router, last), grid.hops(router, via) + grid.hops(via, last)});
}

void HyperXRouting::avoid_dead(Flit& head, unsigned router, const CongestionIf& congestion) {
  if (way_ != HyperXPath::kUgal) return;
  Flit probe = head;  // next() changes the flit's routing state
  const unsigned port = next(probe, router).port;
  if (!congestion.dead(router, port)) return;
  const model::RouterGraph& graph = network_.graph();
  const unsigned behind = graph.port(router, port).peer;
  std::vector<unsigned> row;
  for (unsigned other = 0; other < graph.ports(); ++other) {
    const model::RouterPort& way = graph.port(router, other);
    const bool channel =
        way.type == model::ChannelType::kLocal || way.type == model::ChannelType::kGlobal;
    // In the same row as both routers: one hop from either.
    if (channel && way.peer != behind && network_.grid().hops(way.peer, behind) == 1 &&
        !congestion.dead(router, other))
      row.push_back(way.peer);
  }
  if (row.empty()) return;
  head.minimal = head.past_via = false;
  head.via = static_cast<std::uint16_t>(row[streams_.of(router).below(row.size())]);
}

Hop HyperXRouting::next(Flit& head, unsigned router) const {
  const unsigned last = network_.graph().router_of(head.dst);
  // Stored in the flit: a packet may cross its intermediate router's row again.
  if (head.minimal || router == head.via) head.past_via = true;
  if (head.past_via && router == last) return {network_.graph().port_of(head.dst), 0};
  const unsigned port = network_.grid().port(router, head.past_via ? last : head.via, 0);
  const bool local = network_.graph().port(router, port).type == model::ChannelType::kLocal;
  ++(local ? head.hops_local : head.hops_global);
  const unsigned vc_class = head.past_via ? needs(way_) - 1 : 0;
  return {port, vc_class * of_a_class_ + (head.src + head.dst) % of_a_class_};
}

HyperXPath hyperx_way(const std::string& name) {
  if (name == "val") return HyperXPath::kValiant;
  return name == "ugal_l" ? HyperXPath::kUgal : HyperXPath::kMinimal;
}

}  // namespace gf::hw::router
