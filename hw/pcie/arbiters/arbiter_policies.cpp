// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/arbiters/arbiter_policies.h"

#include <algorithm>

namespace gf::hw::pcie {
namespace {

constexpr std::uint32_t kScale = 1 << 16;  // price of a byte at weight 1: a scaled integer

/// Returns the oldest head of one input, whose first candidate is `i`. Otherwise an input's posted
/// writes could starve its reads and completions forever.
std::size_t oldest_of_input(const std::vector<Candidate>& candidates, std::size_t i) {
  std::size_t best = i;
  while (++i < candidates.size() && candidates[i].input == candidates[best].input) {
    if (candidates[i].tlp->arrived < candidates[best].tlp->arrived) best = i;
  }
  return best;
}

}  // namespace

std::size_t FixedPriority::pick(const std::vector<Candidate>& candidates) {
  return oldest_of_input(candidates, 0);
}

std::size_t RoundRobin::pick(const std::vector<Candidate>& candidates) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (last_ == ~0u || candidates[i].input > last_) return oldest_of_input(candidates, i);
  }
  return oldest_of_input(candidates, 0);
}

std::size_t OldestFirst::pick(const std::vector<Candidate>& candidates) {
  // Candidates are sorted by input, so with `<` the lowest input wins a tie.
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].tlp->arrived < candidates[best].tlp->arrived) best = i;
  }
  return best;
}

WeightedRoundRobin::WeightedRoundRobin(unsigned inputs, const std::vector<unsigned>& weights,
                                       std::uint32_t packet_cost_bytes)
    : paid_(inputs, 0), price_(inputs, kScale), packet_cost_bytes_(packet_cost_bytes) {
  for (std::size_t i = 0; i < weights.size() && i < price_.size(); ++i) {
    price_[i] = kScale / weights[i];
  }
}

std::size_t WeightedRoundRobin::pick(const std::vector<Candidate>& candidates) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const std::uint64_t mine = std::max(paid_[candidates[i].input], present_);
    if (mine < std::max(paid_[candidates[best].input], present_)) best = i;
  }
  return oldest_of_input(candidates, best);
}

void WeightedRoundRobin::renew() {
  std::fill(paid_.begin(), paid_.end(), 0);
  present_ = 0;
}

void WeightedRoundRobin::granted(const Candidate& candidate) {
  std::uint64_t& paid = paid_[candidate.input];
  // An idle input loses its unused share and is charged from the present on. Otherwise it would
  // shut the others out until it had caught up.
  present_ = std::max(paid, present_);
  paid = present_ +
         std::uint64_t{candidate.tlp->payload_bytes + packet_cost_bytes_} * price_[candidate.input];
}

}  // namespace gf::hw::pcie
