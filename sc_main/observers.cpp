// SPDX-License-Identifier: Apache-2.0
#include "sc_main/observers.h"

#include "core/units.h"

namespace gf::app {
namespace {

core::VcdWindow window_of(const RunOptions& options) {
  core::VcdWindow window;
  if (!options.vcd_from.empty())
    window.from = option_value("--vcd-from", options.vcd_from, core::parse_time);
  if (!options.vcd_to.empty())
    window.to = option_value("--vcd-to", options.vcd_to, core::parse_time);
  return window;
}

}  // namespace

Observers::Observers(const RunOptions& options, const core::RunDirectory& directory)
    : directory_(directory) {
  if (!options.vcd_groups.empty()) groups_ = core::load_signal_groups(options.vcd_groups);
  if (!options.vcd.empty())
    waveform_.emplace(directory.file("waves.vcd"), options.vcd, window_of(options));
  if (options.timeline) timeline_.emplace(directory.file("timeline.json"));
  if (!options.series.empty())
    series_.emplace(directory.file("series.csv"), options.series_period(), options.series_of);
}

void Observers::close() {
  if (series_) series_->close();
  if (timeline_) timeline_->close();
  if (!waveform_) return;
  waveform_->close();
  core::write_gtkw(directory_.file("waves.gtkw"), *waveform_, groups_);
}

}  // namespace gf::app
