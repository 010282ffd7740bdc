// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/dragonfly_routing.h"

#include <vector>

#include "core/base/error.h"

namespace gf::hw::router {
namespace {

constexpr unsigned kNonminimalVc = 0;  ///< VC before the first global channel (Fig. 7).
constexpr unsigned kMinimalVc = 1;
// Virtual channels of ProgressiveRouting.
constexpr unsigned kUndecidedVc = 0;
constexpr unsigned kDetourVc = 1;
constexpr unsigned kMinimalGlobalVc = 2;
constexpr unsigned kLastVc = 3;

}  // namespace

DragonflyRouting::DragonflyRouting(const model::Dragonfly& dragonfly, std::uint64_t seed)
    : dragonfly_(dragonfly), streams_(seed, dragonfly.graph().routers()) {}

void DragonflyRouting::go_minimally(Flit& head, unsigned first_vc) {
  head.minimal = true;
  head.first_vc = static_cast<std::uint8_t>(first_vc);
}

void DragonflyRouting::go_by(Flit& head, unsigned group, unsigned first_vc) {
  head.minimal = false;
  head.via = static_cast<std::uint16_t>(group);
  head.first_vc = static_cast<std::uint8_t>(first_vc);
}

bool DragonflyRouting::draw_group(const Flit& head, unsigned router, unsigned& group) {
  const unsigned from = dragonfly_.group_of(router);
  const unsigned to = dragonfly_.group_of_node(head.dst);
  // Valiant's detour balances global channels; traffic within a group uses none.
  if (from == to || dragonfly_.groups() < 3) return false;
  group = static_cast<unsigned>(streams_.of(router).below(dragonfly_.groups() - 2));
  const unsigned low = std::min(from, to);
  const unsigned high = std::max(from, to);
  // Skip the two groups in ascending order: one draw gives every other group the same chance.
  if (group >= low) ++group;
  if (group >= high) ++group;
  return true;
}

bool DragonflyRouting::draw_any_group(const Flit& head, unsigned router, unsigned& group) {
  const unsigned from = dragonfly_.group_of(router);
  const unsigned to = dragonfly_.group_of_node(head.dst);
  if (from == to) return false;
  group = static_cast<unsigned>(streams_.of(router).below(dragonfly_.groups()));
  return group != from && group != to;
}

bool DragonflyRouting::meets_dead(const Flit& head, unsigned router,
                                  const CongestionIf& congestion) const {
  Flit probe = head;  // next() changes the flit's routing state
  return congestion.dead(router, next(probe, router).port);
}

bool DragonflyRouting::draw_living_group(const Flit& head, unsigned router,
                                         const CongestionIf& congestion, unsigned& group) {
  const bool at_source = head.hops_local == 0;
  std::vector<unsigned> living;
  std::vector<unsigned> own;  // reached by a global channel of this router
  for (unsigned via = 0; via < dragonfly_.groups(); ++via) {
    if (via == dragonfly_.group_of(router) || via == dragonfly_.group_of_node(head.dst)) continue;
    const unsigned port = towards_group(head, router, via).port;
    if (congestion.dead(router, port)) continue;
    living.push_back(via);
    if (dragonfly_.global_port(port)) own.push_back(via);
  }
  const std::vector<unsigned>& among = at_source || own.empty() ? living : own;
  if (among.empty()) return false;
  group = among[streams_.of(router).below(among.size())];
  return true;
}

Hop DragonflyRouting::towards_group(const Flit& head, unsigned router, unsigned group) const {
  const model::Dragonfly::Exit& exit = dragonfly_.exit(router, group, head.dst);
  const unsigned vc = head.first_vc + head.hops_global;
  if (exit.router == router) return {exit.port, vc};
  return {dragonfly_.local_port(router, exit.router, head.dst), vc};
}

Hop DragonflyRouting::next(Flit& head, unsigned router) const {
  const unsigned here = dragonfly_.group_of(router);
  // Stored in the flit, because the current group does not show it: a packet that has left the
  // intermediate group would be sent back.
  if (!head.minimal && !head.past_via) {
    if (here != head.via) return count(head, towards_group(head, router, head.via));
    head.past_via = true;
  }
  const unsigned last = dragonfly_.graph().router_of(head.dst);
  if (here != dragonfly_.group_of(last)) {
    return count(head, towards_group(head, router, dragonfly_.group_of(last)));
  }
  // A node accepts everything, so the virtual channel to it does not matter.
  if (router == last) return {dragonfly_.graph().port_of(head.dst), 0};
  // Up by one with each global channel crossed (Fig. 7). Local channels of the last group thus
  // differ from those of the first, and no waiting cycle closes.
  return count(head, {dragonfly_.local_port(router, last, head.dst),
                      static_cast<unsigned>(head.first_vc + head.hops_global)});
}

Hop DragonflyRouting::count(Flit& head, const Hop& hop) const {
  ++(dragonfly_.global_port(hop.port) ? head.hops_global : head.hops_local);
  return hop;
}

unsigned DragonflyRouting::nonminimal_hops(const Flit& head, unsigned router) const {
  const auto& exit = dragonfly_.exit(router, head.via, head.dst);
  const unsigned entry = dragonfly_.graph().port(exit.router, exit.port).peer;
  return dragonfly_.local_hops(router, exit.router) + 1 +
         dragonfly_.minimal_hops(entry, head.dst, head.dst);
}

void ValiantRouting::decide(Flit& head, unsigned router, const CongestionIf&) {
  unsigned group = 0;
  if (draw_group(head, router, group)) {
    go_by(head, group, kNonminimalVc);
  } else {
    go_minimally(head, kMinimalVc);
  }
}

void UgalRouting::decide(Flit& head, unsigned router, const CongestionIf& congestion) {
  unsigned group = 0;
  const bool drawn =
      choice_.booksim() ? draw_any_group(head, router, group) : draw_group(head, router, group);
  if (!drawn) {
    go_minimally(head, kMinimalVc);
    return;
  }
  go_by(head, group, kNonminimalVc);
  // The flit now has the detour's group, so queues() and hops() evaluate the detour. The minimal
  // path replaces it if that is better.
  const UgalChoice::Queues queues = this->queues(head, router, congestion);
  if (queues.minimal == 0 || choice_.minimal(queues, hops(head, router)))
    go_minimally(head, kMinimalVc);
}

void UgalRouting::avoid_dead(Flit& head, unsigned router, const CongestionIf& congestion) {
  const bool leaves_group = dragonfly_.group_of(router) != dragonfly_.group_of_node(head.dst);
  if (head.hops_global > 0 || !leaves_group || !meets_dead(head, router, congestion)) return;
  const Flit as_it_was = head;
  if (!head.minimal) {
    go_minimally(head, kMinimalVc);
    if (!meets_dead(head, router, congestion)) return;
  }
  unsigned group = 0;
  if (draw_living_group(head, router, congestion, group)) {
    go_by(head, group, kNonminimalVc);
  } else {
    head = as_it_was;
  }
}

UgalChoice::Hops UgalRouting::hops(const Flit& head, unsigned router) const {
  return {dragonfly_.minimal_hops(router, head.dst, head.dst), nonminimal_hops(head, router)};
}

UgalChoice::Queues UgalRouting::queues(const Flit& head, unsigned router,
                                       const CongestionIf& congestion) const {
  const unsigned to = dragonfly_.group_of_node(head.dst);
  // UGAL-G: the queues of the global channels themselves, anywhere in the group.
  if (kind_ == UgalKind::kGlobal) {
    return {exit_queue(head, router, to, congestion),
            exit_queue(head, router, head.via, congestion)};
  }
  const Hop minimal{towards_group(head, router, to).port, kMinimalVc};
  const Hop nonminimal{towards_group(head, router, head.via).port, kNonminimalVc};
  const LocalQueues queues{choice_, congestion, router};
  if (kind_ == UgalKind::kLocalVc) return queues.vcs(minimal, nonminimal);
  return kind_ == UgalKind::kLocalHybrid ? queues.hybrid(minimal, nonminimal)
                                         : queues.outputs(minimal, nonminimal);
}

UgalChoice::Queues LocalQueues::outputs(const Hop& minimal, const Hop& nonminimal) const {
  return {choice.length(congestion, router, minimal.port),
          choice.length(congestion, router, nonminimal.port)};
}

UgalChoice::Queues LocalQueues::vcs(const Hop& minimal, const Hop& nonminimal) const {
  return {choice.length(congestion, router, minimal.port, minimal.vc),
          choice.length(congestion, router, nonminimal.port, nonminimal.vc)};
}

UgalChoice::Queues LocalQueues::hybrid(const Hop& minimal, const Hop& nonminimal) const {
  // If the ports differ, a single virtual channel says too little about its channel.
  return minimal.port == nonminimal.port ? vcs(minimal, nonminimal) : outputs(minimal, nonminimal);
}

unsigned UgalRouting::exit_queue(const Flit& head, unsigned router, unsigned group,
                                 const CongestionIf& congestion) const {
  const model::Dragonfly::Exit& exit = dragonfly_.exit(router, group, head.dst);
  return congestion.backlog(exit.router, exit.port);
}

void ProgressiveRouting::decide(Flit& head, unsigned router, const CongestionIf& congestion) {
  const unsigned to = dragonfly_.group_of_node(head.dst);
  const bool undecided = !head.decided || (head.minimal && head.hops_global == 0);
  if (!undecided) return;
  if (dragonfly_.group_of(router) == to) {
    go_minimally(head, kLastVc);
    return;
  }
  unsigned group = 0;
  const bool drawn =
      choice_.booksim() ? draw_any_group(head, router, group) : draw_group(head, router, group);
  // On the way to the exit the path is undecided; at the exit router the decision is final.
  const bool at_exit = dragonfly_.exit(router, to, head.dst).router == router;
  const unsigned minimal_vc = at_exit ? kMinimalGlobalVc : kUndecidedVc;
  go_minimally(head, minimal_vc);
  if (!drawn) return;
  const Hop minimal = towards_group(head, router, to);
  go_by(head, group, kDetourVc);
  if (!detour_is_better(head, router, minimal, congestion)) go_minimally(head, minimal_vc);
}

bool ProgressiveRouting::detour_is_better(const Flit& detour, unsigned router, const Hop& minimal,
                                          const CongestionIf& congestion) const {
  const LocalQueues queues{choice_, congestion, router};
  const UgalChoice::Hops hops{dragonfly_.minimal_hops(router, detour.dst, detour.dst),
                              nonminimal_hops(detour, router)};
  return !choice_.minimal(queues.hybrid(minimal, towards_group(detour, router, detour.via)), hops);
}

core::Registry<DragonflyRoutingEntry>& dragonfly_routing_registry() {
  using Settings = const DragonflyRoutingSettings&;
  const auto ugal = [](UgalKind kind, const char* queue) {
    return [kind, queue](Settings settings) {
      UgalRule rule = settings.ugal;
      if (rule.queue == "auto") rule.queue = queue;
      return std::make_unique<UgalRouting>(settings.dragonfly, settings.seed, kind, rule);
    };
  };
  static core::Registry<DragonflyRoutingEntry> registry(
      "routing", {{"min",
                   [](Settings settings) {
                     return std::make_unique<MinimalRouting>(settings.dragonfly, settings.seed);
                   }},
                  {"val",
                   [](Settings settings) {
                     return std::make_unique<ValiantRouting>(settings.dragonfly, settings.seed);
                   }},
                  {"ugal_l", ugal(UgalKind::kLocal, "waiting")},
                  {"ugal_g", ugal(UgalKind::kGlobal, "waiting")},
                  {"ugal_l_vc", ugal(UgalKind::kLocalVc, "waiting")},
                  {"ugal_l_vc_h", ugal(UgalKind::kLocalHybrid, "waiting")},
                  {"ugal_l_cr", ugal(UgalKind::kLocalHybrid, "waiting+late"), true},
                  {"par", [](Settings settings) {
                     UgalRule rule = settings.ugal;
                     if (rule.queue == "auto") rule.queue = "waiting";
                     return std::make_unique<ProgressiveRouting>(settings.dragonfly, settings.seed,
                                                                 rule);
                   }}});
  return registry;
}

std::unique_ptr<RoutingIf> make_dragonfly_routing(const std::string& name,
                                                  const model::Dragonfly& dragonfly,
                                                  std::uint64_t seed, const UgalRule& rule) {
  const DragonflyRoutingEntry& entry =
      dragonfly_routing_registry().get(name, "dragonfly", "routing");
  return entry.make({dragonfly, seed, rule});
}

}  // namespace gf::hw::router
