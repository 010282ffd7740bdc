// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/stats/stat_recorder.h"
#include "core/trace/probe_collector.h"
#include "core/trace/timeline.h"
#include "core/trace/vcd.h"
#include "sc_main/page/page_recorder.h"
#include "sc_main/run/run_settings.h"

namespace gf::app {

/// Data of a run for its timeline, page and waveform. Create it when the machine is built. Each
/// rank has one, which watches the part that the rank simulates. In the end the one of rank 0 has
/// all data, and only its files are written.
class RunWatch {
 public:
  RunWatch(const platforms::Platform& platform, const RunSettings& options, bool page) {
    if (options.timeline || page) {
      timeline_.emplace();
      stats_.emplace(platform.link_senders());
    }
    if (page) page_.emplace(platform, *timeline_);
    if (!options.vcd.empty() && !core::ranks().alone())
      probes_.emplace(core::select_probes(options.vcd), options.vcd_window().to.value());
  }

  /// Ends the observation: models report nothing afterwards. Collective.
  void finish() {
    if (timeline_) timeline_->finish();
    timeline_.reset();
    if (stats_) stats_->finish();
    if (page_) page_->finish();
    if (probes_) probes_->collect();
  }

  /// Adds a writer of the timeline. Precondition: there is a timeline, and it is not finished.
  void add(core::Timeline::Sink& sink) { timeline_->add(sink); }
  /// Adds a waveform, which then gets the probes of all ranks.
  void add(core::VcdTracer& waveform) {
    if (probes_) probes_->give_to(waveform, [&](core::Ticks now) { waveform.pass(now); });
  }
  /// Precondition: a timeline or a page was requested.
  [[nodiscard]] const core::StatRecorder& stats() const { return *stats_; }
  /// Null: not requested.
  [[nodiscard]] const PageRecorder* page() const { return page_ ? &*page_ : nullptr; }

 private:
  std::optional<core::Timeline> timeline_;
  std::optional<core::StatRecorder> stats_;  ///< For the page and the counters of the timeline.
  std::optional<PageRecorder> page_;
  std::optional<core::ProbeCollector> probes_;  ///< None for a single process, or if not requested.
};

}  // namespace gf::app
