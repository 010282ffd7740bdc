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

/// Follows a chosen path as [DF08] does; derived classes choose the path.
/// Virtual channels as in Fig. 7: a packet moves up by one with each global channel that it
/// crosses. Minimal packets of an adaptive routing begin in VC 1 and non-minimal ones in VC 0. Both
/// therefore end in VC 2, and the source can tell them apart. Along a path, (VC, local before
/// global) rises strictly from group to group, and dimension order applies inside a group. Hence
/// there is no cycle.
class DragonflyRouting : public RoutingIf {
 public:
  DragonflyRouting(const model::Dragonfly& dragonfly, std::uint64_t seed);
  [[nodiscard]] Hop next(Flit& head, unsigned router) const override;

 protected:
  /// Draws a group that is neither the packet's first nor its last. Returns false if there is none,
  /// or if the packet stays within a group: such traffic is routed minimally.
  bool draw_group(const Flit& head, unsigned router, unsigned& group);
  /// Draws any group. Returns false as above, and if it is the packet's first or last group.
  bool draw_any_group(const Flit& head, unsigned router, unsigned& group);
  /// Draws a group to which a detour leaves `router` by a living channel. Away from the source
  /// router, groups behind the router's own global channels are preferred. Returns false if there
  /// is none.
  bool draw_living_group(const Flit& head, unsigned router, const CongestionIf& congestion,
                         unsigned& group);
  /// Returns whether the flit's next channel from `router` is dead.
  [[nodiscard]] bool meets_dead(const Flit& head, unsigned router,
                                const CongestionIf& congestion) const;
  /// Returns the number of channels from a router of the packet's first group to its node by the
  /// detour.
  [[nodiscard]] unsigned nonminimal_hops(const Flit& head, unsigned router) const;
  [[nodiscard]] Hop towards_group(const Flit& head, unsigned router, unsigned group) const;
  static void go_minimally(Flit& head, unsigned first_vc);
  static void go_by(Flit& head, unsigned group, unsigned first_vc);

  const model::Dragonfly& dragonfly_;

 private:
  Hop count(Flit& head, const Hop& hop) const;
  RouterStreams streams_;
};

/// MIN: the shortest path. Two virtual channels.
class MinimalRouting final : public DragonflyRouting {
 public:
  using DragonflyRouting::DragonflyRouting;
  [[nodiscard]] unsigned vcs() const override { return 2; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned, const CongestionIf&) override { go_minimally(head, 0); }
};

/// VAL: through a random group, regardless of the load. Three virtual channels.
class ValiantRouting final : public DragonflyRouting {
 public:
  using DragonflyRouting::DragonflyRouting;
  [[nodiscard]] unsigned vcs() const override { return 3; }
  [[nodiscard]] Reach reach() const override { return Reach::kNothing; }
  void decide(Flit& head, unsigned router, const CongestionIf& congestion) override;
};

/// Queues that a UGAL compares.
enum class UgalKind {
  kLocal,        ///< UGAL-L: the two output ports at the source router.
  kGlobal,       ///< UGAL-G: backlog of the two global channels. Ideal: read without delay.
  kLocalVc,      ///< UGAL-L_VC: the virtual channels of the two paths at their ports.
  kLocalHybrid,  ///< UGAL-L_VC_H: ports, or the virtual channels if both paths share one.
};

/// Compares the queues of two paths out of one router: those of output ports or of their virtual
/// channels.
struct LocalQueues {
  const UgalChoice& choice;
  const CongestionIf& congestion;
  unsigned router;
  [[nodiscard]] UgalChoice::Queues outputs(const Hop& minimal, const Hop& nonminimal) const;
  [[nodiscard]] UgalChoice::Queues vcs(const Hop& minimal, const Hop& nonminimal) const;
  /// Compares outputs. If both paths begin at the same output, its queue holds packets of both, and
  /// only virtual channels tell them apart ([DF08], Fig. 10).
  [[nodiscard]] UgalChoice::Queues hybrid(const Hop& minimal, const Hop& nonminimal) const;
};

/// UGAL: takes the minimal path if q_m W_m <= q_nm W_nm + threshold, otherwise a path through a
/// random group. q: flits queued, as `kind` defines; W: weights, in [DF08] the channels to cross.
/// UGAL-L_CR is kLocalHybrid with routers that delay credits (RouterParams::credit_delay).
/// Dead channels: a dead channel looks like an empty queue, but a router knows if one of its own is
/// dead. A packet that has not left its group takes another path there: the minimal one if that is
/// alive, otherwise one through a random group that it can reach. Behind the source router, groups
/// behind the router's own global channels are preferred. A dead global channel thus costs packets
/// of its own group one hop.
/// Such a packet goes back from VC 1 to VC 0. With one dead channel a test finds no cycle; with
/// dead channels in two groups a deadlock is possible in theory. After its first global channel a
/// packet has no choice left: if it meets a dead channel there, it is lost.
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

/// PAR, progressive adaptive routing (Jiang, Kim, Dally, ISCA 2009): like UGAL-L_VC_H, but a packet
/// that its source router sends minimally stays undecided until it leaves its group. Each router on
/// the way there compares again.
/// A path in the first group may have an undecided and a decided part, so there are six classes of
/// channels instead of five. In the order in which a packet uses them: local of undecided packets
/// (VC 0); local and global of detours in the first group (VC 1); local and global of the
/// intermediate group, and global of minimal packets (VC 2); local of the last group (VC 3). Each
/// path rises strictly in (VC, local before global), so there is no cycle.
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

/// Inputs for the construction of a dragonfly routing.
struct DragonflyRoutingSettings {
  const model::Dragonfly& dragonfly;  ///< Must outlive the routing.
  std::uint64_t seed;
  const UgalRule& ugal;
};
/// A routing and its name.
struct DragonflyRoutingEntry {
  std::string name;
  std::function<std::unique_ptr<RoutingIf>(const DragonflyRoutingSettings&)> make;
  bool delays_credits = false;  ///< Its routers delay credits: RouterParams::credit_delay.
};
/// Returns the legal values of `routing`: min, val, ugal_l, ugal_g, ugal_l_vc, ugal_l_vc_h,
/// ugal_l_cr, par. add() extends them.
core::Registry<DragonflyRoutingEntry>& dragonfly_routing_registry();
/// Throws UserError for an unknown name.
std::unique_ptr<RoutingIf> make_dragonfly_routing(const std::string& name,
                                                  const model::Dragonfly& dragonfly,
                                                  std::uint64_t seed, const UgalRule& rule = {});

}  // namespace gf::hw::router
