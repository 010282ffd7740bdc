// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// Properties of candidates that an arbiter may read.
class CandidatesIf {
 public:
  virtual ~CandidatesIf() = default;
  /// Returns when the packet of the candidate was generated.
  [[nodiscard]] virtual core::Cycle birth(unsigned candidate) const = 0;
};

/// Chooses between candidates: virtual channels of an input port, or input ports that want the same
/// output. Called only if there are at least two. One object serves all ports of a router. A port
/// remembers only `first`, the candidate after the one granted last.
class FlitArbiterIf {
 public:
  virtual ~FlitArbiterIf() = default;
  /// Returns the number of one candidate. `mask` has a bit per candidate, at least two.
  [[nodiscard]] virtual unsigned choose(std::uint64_t mask, unsigned first,
                                        const CandidatesIf& candidates) const = 0;
};

}  // namespace gf::hw::router
