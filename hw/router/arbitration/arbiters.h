// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/registry.h"
#include "hw/router/arbitration/flit_arbiter_if.h"

namespace gf::hw::router {

/// Round robin: chooses the first candidate from `first` on.
class FlitRoundRobin final : public FlitArbiterIf {
 public:
  unsigned choose(std::uint64_t mask, unsigned first, const CandidatesIf&) const override;
};

/// Age order: chooses the packet generated first, and among equals the lowest number. It is fair
/// across the whole network, whereas round robin is fair only at each port.
class OldestFlitFirst final : public FlitArbiterIf {
 public:
  unsigned choose(std::uint64_t mask, unsigned first,
                  const CandidatesIf& candidates) const override;
};

/// An arbiter and its name.
struct FlitArbiterEntry {
  std::string name;
  std::function<std::unique_ptr<FlitArbiterIf>()> make;
};
/// Returns the legal values of `arbiter`: round_robin, oldest_first. add() extends them.
core::Registry<FlitArbiterEntry>& arbiter_registry();
/// Throws UserError for an unknown name.
std::unique_ptr<FlitArbiterIf> make_arbiter(const std::string& name);

}  // namespace gf::hw::router
