// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/registry.h"
#include "hw/router/routing/router_streams.h"
#include "hw/router/routing/ugal.h"
#include "hw/router/routing_if.h"
#include "tlm_models/topology/network/dragonfly.h"

namespace gf::hw::router {

/// The steps of [DF08] along a way that has been chosen; how to choose is left to derived
/// classes.
///
/// Virtual channels as in Fig. 7: a packet moves up by one with each global channel that it
/// crosses. Minimal packets of an adaptive routing begin in VC 1, non-minimal ones in VC 0, so
/// that both end in VC 2 and the source tells them apart. Along a way (VC, local before global)
/// rises strictly from group to group, and dimension order rules inside one: no cycle.
class DragonflyRouting : public RoutingIf {
 public:
  DragonflyRouting(const model::Dragonfly& dragonfly, std::uint64_t seed);
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 protected:
  /// A group that is neither the packet's first nor its last; false when there is none, or when
  /// both are one: traffic within a group goes minimally.
  bool draw_group(const Flit& head, unsigned router, unsigned& group);
  /// Any group; false as above, and when it is the packet's first or last.
  bool draw_any_group(const Flit& head, unsigned router, unsigned& group);
  /// One of the groups to which a detour leaves `router` by a channel that lives, by the router's
  /// own global channels if there are such; false where there is none.
  bool draw_living_group(const Flit& head, unsigned router, const CongestionIf& congestion,
                         unsigned& group);
  /// Whether what the flit takes next from `router` is dead.
  [[nodiscard]] bool meets_dead(const Flit& head, unsigned router,
                                const CongestionIf& congestion) const;
  /// Channels to the packet's node by its detour, from a router of its first group.
  [[nodiscard]] unsigned nonminimal_hops(const Flit& head, unsigned router) const;
  [[nodiscard]] Hop towards_group(const Flit& head, unsigned router, unsigned group) const;
  static void go_minimally(Flit& head, unsigned first_vc);
  static void go_by(Flit& head, unsigned group, unsigned first_vc);

  const model::Dragonfly& dragonfly_;

 private:
  Hop count(Flit& head, const Hop& hop) const;
  RouterStreams streams_;
};

/// MIN: the shortest way. Two virtual channels.
class MinimalRouting final : public DragonflyRouting {
 public:
  using DragonflyRouting::DragonflyRouting;
  [[nodiscard]] unsigned vcs() const override { return 2; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { go_minimally(head, 0); }
};

/// VAL: by a random group, whatever the load. Three virtual channels.
class ValiantRouting final : public DragonflyRouting {
 public:
  using DragonflyRouting::DragonflyRouting;
  [[nodiscard]] unsigned vcs() const override { return 3; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
};

/// What queues a UGAL compares.
enum class UgalKind {
  kLocal,        ///< UGAL-L: the two output ports of the source router.
  kGlobal,       ///< UGAL-G: backlog of the two global channels. Ideal: read without delay.
  kLocalVc,      ///< UGAL-L_VC: the virtual channels of the two ways at their output ports.
  kLocalHybrid,  ///< UGAL-L_VC_H: ports; the virtual channels where both ways share one.
};

/// How a UGAL compares two ways out of one router by their queues there: outputs, or virtual
/// channels of them.
struct LocalQueues {
  const UgalChoice& choice;
  const CongestionIf& congestion;
  unsigned router;
  [[nodiscard]] UgalChoice::Queues outputs(const Hop& minimal, const Hop& nonminimal) const;
  [[nodiscard]] UgalChoice::Queues vcs(const Hop& minimal, const Hop& nonminimal) const;
  /// Outputs; where both ways begin at one, its queue holds packets of either and only virtual
  /// channels tell them apart ([DF08], Fig. 10).
  [[nodiscard]] UgalChoice::Queues hybrid(const Hop& minimal, const Hop& nonminimal) const;
};

/// UGAL: the minimal way if q_m W_m <= q_nm W_nm + threshold, else one by a random group.
/// q: flits queued, as `kind` says; W: weights, by [DF08] the channels to cross. UGAL-L_CR is
/// kLocalHybrid with routers that delay credits (RouterParams::credit_delay).
/// Dead channels: a router sees that one of its own is dead, which looks like an empty queue. A
/// packet that has not left its group goes another way there: the minimal one if that lives, else
/// by a group drawn among those that it reaches, from routers behind the source by a global channel
/// of the router's own where it has one. So a dead global channel costs the packets of its own
/// group a hop. Such a packet goes back from VC 1 to VC 0: with one dead channel a test finds no
/// cycle; with dead channels in two groups a deadlock is possible in theory. Behind its first
/// global channel the rule has no choice left, and a packet that meets a dead one there is lost.
class UgalRouting final : public DragonflyRouting {
 public:
  UgalRouting(const model::Dragonfly& dragonfly, std::uint64_t seed, UgalKind kind,
              const UgalRule& rule)
      : DragonflyRouting(dragonfly, seed), kind_(kind), choice_(rule) {}
  [[nodiscard]] unsigned vcs() const override { return 3; }
  [[nodiscard]] Reach reach() const override {
    return kind_ == UgalKind::kGlobal ? Reach::kGroup : Reach::kRouter;
  }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
  void avoid_dead(Flit& head, unsigned router, const CongestionIf& congestion) override;

