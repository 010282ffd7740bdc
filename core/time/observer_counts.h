// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gf::core {

/// Counts the observers of a simulation whose needs a clock must know. Probe and HopJournal count
/// themselves here, so that clocks do not depend on them.
struct ObserverCounts {
  /// Sinks of all probes in the process; they must be notified of changes by a single thread.
  inline static std::size_t of_changes = 0;
  /// Journals of hops. They must be notified by a single thread and ask about the cycle that has
  /// just ended, so no part may run ahead of the others.
  inline static std::size_t of_hops = 0;
};

}  // namespace gf::core
