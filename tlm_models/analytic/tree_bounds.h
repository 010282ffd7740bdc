// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "tlm_models/analytic/max_flow.h"

namespace gf::model {

/// What the PCIe trees of a machine, joined by socket links or not, can carry between GPUs at most,
/// headers included. Bounds of arithmetic: hardware is held against them, and holds none.
class TreeBounds {
 public:
  /// Whether GPU `from` sends to GPU `to` over a tree, if one leads there.
  using Takes = std::function<bool(unsigned from, unsigned to)>;
  /// `links` make trees of `nodes` nodes; `gpus`: the node of each GPU. Time: nodes x GPUs.
  TreeBounds(unsigned nodes, std::vector<FlowLink> links, std::vector<unsigned> gpus,
             const Takes& takes);

  /// How long the busiest direction of a link takes, in seconds, when each GPU sends a byte to
  /// every other GPU to which it sends over a tree; 0: there is no such pair.
  [[nodiscard]] double all_to_all_seconds() const;
  /// To how many other GPUs `gpu` sends over a tree.
  [[nodiscard]] unsigned peers(unsigned gpu) const { return peers_[gpu]; }
  /// What the first half of the GPUs can send to the second one over trees: a maximum flow from
  /// those that send over a tree to those that receive over one.
  [[nodiscard]] core::ByteRate bisection() const;

 private:
  void walk(unsigned from, const std::vector<std::vector<unsigned>>& links_of, const Takes& takes);

  const unsigned nodes_;
  const std::vector<FlowLink> links_;
  const std::vector<unsigned> gpus_;
  std::vector<double> there_, back_;  ///< By link: pairs whose way takes that direction.
  std::vector<unsigned> peers_;       ///< By GPU.
  std::vector<bool> sends_, hears_;   ///< By GPU: across the middle, over a tree.
};

}  // namespace gf::model
