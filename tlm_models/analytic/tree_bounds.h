// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "tlm_models/analytic/max_flow.h"

namespace gf::model {

/// Upper bounds of the traffic between GPUs on a machine's PCIe trees and socket links, headers
/// included. Tests compare the hardware with these bounds; the hardware never uses them.
class TreeBounds {
 public:
  /// True if GPU `from` sends to GPU `to` over a tree, provided one connects them.
  using Takes = std::function<bool(unsigned from, unsigned to)>;
  /// `links` make trees of `nodes` nodes; `gpus`: the node of each GPU. Time: nodes x GPUs.
  TreeBounds(unsigned nodes, std::vector<FlowLink> links, std::vector<unsigned> gpus,
             const Takes& takes);

  /// How long the busiest direction of a link takes, in seconds, when each GPU sends a byte to
  /// every other GPU to which it sends over a tree; 0: there is no such pair.
  [[nodiscard]] double all_to_all_seconds() const;
  /// Returns how many other GPUs `gpu` sends to over a tree.
  [[nodiscard]] unsigned peers(unsigned gpu) const { return peers_[gpu]; }
  /// Returns the rate at which the first half of the GPUs can send to the second one over trees: a
  /// maximum flow from the GPUs that send over a tree to those that receive over one.
  [[nodiscard]] core::ByteRate bisection() const;

 private:
  void walk(unsigned from, const std::vector<std::vector<unsigned>>& links_of, const Takes& takes);

  const unsigned nodes_;
  const std::vector<FlowLink> links_;
  const std::vector<unsigned> gpus_;
  std::vector<double> there_, back_;  ///< Pairs whose route uses a link's direction, by link.
  std::vector<unsigned> peers_;       ///< Receivers of each GPU.
  std::vector<bool> sends_, hears_;   ///< By GPU: sends, receives across the middle, on a tree.
};

}  // namespace gf::model
