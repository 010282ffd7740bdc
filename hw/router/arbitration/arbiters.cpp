// SPDX-License-Identifier: Apache-2.0
#include "hw/router/arbitration/arbiters.h"

#include "core/base/bits.h"

namespace gf::hw::router {

using core::bit;
using core::each_bit;
using core::lowest_bit;

unsigned FlitRoundRobin::choose(std::uint64_t mask, unsigned first, const CandidatesIf&) const {
  const std::uint64_t upper = mask & ~(bit(first) - 1);
  return lowest_bit(upper != 0 ? upper : mask);
}

unsigned OldestFlitFirst::choose(std::uint64_t mask, unsigned,
                                 const CandidatesIf& candidates) const {
  unsigned oldest = lowest_bit(mask);
  each_bit(mask, [&](unsigned candidate) {
    if (candidates.birth(candidate) < candidates.birth(oldest)) oldest = candidate;
  });
  return oldest;
}

core::Registry<FlitArbiterEntry>& arbiter_registry() {
  static core::Registry<FlitArbiterEntry> registry(
      "arbiter", {{"round_robin", [] { return std::make_unique<FlitRoundRobin>(); }},
                  {"oldest_first", [] { return std::make_unique<OldestFlitFirst>(); }}});
  return registry;
}

std::unique_ptr<FlitArbiterIf> make_arbiter(const std::string& name) {
  return arbiter_registry().get(name, "router", "arbiter").make();
}

}  // namespace gf::hw::router
