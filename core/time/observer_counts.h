// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gf::core {

/// Counts the observers of a simulation whose wishes a clock has to know. Probe and HopJournal
/// count themselves here, so that clocks need not know them.
struct ObserverCounts {
  /// Sinks of all probes of the process: they are told of changes by one thread.
  inline static std::size_t of_changes = 0;
  /// Journals of hops: they are told by one thread, and ask about the cycle that has just ended, so
  /// that no part may run ahead of the others.
  inline static std::size_t of_hops = 0;
};

}  // namespace gf::core
