// SPDX-License-Identifier: Apache-2.0
// An arbitration of PCIe ports: the TLP that occupies the link for the shortest time goes first.
// Under load it starves large TLPs; among TLPs of equal size the inputs take turns.
//   gpufabric --plugin ./smallest_first.so run pcie_t2 -p '*.downstream_arbitration=smallest_first'
#include "core/run/plugin.h"
#include "hw/pcie/arbiters/arbiter_policies.h"

namespace {

using namespace gf::hw::pcie;

class SmallestFirst final : public ArbiterIf {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override {
    std::uint32_t least = ~0u;
    for (const Candidate& candidate : candidates)
      least = std::min(least, candidate.tlp->wire_bytes);
    smallest_.clear();
    where_.clear();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].tlp->wire_bytes != least) continue;
      smallest_.push_back(candidates[i]);
      where_.push_back(i);
    }
    return where_[ties_.pick(smallest_)];
  }
  void granted(const Candidate& candidate) override { ties_.granted(candidate); }

 private:
  RoundRobin ties_;
  std::vector<Candidate> smallest_;  ///< Reused, so that it soon stops allocating.
  std::vector<std::size_t> where_;
};

}  // namespace

GF_PLUGIN() {
  arbiter_registry().add(
      {"smallest_first", [](const ArbiterSettings&) { return std::make_unique<SmallestFirst>(); }});
}
