// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "hw/router/routing_if.h"
#include "platforms/network/network.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::platforms::network {

/// The shape of a network, and how packets find their way in it: all that one network of routers
/// has of its own. Calls come in this order: declare, build, then the others.
class ShapeIf {
 public:
  virtual ~ShapeIf() = default;
  [[nodiscard]] virtual std::string name() const = 0;  ///< "dragonfly", for errors.
  /// Whether nodes form groups, of which each has a next one: for traffic = wc.
  [[nodiscard]] virtual bool has_groups() const { return true; }
  virtual void declare(const core::ParamScope& root) = 0;
  /// Builds graph and routing; throws UserError when the parameters make none. Completes
  /// `network`, whose router has 0 virtual channels for as many as the routing needs; fewer are
  /// refused unless `unsafe`.
  virtual void build(NetworkParams& network, bool unsafe, std::uint64_t seed) = 0;

  [[nodiscard]] virtual const model::RouterGraph& topology() const = 0;
  [[nodiscard]] virtual hw::router::RoutingIf& routing() = 0;
  [[nodiscard]] virtual std::string title() const = 0;         ///< What the graph is called.
  [[nodiscard]] virtual std::string routing_text() const = 0;  ///< For errors.
  [[nodiscard]] virtual unsigned nodes_per_group() const = 0;
  /// Routers that are near each other, from 0: where the network is cut into parts, blocks stay
  /// whole. In ascending order of the routers, or as those of each level of a tree.
  [[nodiscard]] virtual unsigned block_of(unsigned router) const { return router; }
  /// Whose queues its routing compares; a group is a block.
  [[nodiscard]] virtual hw::router::Reach reach() const { return hw::router::Reach::kRouter; }
  /// In pictures.
  [[nodiscard]] virtual unsigned nodes_drawn_together() const { return nodes_per_group(); }
  /// Coordinates of a router, where it has some: for pictures.
  [[nodiscard]] virtual std::vector<unsigned> place_of(unsigned /*router*/) const { return {}; }
};

/// Sets `router`'s virtual channels, where they are 0, to those that the routing of `network`
/// needs; throws UserError for fewer, with which it can deadlock, unless `unsafe`.
void check_vcs(const std::string& network, hw::router::RouterParams& router, bool unsafe,
               unsigned needed);

/// The shapes by name: "torus", "dragonfly", "fat_tree", "hyperx", whose size parameters give, and
/// "file". With `in_order` their default routing is one that keeps packets of a pair in order.
std::vector<std::string> shape_names();
std::unique_ptr<ShapeIf> make_shape(const std::string& name, bool in_order);

}  // namespace gf::platforms::network
