// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

/// Unified memory with hints, [PROACT21], IV-B: "We hand-tested various hinting strategies".
/// Running without any hint is not tried: pages that all GPUs read would then move back and forth.
/// Kepler has no hints, as its pages do not move.
class Unified {
 public:
  Unified(const ProactAppRuns& runs, const System& system, const App& app);

  /// Returns the time in seconds with pages that move or are replicated: the better one with and
  /// without prefetches.
  [[nodiscard]] double moved() const;
  /// Returns the best of that and page tables filled beforehand, where shares stay with their GPUs.
  [[nodiscard]] double best() const;

 private:
  std::vector<runs::Run> moved_;
  std::vector<runs::Run> populated_;
};

}  // namespace gf::papers::isca21
