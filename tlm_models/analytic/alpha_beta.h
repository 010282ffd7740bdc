// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace gf::model {

/// A time that grows linearly with the bytes: alpha + beta * bytes. R. W. Hockney, "The
/// communication challenge for MPP", 1994, fits this model of a message to measurements.
struct AlphaBeta {
  double alpha = 0;  ///< s
  double beta = 0;   ///< s/B
  [[nodiscard]] double time(double bytes) const { return alpha + beta * bytes; }
};

/// A measured time of a number of bytes.
struct TimedBytes {
  double bytes = 0;
  double seconds = 0;
};
AlphaBeta line_through(const TimedBytes& near, const TimedBytes& far);

/// Returns the bytes at which both take the same time: one of them is faster below, the other
/// above. Returns nothing where the lines do not cross at a positive size.
std::optional<double> crossing(const AlphaBeta& a, const AlphaBeta& b);

/// Nodes whose GPUs share one network card per node.
struct TwoLevelMachine {
  unsigned nodes = 0;
  unsigned gpus = 0;       ///< GPUs per node.
  AlphaBeta inside;        ///< A copy between GPUs of a node.
  AlphaBeta across;        ///< A copy between nodes.
  double reduce_beta = 0;  ///< s/B to add two vectors.
};

/// Time of an all-reduce on one ring over all GPUs, node by node, by the bytes of the vector. It
/// has 2 (n-1) steps with 1/n of the vector each; the network link of each node carries one message
/// a step.
/// In step: each step takes as long as its slowest copy, as if every GPU waited for all others.
/// Free: a block moves on when its own copy ends. One in `gpus` of the copies under way then pays
/// the latency of the network; the rate is still that of the slowest link.
AlphaBeta flat_ring_in_step(const TwoLevelMachine& machine);
AlphaBeta flat_ring_free(const TwoLevelMachine& machine);

/// Time of an all-reduce on rings inside each node, then over the nodes for each part of the
/// vector, then inside each node again. The parts cross the network at the same time, so a card
/// carries all.
AlphaBeta two_level_rings(const TwoLevelMachine& machine);

}  // namespace gf::model
