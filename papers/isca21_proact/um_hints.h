// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

/// Unified memory with hints, [PROACT21], IV-B: "We hand-tested various hinting strategies".
/// Without any hint nothing is tried: then pages that all read go to and fro. On Kepler there are
/// no hints, as its pages do not move.
class Unified {
 public:
  Unified(const AppRuns& runs, const System& system, const App& app);

  /// Seconds. Pages move or are replicated: the better with and without prefetches.
  [[nodiscard]] double moved() const;
  /// Of that and page tables filled beforehand: shares stay with their GPUs.
  [[nodiscard]] double best() const;

 private:
  std::vector<runs::Run> moved_;
  std::vector<runs::Run> populated_;
};

}  // namespace gf::papers::isca21
