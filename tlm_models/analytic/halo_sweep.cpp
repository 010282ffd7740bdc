// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/halo_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMaxOrders = 10'000'000;
constexpr std::uint64_t kMaxStates = 1'000'000;
constexpr double kDone = 1e-9;  ///< Part of a message below which only rounding is left.

std::uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

/// An exchange whose orders are decided up to some point in time.
struct HaloSweep::Branch {
  double time = 0;
  std::array<double, kLanes> left;             ///< Of the message under way; 1 when idle.
  std::array<std::uint8_t, kLanes> slot{};     ///< 0 idle, k sends to neighbour k-1.
  std::array<std::uint8_t, kLanes> pending{};  ///< Bit k: neighbour k is yet to be served.
  std::uint64_t state = 0;
  std::uint64_t order = 0;
};

HaloSweep::HaloSweep(const PcieTree& tree, const PcieModelOptions& options,
                     workload::Neighbours neighbours)
    : neighbours_(std::move(neighbours)) {
  number_states_and_orders(tree);
  PcieCongestion model(tree, options);
  tabulate(model);
  Branch start;
  start.left.fill(1);
  for (unsigned gpu = 0; gpu < neighbours_.size(); ++gpu)
    start.pending[gpu] = static_cast<std::uint8_t>((1u << neighbours_[gpu].size()) - 1);
  explore(start);
  rank();
}

void HaloSweep::number_states_and_orders(const PcieTree& tree) {
  std::uint64_t states = 1, orders = 1;
  bool fits = neighbours_.size() <= kLanes && neighbours_.size() <= tree.device_count();
  for (const auto& of_gpu : neighbours_) {
    state_weight_.push_back(states);
    order_weight_.push_back(orders);
    fits = fits && of_gpu.size() <= kLanes;
    if (!fits) break;
    states *= of_gpu.size() + 1;
    orders *= factorial(static_cast<unsigned>(of_gpu.size()));
    fits = states <= kMaxStates && orders <= kMaxOrders;
  }
  if (!fits)
    core::fail_config("halo sweep on " + tree.name(), "GPUs", std::to_string(neighbours_.size()),
                      "at most 8 in the topology, and at most 10 million orders",
                      "use t1, t2 or another tree of up to 8 GPUs");
  rates_.resize(states * kLanes);
  times_.resize(orders);
}

void HaloSweep::tabulate(PcieCongestion& model) {
  std::vector<PcieCongestion::Flow> flows;
  for (std::uint64_t state = 0; state < rates_.size() / kLanes; ++state) {
    flows.clear();
    std::uint64_t rest = state;
    for (unsigned gpu = 0; gpu < neighbours_.size(); ++gpu) {
      const std::uint64_t slot = rest % (neighbours_[gpu].size() + 1);
      rest /= neighbours_[gpu].size() + 1;
      if (slot != 0) flows.push_back({gpu, neighbours_[gpu][slot - 1]});
    }
    const auto& factors = model.evaluate(flows);
    for (std::size_t i = 0; i < flows.size(); ++i)
      // Every possible set of messages under way is evaluated once: there are far more orders than
      // sets.
      rates_[state * kLanes + flows[i].src] = factors[i].final;
  }
}

void HaloSweep::explore(Branch& branch) {
  while (choose(branch)) {
    if (branch.state == 0) {
      // Orders that differ only in the rounding of their sums get equal times: rank() then sorts
      // them by number.
      times_[branch.order] = std::round(branch.time * 1e9) / 1e9;
      return;
    }
    advance(branch);
  }
}

/// Gives every idle GPU its next neighbour. If there is a choice, explores every outcome and
/// returns false.
bool HaloSweep::choose(Branch& branch) {
  for (unsigned gpu = 0; gpu < neighbours_.size(); ++gpu) {
    if (branch.slot[gpu] != 0 || branch.pending[gpu] == 0) continue;
    const unsigned pending = branch.pending[gpu];
    const auto choices = static_cast<unsigned>(__builtin_popcount(pending));
    unsigned rank = 0;
    for (unsigned rest = pending; rest != 0; rest &= rest - 1, ++rank) {
      const auto slot = static_cast<unsigned>(__builtin_ctz(rest));
      if (choices == 1) {
        take(branch, gpu, slot, 0, 1);
      } else {
        Branch copy = branch;
        take(copy, gpu, slot, rank, choices);
        // Orders with the same beginning share its times; only the undecided rest is simulated
        // again.
        explore(copy);
      }
    }
    if (choices > 1) return false;
  }
  return true;
}

void HaloSweep::take(Branch& branch, unsigned gpu, unsigned slot, unsigned rank,
                     unsigned choices) const {
  branch.slot[gpu] = static_cast<std::uint8_t>(slot + 1);
  branch.pending[gpu] = static_cast<std::uint8_t>(branch.pending[gpu] & ~(1u << slot));
  branch.state += state_weight_[gpu] * (slot + 1);
  branch.order += order_weight_[gpu] * rank * factorial(choices - 1);
}

void HaloSweep::advance(Branch& branch) const {
  const double* rate = &rates_[branch.state * kLanes];
  double span = std::numeric_limits<double>::infinity();
  for (unsigned gpu = 0; gpu < kLanes; ++gpu)
    if (rate[gpu] > 0) span = std::min(span, branch.left[gpu] / rate[gpu]);
  branch.time += span;
  for (unsigned gpu = 0; gpu < kLanes; ++gpu) {
    branch.left[gpu] -= span * rate[gpu];
    if (branch.left[gpu] > kDone) continue;
    branch.state -= state_weight_[gpu] * branch.slot[gpu];
    branch.slot[gpu] = 0;
    branch.left[gpu] = 1;
  }
}

void HaloSweep::rank() {
  ranked_.resize(times_.size());
  std::iota(ranked_.begin(), ranked_.end(), 0u);
  std::sort(ranked_.begin(), ranked_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return times_[a] != times_[b] ? times_[a] < times_[b] : a < b;
  });
}

workload::Neighbours HaloSweep::order(std::uint64_t number) const {
  workload::Neighbours result(neighbours_.size());
  for (unsigned gpu = 0; gpu < neighbours_.size(); ++gpu) {
    std::vector<unsigned> pending = neighbours_[gpu];
    std::uint64_t digit =
        number / order_weight_[gpu] % factorial(static_cast<unsigned>(pending.size()));
    while (!pending.empty()) {
      const std::uint64_t block = factorial(static_cast<unsigned>(pending.size()) - 1);
      const auto chosen = pending.begin() + static_cast<std::ptrdiff_t>(digit / block);
      digit %= block;
      result[gpu].push_back(*chosen);
      pending.erase(chosen);
    }
  }
  return result;
}

std::uint64_t HaloSweep::rank_of(double p) const {
  const double rank = std::ceil(p / 100 * static_cast<double>(count()));
  const auto index = static_cast<std::uint64_t>(std::max(rank, 1.0)) - 1;
  return std::min(index, count() - 1);
}

double HaloSweep::percentile(double p) const { return times_[ranked_[rank_of(p)]]; }

std::vector<double> HaloSweep::curve(std::size_t points) const {
  std::vector<double> times;
  for (std::size_t i = 0; i < points; ++i) {
    const std::uint64_t rank = points < 2 ? 0 : i * (count() - 1) / (points - 1);
    times.push_back(times_[ranked_[rank]]);
  }
  return times;
}

}  // namespace gf::model
