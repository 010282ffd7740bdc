// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/registry.h"
#include "hw/router/arbitration/flit_arbiter_if.h"

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

/// An arbiter, by its name.
struct ArbiterEntry {
  std::string name;
  std::function<std::unique_ptr<ArbiterIf>()> make;
};
/// The legal values of `arbiter`: round_robin, oldest_first; add() makes one more.
core::Registry<ArbiterEntry>& arbiter_registry();
/// Throws UserError for a name that there is not.
std::unique_ptr<ArbiterIf> make_arbiter(const std::string& name);

}  // namespace gf::hw::router
