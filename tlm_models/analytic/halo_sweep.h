// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/analytic/pcie_congestion.h"
#include "workloads/copies/copy_generators.h"

namespace gf::model {

/// Evaluates every order in which the GPUs of a halo exchange may address their neighbours. All
/// messages have one size and are issued at time 0 ([SC16], VIII): 20,736 orders in 2D, 1,679,616
/// in 3D on 8 GPUs. Times are in T_ref, the time of one message without contention, so the size
/// does not matter. They are rounded to 1e-9, so that symmetric orders tie.
///
/// Exact, not sampled. Rates depend only on which neighbour each GPU sends to, so they are computed
/// once for each of the at most 4^8 joint states. Orders that begin alike share the evaluation.
class HaloSweep {
 public:
  /// Runs the sweep. Throws UserError (exit 2) above 8 GPUs or 10 million orders.
  HaloSweep(const PcieTree& tree, const PcieModelOptions& options, workload::Neighbours neighbours);

  [[nodiscard]] std::uint64_t count() const { return times_.size(); }
  /// Returns the time of order number `order`. An order is a mixed-radix number, GPU 0 least
  /// significant; digit g is the index of GPU g's order among the permutations of its neighbours in
  /// lexicographic order.
  [[nodiscard]] double time(std::uint64_t order) const { return times_[order]; }
  /// Returns the neighbours of each GPU in the order in which it addresses them.
  [[nodiscard]] workload::Neighbours order(std::uint64_t number) const;

  [[nodiscard]] double fastest() const { return times_[ranked_.front()]; }
  [[nodiscard]] double slowest() const { return times_[ranked_.back()]; }
  [[nodiscard]] double median() const { return percentile(50); }
  /// Returns the time that `p` per cent of the orders do not exceed (nearest rank), 0 <= p <= 100.
  [[nodiscard]] double percentile(double p) const;
  /// Returns the number of the order at `rank`, 0 = fastest; ties are in ascending order of the
  /// number.
  [[nodiscard]] std::uint64_t ranked(std::uint64_t rank) const { return ranked_[rank]; }
  /// Number of the order whose time is median().
  [[nodiscard]] std::uint64_t median_order() const { return ranked(rank_of(50)); }
  /// Returns `points` times at equal distances over all ranks, first and last included: Fig. 9's
  /// curve.
  [[nodiscard]] std::vector<double> curve(std::size_t points) const;

 private:
  [[nodiscard]] std::uint64_t rank_of(double p) const;
  static constexpr unsigned kLanes = 8;  ///< GPUs, at most.
  struct Branch;
  void number_states_and_orders(const PcieTree& tree);
  void tabulate(PcieCongestion& model);
  void explore(Branch& branch);
  bool choose(Branch& branch);
  void take(Branch& branch, unsigned gpu, unsigned slot, unsigned rank, unsigned choices) const;
  void advance(Branch& branch) const;
  void rank();

  workload::Neighbours neighbours_;
  std::vector<std::uint64_t> state_weight_;  ///< By GPU, of its digit: 0 idle, k: k-th neighbour.
  std::vector<std::uint64_t> order_weight_;
  std::vector<double> rates_;  ///< By joint state: kLanes rates each.
  std::vector<double> times_;
  std::vector<std::uint32_t> ranked_;
};

}  // namespace gf::model
