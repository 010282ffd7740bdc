// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/isca21_proact/app_runs.h"

namespace gf::papers::isca21 {

/// Unified memory with hints, [PROACT21], IV-B: "We hand-tested various hinting strategies".
/// Seconds.
struct Unified {
  double moved = 0;  ///< Pages move or are replicated: the better with and without prefetches.
  double best = 0;   ///< Of that and page tables filled beforehand: shares stay with their GPUs.
};
/// Without any hint nothing is tried: then pages that all read go to and fro. On Kepler there are
/// no hints, as its pages do not move: both are the same.
Unified unified(const AppRuns& runs, const System& system, const App& app);

}  // namespace gf::papers::isca21
