// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/run/run_dir.h"
#include "core/stats/stat_recorder.h"
#include "core/trace/task_recorder.h"
#include "core/trace/vcd.h"
#include "platforms/graph.h"
#include "platforms/platform.h"

namespace gf::app {

/// All contents of a run's page.
struct RunView {
  const core::RunRecord& run;
  std::string title;      ///< Description of the platform.
  std::string source;     ///< The modelled system: "[SC16], Fig. 1, T2".
  std::string directory;  ///< The run's directory, as given.
  std::string waves;      ///< File in the same directory for GTKWave; empty: none.
  const std::vector<platforms::Result>& results;
  const std::vector<core::ParamRow>& params;
  const platforms::Graph& graph;
  const core::StatRecorder& stats;
  const core::TaskRecorder& tasks;
  std::string wait;           ///< The wait that --vcd auto shows, as a sentence; empty: none.
  core::VcdWindow wait_time;  ///< When it was.
};

/// Version of the record format; other versions are refused.
inline constexpr int kRecordVersion = 1;

/// Limits of bytes in a record for link values over time and for statistics. Above a limit, steps
/// are joined in pairs until the values fit.
inline constexpr std::size_t kMostLinkBytes = 500'000;
inline constexpr std::size_t kMostStepBytes = 300'000;

/// Returns the record of a run as JSON, from which its page is drawn; sc_main/page/web/README.md
/// documents it. Depends only on the run: it has no date and no wall time.
std::string record_json(const RunView& view);

}  // namespace gf::app
