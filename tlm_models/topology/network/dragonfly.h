// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/divider.h"
#include "core/param/param.h"
#include "tlm_models/topology/network/joined_dimensions.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Sizes of a dragonfly, named as in [DF08].
struct DragonflyParams : core::ParamGroup {
  core::Param<unsigned> p =
      param("p", 4u, "terminals per router", "[DF08], evaluation: 1K nodes, p = h = 4, a = 8",
            core::between(1u, 32u));
  core::Param<unsigned> a = param("a", 8u, "routers per group", "as p", core::between(1u, 64u));
  core::Param<unsigned> h =
      param("h", 4u, "global channels per router", "as p", core::between(1u, 32u));
  core::Param<unsigned> g =
      param("g", 0u, "number of groups; 0: a h + 1", "[DF08]: one channel between any two groups",
            core::between(0u, 4096u));
  core::Param<std::string> wiring =
      param("wiring", "consecutive", "rule that says to which group a global channel leads",
            "assumed; [B] as BookSim2", core::one_of({"consecutive", "relative", "circulant"}));
  core::Param<std::string> group =
      param("group", "full", "topology inside a group: Fig. 5, 6(a), 6(b)", "[DF08], Figs. 5 and 6",
            core::one_of({"full", "neighbours", "cube"}));

  /// Throws UserError for an illegal value, or for values that give no network of feasible routers.
  void validate() const;
  [[nodiscard]] unsigned groups() const { return g == 0 ? a * h + 1 : g; }
};

/// A dragonfly: its graph, and look-ups for routing.
///
/// Ports of a router: p to nodes, then those to routers of its group, then h global ones. Global
/// port k of router i of a group is the group's channel i h + k.
///
/// Groups: `full` links every pair of routers (Fig. 5). `neighbours` (Fig. 6(a)) keeps the radix:
/// a/2 channels to the one neighbour on the same board, and one channel to each router of the same
/// parity: 2 x a/2. `cube` (Fig. 6(b)) is a flattened butterfly of three equal dimensions.
/// Wirings: let channel j of group i lead to group t when g = a h + 1. `consecutive`: t = j or
/// j + 1, skipping i itself. `relative`: t = i + j + 1. `circulant`: t = i + 1, i - 1, i + 2,
/// i - 2, ... (all modulo g). With fewer groups every pair gets a h / (g - 1) channels, rounded
/// down. The rest goes to the nearest groups on either side, as evenly as parity allows.
class Dragonfly {
 public:
  /// One direction of a global channel, at its group's end.
  struct Exit {
    unsigned router;  ///< Number in the network.
    unsigned port;
  };
  /// A contiguous range of exits.
  class Exits {
   public:
    Exits(const Exit* first, std::size_t size) : first_(first), size_(size) {}
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    const Exit& operator[](std::size_t index) const { return first_[index]; }
    [[nodiscard]] const Exit* begin() const { return first_; }
    [[nodiscard]] const Exit* end() const { return first_ + size_; }

   private:
    const Exit* first_;
    std::size_t size_;
  };
  static constexpr unsigned kDimensions = 3;  ///< Of a group, at most.

  explicit Dragonfly(const DragonflyParams& params);  ///< Throws UserError as validate() does.

  [[nodiscard]] const RouterGraph& graph() const { return graph_; }
  [[nodiscard]] const DragonflyParams& params() const { return params_; }
  [[nodiscard]] unsigned groups() const { return groups_; }
  [[nodiscard]] unsigned group_of(unsigned router) const { return by_routers_(router); }
  [[nodiscard]] unsigned group_of_node(unsigned node) const { return by_nodes_(node); }
  [[nodiscard]] bool global_port(unsigned port) const { return port >= first_global_; }

  /// Returns the first port on the route to another router of the same group, in dimension order;
  /// `salt` selects among parallel channels.
  [[nodiscard]] unsigned local_port(unsigned router, unsigned to, unsigned salt) const {
    return group_.port(by_routers_.rest(router), by_routers_.rest(to), salt);
  }
  /// Returns the number of channels on that route.
  [[nodiscard]] unsigned local_hops(unsigned router, unsigned to) const {
    return group_.hops(by_routers_.rest(router), by_routers_.rest(to));
  }
  /// Returns the channels from one group to another, in order of channel number; never empty.
  [[nodiscard]] Exits exits(unsigned from, unsigned to) const {
    const std::size_t pair = std::size_t{from} * groups() + to;
    return {exits_.data() + first_exit_[pair], first_exit_[pair + 1] - first_exit_[pair]};
  }
  /// Returns the channel that a packet takes from `router` to group `to`: one of the router's own
  /// if it has any, else one selected by `salt`.
  [[nodiscard]] const Exit& exit(unsigned router, unsigned to, unsigned salt) const;
  /// Returns the channels on the minimal route from `router` to node `dst`, without terminal
  /// channels.
  [[nodiscard]] unsigned minimal_hops(unsigned router, unsigned dst, unsigned salt) const;

 private:
  static JoinedDimensions joined(const DragonflyParams& params);
  void wire_globals();

  const DragonflyParams params_;
  const unsigned groups_;
  const JoinedDimensions group_;  ///< Routers of one group.
  const unsigned first_global_;
  const core::Divider by_routers_;  ///< Divides by the routers of a group.
  const core::Divider by_nodes_;    ///< Divides by the nodes of a group.
  RouterGraph graph_;
  std::vector<Exit> exits_;                ///< By pair of groups (from x to), then channel.
  std::vector<std::uint32_t> first_exit_;  ///< By pair, with one extra entry.
};

/// Returns the groups to which the channels of group `group` lead, by channel number; `group`
/// itself marks an unused channel.
std::vector<unsigned> global_targets(const DragonflyParams& params, unsigned group);

}  // namespace gf::model
