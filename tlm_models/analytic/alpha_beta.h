// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace gf::model {

/// A time that grows with the bytes in a straight line: alpha + beta * bytes, the model of a
/// message that R. W. Hockney, "The communication challenge for MPP", 1994, fits to measurements.
struct AlphaBeta {
  double alpha = 0;  ///< s
  double beta = 0;   ///< s/B
  [[nodiscard]] double time(double bytes) const { return alpha + beta * bytes; }
};

/// The line through two measurements: bytes and seconds. `near` and `far` differ in their bytes.
struct TimedBytes {
  double bytes = 0;
  double seconds = 0;
};
AlphaBeta line_through(const TimedBytes& near, const TimedBytes& far);

/// Bytes at which both take the same time: `a` is faster below it, `b` above, or the other way.
/// Nothing where the lines do not cross at a positive size.
std::optional<double> crossing(const AlphaBeta& a, const AlphaBeta& b);

/// Nodes of GPUs whose GPUs share one card to the network.
struct TwoLevelMachine {
  unsigned nodes = 0;
  unsigned gpus = 0;       ///< Of a node.
  AlphaBeta inside;        ///< A copy between GPUs of a node.
  AlphaBeta across;        ///< A copy between nodes.
  double reduce_beta = 0;  ///< s/B of adding up two vectors.
};

/// All-reduce on one ring over all GPUs, node by node, by the bytes of the vector. 2 (n-1) steps
/// pass 1/n of it each, and the network link of each node carries one message a step.
/// In step: each step is as long as its slowest copy, as where all wait for all. Free: a block goes
/// on when its own copy ends, so that of the copies on its way one in `gpus` pays the latency of
/// the network; the rate is still that of the slowest link.
AlphaBeta flat_ring_in_step(const TwoLevelMachine& machine);
AlphaBeta flat_ring_free(const TwoLevelMachine& machine);

/// All-reduce on rings in each node, then, for each part of the vector, over the nodes, then in
/// each node again. The parts cross the network at the same time, so a card carries all of them.
AlphaBeta two_level_rings(const TwoLevelMachine& machine);

}  // namespace gf::model
