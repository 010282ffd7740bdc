// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "explain/slow_flows.h"

namespace gf::app {

/// A flow with the parallel links of its path joined to one place, and the queues before them to
/// another. A flow on one link at a time is not changed.
struct JoinedFlow {
  /// `exact` has a name for each link and queue, and must outlive it.
  JoinedFlow(const core::SlowFlow& whole, const core::WaitNames& exact);

  core::SlowFlow flow;
  core::WaitNames names;  ///< "nvswitch* -> gpu_1" for the joined links.
};

/// Returns one name for several: parts in which they differ become "*", and numbers of parallel
/// links go. {"a0 -> b #1", "a3 -> b #2"} gives "a* -> b".
std::string common_name(const std::vector<std::string>& names);

}  // namespace gf::app
