// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/run/run_dir.h"
#include "core/stats/series_writer.h"
#include "core/trace/gtkw.h"
#include "core/trace/timeline_file.h"
#include "core/trace/vcd.h"
#include "sc_main/run/cause_waves.h"
#include "sc_main/run/run_settings.h"
#include "sc_main/run/run_watch.h"

namespace gf::app {

/// Observers of a run that the command line requests: waveform, timeline, time series, page. Create
/// them when the platform is built; call close() when the run is over.
class Observers {
 public:
  /// `groups` are for `--vcd parts`, `cause` is what --vcd auto has found, or null. Throws
  /// UserError for a glob that matches nothing, a bad window, or a bad file of signal groups.
  Observers(const RunSettings& options, RunWatch& watch, const core::RunDirectory& directory,
            std::vector<core::SignalGroup> groups = {}, CauseWaves* cause = nullptr);
  /// Completes the files. Call it when the run and its watch are over. Throws UserError(kUsage) if
  /// a file could not be written.
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
  std::optional<core::WaveView> view_;
  std::string wait_;  ///< The wait that --vcd auto shows.
  core::VcdWindow wait_time_;
  std::optional<core::VcdTracer> waveform_;
  std::optional<core::TimelineFile> timeline_;
  std::optional<core::SeriesWriter> series_;
};

}  // namespace gf::app
