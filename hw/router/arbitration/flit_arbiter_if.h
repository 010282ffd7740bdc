// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::router {

/// What an arbiter may ask about its candidates.
class CandidatesIf {
 public:
  virtual ~CandidatesIf() = default;
  /// When the packet that the candidate offers was generated.
  [[nodiscard]] virtual core::Cycle birth(unsigned candidate) const = 0;
};

/// Chooses where several want the same: virtual channels of an input port, input ports that want an
/// output. Asked only where there is a choice. One object serves all ports of a router: what a port
/// remembers is `first`, the candidate behind the one that was granted last.
class ArbiterIf {
 public:
  virtual ~ArbiterIf() = default;
  /// `mask`: bit a candidate, at least two. Returns the number of one of them.
  [[nodiscard]] virtual unsigned choose(std::uint64_t mask, unsigned first,
                                        const CandidatesIf& candidates) const = 0;
};

}  // namespace gf::hw::router
