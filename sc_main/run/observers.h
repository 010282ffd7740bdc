// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/run/run_dir.h"
#include "core/stats/series.h"
#include "core/trace/gtkw.h"
#include "core/trace/timeline_file.h"
#include "core/trace/vcd.h"
#include "sc_main/run/run_options.h"
#include "sc_main/run/run_watch.h"

namespace gf::app {

/// What watches a run because the command line asks for it: waveform, timeline, time series, page.
/// Make it when the platform is built; close it when the run is over.
class Observers {
 public:
  /// Throws UserError: a glob that matches nothing, a bad window, a bad file of signal groups.
  Observers(const RunOptions& options, RunWatch& watch, const core::RunDirectory& directory);
  /// The run, and what watches it, are over: completes the files. Throws UserError(kUsage) when one
  /// could not be written.
  void close(const ConfiguredPlatform& configured, const core::RunRecord& record,
             const std::vector<platforms::Result>& results);

 private:
  void close_waveform();
  void write_page(const ConfiguredPlatform& configured, const core::RunRecord& record,
                  const std::vector<platforms::Result>& results);

  RunWatch& watch_;
  const core::RunDirectory& directory_;
  const std::filesystem::path to_fst_;  ///< Converter; empty: the waveform stays a VCD.
  std::vector<core::SignalGroup> groups_;
  std::optional<core::VcdTracer> waveform_;
  std::optional<core::TimelineFile> timeline_;
  std::optional<core::Series> series_;
};

}  // namespace gf::app
