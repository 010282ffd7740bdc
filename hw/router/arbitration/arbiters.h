// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/router/arbitration/arbiter_if.h"

namespace gf::hw::router {

/// In turn: the first candidate from `first` on.
class RoundRobin final : public ArbiterIf {
 public:
  unsigned choose(std::uint64_t mask, unsigned first, const CandidatesIf&) const override;
};

/// By age: the packet that was generated first; of equals the one with the lowest number. Fair over
/// the whole network, as round robin is only at each port.
class OldestFirst final : public ArbiterIf {
 public:
  unsigned choose(std::uint64_t mask, unsigned first,
                  const CandidatesIf& candidates) const override;
};

/// round_robin, oldest_first.
const std::vector<std::string>& arbiter_names();
/// Precondition: one of the names.
std::unique_ptr<ArbiterIf> make_arbiter(const std::string& name);

}  // namespace gf::hw::router
