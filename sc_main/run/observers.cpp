// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/observers.h"

#include "core/trace/fst.h"
#include "core/trace/link_use.h"
#include "sc_main/page/run_page.h"

namespace gf::app {

Observers::Observers(const RunSettings& options, RunWatch& watch,
                     const core::RunDirectory& directory, std::vector<core::SignalGroup> groups,
                     CauseWaves* cause)
    : watch_(watch),
      directory_(directory),
      to_fst_(options.fst() ? core::find_vcd2fst() : ""),
      groups_(std::move(groups)) {
  const core::OutputLimit limit = options.output_limit();
  if (!options.vcd_groups.empty()) groups_ = core::load_signal_groups(options.vcd_groups);
  if (!options.vcd.empty())
    watch.add(
        waveform_.emplace(directory.file("waves.vcd"), options.vcd, options.vcd_window(), limit));
  if (cause != nullptr) {
    view_ = cause->view();
    wait_ = cause->told();
    wait_time_ = {core::to_time(cause->wait().from), core::to_time(cause->wait().until)};
    cause->begin();
  }
  if (options.timeline) watch.add(timeline_.emplace(directory.file("timeline.json"), limit));
  if (options.series) {
    series_.emplace(directory.file("series.csv"), *options.series, options.series_of, limit);
  }
}

void Observers::close(const ConfiguredPlatform& configured, const core::RunRecord& record,
                      const std::vector<platforms::Result>& results) {
  if (series_) series_->close();
  if (timeline_) {
    // The shares are known only now; write them before the timeline ends.
    core::write_link_use(watch_.stats(), *timeline_);
    timeline_->close();
  }
  if (waveform_) close_waveform();
  if (watch_.page() != nullptr) write_page(configured, record, results);
}

void Observers::write_page(const ConfiguredPlatform& configured, const core::RunRecord& record,
                           const std::vector<platforms::Result>& results) {
  const std::vector<core::ParamRow> params = configured.params().rows();
  const PageRecorder& page = *watch_.page();
  const std::string text =
      record_json({record, configured.entry().summary, configured.entry().source,
                   directory_.path().filename().string(), waveform_ ? "waves.gtkw" : "", results,
                   params, page.graph(), watch_.stats(), page.tasks(), wait_, wait_time_});
  write_page_file(directory_.file(kRecordFile), text);
  write_page_file(directory_.file(kPageFile), run_page({text}));
}

void Observers::close_waveform() {
  waveform_->close();
  const char* const fst = "waves.fst";
  const bool converted =
      !to_fst_.empty() && core::convert_to_fst(to_fst_, waveform_->file(), directory_.file(fst));
  core::write_gtkw(directory_.file("waves.gtkw"), *waveform_, groups_, converted ? fst : "", view_);
}

}  // namespace gf::app
