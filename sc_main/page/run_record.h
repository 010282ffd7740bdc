// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/run/run_dir.h"
#include "core/stats/stat_recorder.h"
#include "core/trace/task_recorder.h"
#include "platforms/graph.h"
#include "platforms/platform.h"

namespace gf::app {

/// Everything that the page of a run shows.
struct RunView {
  const core::RunRecord& run;
  std::string title;      ///< What the platform is.
  std::string source;     ///< "[SC16], Fig. 1, T2": what it models.
  std::string directory;  ///< Of the run, as it was given.
  std::string waves;      ///< File beside the page that GTKWave opens; empty: none.
  const std::vector<platforms::Result>& results;
  const std::vector<core::ParamRow>& params;
  const platforms::Graph& graph;
  const core::StatRecorder& stats;
  const core::TaskRecorder& tasks;
};

/// Of the format of a record; another one is refused.
inline constexpr int kRecordVersion = 1;

/// Bytes that the values of links over time, and those of statistics, may take in a record; beyond,
/// steps are joined in pairs until they fit.
inline constexpr std::size_t kMostLinkBytes = 500'000;
inline constexpr std::size_t kMostStepBytes = 300'000;

/// The record of a run as JSON, which its page draws: sc_main/page/web/README.md is its manual.
/// Depends on the run alone: no date, no wall time.
std::string record_json(const RunView& view);

}  // namespace gf::app