 private:
  [[nodiscard]] UgalChoice::Queues queues(const Flit& head, unsigned router,
                                          const CongestionIf& congestion) const;
  [[nodiscard]] UgalChoice::Hops hops(const Flit& head, unsigned router) const;
  [[nodiscard]] unsigned exit_queue(const Flit& head, unsigned router, unsigned group,
                                    const CongestionIf& congestion) const;
  const UgalKind kind_;
  const UgalChoice choice_;
};

/// PAR, progressive adaptive routing (Jiang, Kim, Dally, ISCA 2009): as UGAL-L_VC_H, but a packet
/// that its source router sends minimally is undecided until it leaves its group, and each router
/// on its way there compares again.
///
/// A way in the first group may have an undecided and a decided part, so there are six classes of
/// channels where other routings have five. In the order in which a packet uses them: local of
/// undecided packets (VC 0), local and global of detours in the first group (VC 1), local and
/// global of the group between and global of minimal packets (VC 2), local of the last group
/// (VC 3). Each way rises strictly in (VC, local before global): no cycle.
class ProgressiveRouting final : public DragonflyRouting {
 public:
  ProgressiveRouting(const model::Dragonfly& dragonfly, std::uint64_t seed, const UgalRule& rule)
      : DragonflyRouting(dragonfly, seed), choice_(rule) {}
  [[nodiscard]] unsigned vcs() const override { return 4; }
  [[nodiscard]] bool decides_everywhere() const override { return true; }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;

 private:
  [[nodiscard]] bool detour_is_better(const Flit& detour, unsigned router, const Hop& minimal,
                                      const CongestionIf& congestion) const;
  const UgalChoice choice_;
};

/// What a routing of a dragonfly may depend on.
struct DragonflyRoutingSettings {
  const model::Dragonfly& dragonfly;  ///< Outlives the routing.
  std::uint64_t seed;
  const UgalRule& ugal;
};
/// A routing, by its name.
struct DragonflyRoutingEntry {
  std::string name;
  std::function<std::unique_ptr<RoutingIf>(const DragonflyRoutingSettings&)> make;
  bool delays_credits = false;  ///< Its routers hold credits back: RouterParams::credit_delay.
};
/// The legal values of `routing`: min, val, ugal_l, ugal_g, ugal_l_vc, ugal_l_vc_h, ugal_l_cr,
/// par; add() makes one more.
core::Registry<DragonflyRoutingEntry>& dragonfly_routing_registry();
/// Throws UserError for an unknown name.
std::unique_ptr<RoutingIf> make_dragonfly_routing(const std::string& name,
                                                  const model::Dragonfly& dragonfly,
                                                  std::uint64_t seed, const UgalRule& rule = {});

}  // namespace gf::hw::router
