// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Sizes of a fat tree.
struct FatTreeParams : core::ParamGroup {
  core::Param<unsigned> k = param("k", 4u, "channels down of a router, and up of one below the top",
                                  "[B], its fat tree: k = 4", core::between(2u, 32u),
                                  core::experiment_choice("the size of the machine"));
  core::Param<unsigned> n =
      param("n", 3u, "levels of routers", "[B], its fat tree: n = 3", core::between(1u, 6u),
            core::experiment_choice("the size of the machine"));

  /// Throws UserError for an illegal value, or more nodes than kMostNodes.
  void validate() const;
  static constexpr unsigned kMostNodes = 32'768;
};

/// A fat tree of equal routers, a k-ary n-tree: k^n nodes and n levels of k^(n-1) routers each.
/// There are as many channels between two adjacent levels as nodes.
///
/// Router w of level l has number l k^(n-1) + w; level 0 has the nodes. Write w in n - 1 digits of
/// base k: channel u up from (l, w) leads to the router of level l + 1 whose digit l is u and whose
/// other digits equal those of w. Ports: k down (port = digit l - 1 of the router below; on level 0
/// the nodes), then k up. The top level has none up: half of its ports are unused.
/// Channels to the top are global, all others local.
class FatTree {
 public:
  explicit FatTree(const FatTreeParams& params);  ///< Throws UserError as validate() does.

  [[nodiscard]] const RouterGraph& graph() const { return graph_; }
  [[nodiscard]] unsigned arity() const { return k_; }
  [[nodiscard]] unsigned levels() const { return n_; }
  [[nodiscard]] unsigned per_level() const { return powers_[n_ - 1]; }  ///< Routers per level.
  [[nodiscard]] unsigned level(unsigned router) const { return router / per_level(); }
  [[nodiscard]] unsigned position(unsigned router) const { return router % per_level(); }
  /// Returns digit `place` of `number` in base k, lowest digit first.
  [[nodiscard]] unsigned digit(unsigned number, unsigned place) const {
    return number / powers_[place] % k_;
  }
  /// Returns whether `node` is below `router`.
  [[nodiscard]] bool above(unsigned router, unsigned node) const {
    const unsigned free = powers_[level(router)];
    return position(router) / free == node / k_ / free;
  }
  /// Returns the port of `router` on the only route down to `node`. Precondition: above().
  [[nodiscard]] unsigned down_port(unsigned router, unsigned node) const {
    return digit(node, level(router));
  }
  [[nodiscard]] unsigned up_port(unsigned choice) const { return k_ + choice; }
  /// Returns the number of levels that a packet between two nodes climbs, 0 ... n - 1.
  [[nodiscard]] unsigned climb(unsigned src, unsigned dst) const;

 private:
  static constexpr unsigned kMostLevels = 6;
  static RouterGraph wired(const FatTreeParams& params);

  const unsigned k_;
  const unsigned n_;
  unsigned powers_[kMostLevels + 1] = {};  ///< Powers of k.
  RouterGraph graph_;
};

}  // namespace gf::model
