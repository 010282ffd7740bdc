// SPDX-License-Identifier: Apache-2.0
// Step (D) of Algorithm 1: head-of-line blocking and the shares that it frees.
#include <algorithm>

#include "tlm_models/analytic/pcie_congestion.h"

namespace gf::model {

void PcieCongestion::find_blocked() {
  find_causes();
  limit_.resize(result_.size());
  blocked_.assign(result_.size(), 0);
  for (unsigned flow = 0; flow < result_.size(); ++flow) limit_[flow] = result_[flow].downstream;
  while (options_.hol_share > 0 && block_round() && options_.hol_chain) {
  }
  for (unsigned flow = 0; flow < result_.size(); ++flow) result_[flow].blocked = limit_[flow];
}

void PcieCongestion::find_causes() {
  last_cause_.assign(result_.size(), 0);
  for (unsigned i = 0; i < passages_.size(); ++i) {
    const Lowered lowered = passages_[i].lowered;
    if (lowered == Lowered::kByConflict ||
        (lowered == Lowered::kByRootLoss && options_.hol_cause == HolCause::kAnyLowering))
      last_cause_[passages_[i].flow] = i;
  }
}

/// Applies (8) on every link with the factors from before the round, so that the order of links
/// does not matter. Returns whether a limit changed.
bool PcieCongestion::block_round() {
  const std::vector<double> factors = limit_;
  const std::vector<char> blocked = blocked_;
  for (Link link : order_)
    // After a link into a GPU there is no port left that could hold up the head.
    if (taken_by(link) > 1 && !into_gpu(link)) block_on(link, factors, blocked);
  return limit_ != factors;
}

void PcieCongestion::block_on(Link link, const std::vector<double>& factors,
                              const std::vector<char>& blocked) {
  hol_flows_.clear();
  for (unsigned i = 0; i < taken_by(link); ++i) {
    const Passage& p = passage(link, i);
    // Passages lie in route order, so a later address is a later port: a flow lowered there waits
    // here.
    const bool lowered_later = &passages_[last_cause_[p.flow]] > &p;
    hol_flows_.push_back({factors[p.flow], lowered_later || blocked[p.flow] != 0, false});
  }
  block_head_of_line(hol_flows_);
  for (unsigned i = 0; i < taken_by(link); ++i) {
    if (!hol_flows_[i].blocked) continue;
    const unsigned flow = passage(link, i).flow;
    // A flow blocked on several links is as fast as the slowest of them allows. The share is taken
    // from its own factor, so that rounds do not add up.
    const double own = result_[flow].downstream;
    const double limit = own - options_.hol_share * (own - hol_flows_[i].factor);
    limit_[flow] = std::min(limit_[flow], limit);
    blocked_[flow] = 1;
  }
}

void PcieCongestion::raise_on(Link link) {
  if (taken_by(link) < 2 || (upward(link) && !options_.raise_upstream)) return;
  raise_flows_.clear();
  for (unsigned i = 0; i < taken_by(link); ++i) {
    const Passage& p = passage(link, i);
    raise_flows_.push_back({p.factor, blocked_[p.flow] != 0, limit_[p.flow]});
  }
  raise_unblocked(raise_flows_);
  for (unsigned i = 0; i < taken_by(link); ++i) passage(link, i).raised = raise_flows_[i].factor;
}

void PcieCongestion::finish() {
  unsigned i = 0;
  for (unsigned flow = 0; flow < result_.size(); ++flow) {
    double factor = blocked_[flow] != 0 ? limit_[flow] : 1;
    for (; i < route_end_[flow]; ++i)
      if (blocked_[flow] == 0 && carried(passages_[i]))
        factor = std::min(factor, passages_[i].raised);
    result_[flow].final = factor;
  }
}

bool PcieCongestion::carried(const Passage& passage) const {
  if (passage.lowered != Lowered::kNo) return true;
  switch (options_.carried) {
    case CarriedFactor::kSharedPorts:
      return taken_by(passage.link) > 1;
    case CarriedFactor::kEveryPort:
      return true;
    case CarriedFactor::kConflictPorts:
      break;
  }
  return passage.conflict;
}

}  // namespace gf::model
