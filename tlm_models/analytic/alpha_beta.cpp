// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/alpha_beta.h"

#include <algorithm>

namespace gf::model {
namespace {

/// A ring over `ranks`: 2 (ranks - 1) copies of 1/ranks of the vector; half of them end with an
/// addition.
AlphaBeta ring(double ranks, const AlphaBeta& copy, double reduce_beta) {
  const double copies = 2 * (ranks - 1);
  return {copies * copy.alpha, copies / ranks * (copy.beta + reduce_beta / 2)};
}

AlphaBeta flat_ring(const TwoLevelMachine& machine, double alpha) {
  const double ranks = static_cast<double>(machine.nodes) * machine.gpus;
  const double beta =
      machine.nodes > 1 ? std::max(machine.inside.beta, machine.across.beta) : machine.inside.beta;
  return ring(ranks, {alpha, beta}, machine.reduce_beta);
}

}  // namespace

AlphaBeta line_through(const TimedBytes& near, const TimedBytes& far) {
  const double beta = (far.seconds - near.seconds) / (far.bytes - near.bytes);
  return {near.seconds - beta * near.bytes, beta};
}

std::optional<double> crossing(const AlphaBeta& a, const AlphaBeta& b) {
  if (a.beta == b.beta) return std::nullopt;
  const double bytes = (a.alpha - b.alpha) / (b.beta - a.beta);
  return bytes > 0 ? std::optional<double>(bytes) : std::nullopt;
}

AlphaBeta flat_ring_in_step(const TwoLevelMachine& machine) {
  return flat_ring(machine, machine.nodes > 1 ? std::max(machine.inside.alpha, machine.across.alpha)
                                              : machine.inside.alpha);
}

AlphaBeta flat_ring_free(const TwoLevelMachine& machine) {
  const double share = machine.nodes > 1 ? 1.0 / machine.gpus : 0;  // of copies over the network
  return flat_ring(machine, share * machine.across.alpha + (1 - share) * machine.inside.alpha);
}

AlphaBeta two_level_rings(const TwoLevelMachine& machine) {
  const AlphaBeta inside = ring(machine.gpus, machine.inside, machine.reduce_beta);
  // Each ring has 1/gpus of the vector. The copies share the card; each GPU does its own additions.
  const AlphaBeta across = ring(machine.nodes, machine.across, machine.reduce_beta / machine.gpus);
  return {inside.alpha + across.alpha, inside.beta + across.beta};
}

}  // namespace gf::model
