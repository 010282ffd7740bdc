// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::apenet13 {

using Words = std::vector<std::string>;

/// Shape of the torus for `ranks` nodes of the paper's cluster: 1, 2, 2x2, 4x2; of its next step:
/// 4x2x2 (16), 4x3x2 (24).
std::string shape_of(unsigned ranks);

/// Settings for cards whose look-ups are done by hardware blocks.
inline const Words kHardwareLookups = {"card.nios.hw_buf_list=true", "card.nios.hw_v2p=true"};

/// Runs of an application's platform, each made once.
class AppRuns {
 public:
  /// `platform`: "apenet_hsg" or "apenet_bfs"; `settings` belong to every run.
  AppRuns(const ExperimentContext& context, ExperimentResult& result, std::string platform,
          Words settings)
      : context_(context),
        result_(result),
        platform_(std::move(platform)),
        common_(std::move(settings)) {}

  const ChildRun& run(unsigned ranks, const Words& settings = {}) const;
  [[nodiscard]] double value(unsigned ranks, const Words& settings, const std::string& name) const {
    return run(ranks, settings).value(name);
  }

 private:
  const ExperimentContext& context_;
  ExperimentResult& result_;
  const std::string platform_;
  const Words common_;
  mutable std::map<std::string, ChildRun> runs_;  ///< By what tells them apart.
};

}  // namespace gf::papers::apenet13
