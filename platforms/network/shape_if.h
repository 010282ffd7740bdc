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

/// The shape of a network and the routing in it; all other parts of a router network are common to
/// all shapes. Call declare(), then build(), then the others.
class ShapeIf {
 public:
  virtual ~ShapeIf() = default;
  [[nodiscard]] virtual std::string name() const = 0;  ///< "dragonfly", for errors.
  /// True if nodes form groups in a cyclic order, which traffic = wc needs.
  [[nodiscard]] virtual bool has_groups() const { return true; }
  virtual void declare(const core::ParamScope& root) = 0;
  /// Builds graph and routing. Throws UserError when the parameters describe no valid network.
  /// Completes `network`: 0 virtual channels of a router become as many as the routing needs. Fewer
  /// than that are refused unless `unsafe`.
  virtual void build(NetworkParams& network, bool unsafe, std::uint64_t seed) = 0;

  [[nodiscard]] virtual const model::RouterGraph& topology() const = 0;
  [[nodiscard]] virtual hw::router::RoutingIf& routing() = 0;
  [[nodiscard]] virtual std::string title() const = 0;         ///< Description of the graph.
  [[nodiscard]] virtual std::string routing_text() const = 0;  ///< For errors.
  [[nodiscard]] virtual unsigned nodes_per_group() const = 0;
  /// Returns the block of a router, from 0. Routers of a block are close together, and blocks stay
  /// whole when the network is divided into parts. Block numbers ascend with the router numbers, or
  /// with those in each level of a tree.
  [[nodiscard]] virtual unsigned block_of(unsigned router) const { return router; }
  /// Returns the routers whose queues its routing compares; a group is a block.
  [[nodiscard]] virtual hw::router::Reach reach() const { return hw::router::Reach::kRouter; }
  /// Number of nodes in each group of a drawing.
  [[nodiscard]] virtual unsigned nodes_drawn_together() const { return nodes_per_group(); }
  /// Returns the coordinates of a router, for drawings; empty: none.
  [[nodiscard]] virtual std::vector<unsigned> place_of(unsigned /*router*/) const { return {}; }
};

/// Sets the virtual channels of `router`, if they are 0, to the number that the routing of
/// `network` needs. Throws UserError for fewer, which can deadlock, unless `unsafe`.
void check_vcs(const std::string& network, hw::router::RouterParams& router, bool unsafe,
               unsigned needed);

/// Shapes by name: "torus", "dragonfly", "fat_tree" and "hyperx", whose sizes are parameters, and
/// "file". With `in_order`, the default routing keeps the packets of a pair of nodes in order.
std::vector<std::string> shape_names();
std::unique_ptr<ShapeIf> make_shape(const std::string& name, bool in_order);

}  // namespace gf::platforms::network
