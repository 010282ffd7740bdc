// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/trace/link_use.h"
#include "core/trace/probe_homes.h"
#include "core/trace/timeline.h"
#include "core/trace/vcd.h"
#include "sc_main/page/page_recorder.h"
#include "sc_main/run/run_options.h"

namespace gf::app {

/// What of a run its timeline, its page and its waveform show. Make it when the machine is built.
/// Of several ranks each has one, which watches what the rank serves; that of rank 0 knows
/// everything in the end, and is the one whose files are written.
class RunWatch {
 public:
  RunWatch(const platforms::Platform& platform, const RunOptions& options, bool page) {
    if (options.timeline || page) timeline_.emplace();
    if (options.timeline) link_use_.emplace(platform.link_senders());
    if (page) page_.emplace(platform, *timeline_);
    if (!options.vcd.empty() && !core::ranks().alone())
      probes_.emplace(core::select_probes(options.vcd), options.vcd_window().to.value());
  }

  /// The run is over; models tell nothing any more. Collective.
  void finish() {
    if (timeline_) timeline_->finish();
    timeline_.reset();
    if (link_use_) link_use_->finish();
    if (page_) page_->finish();
    if (probes_) probes_->finish();
  }

  /// For those who write it. Precondition: it has a timeline, and is not finished.
  void add(core::Timeline::Sink& sink) { timeline_->add(sink); }
  /// For a waveform, which hears of all ranks then.
  void add(core::VcdTracer& waveform) {
    if (probes_) probes_->give_to(waveform, [&](core::Ticks now) { waveform.pass(now); });
  }
  /// Null: nobody asked for it.
  [[nodiscard]] const core::LinkUse* link_use() const { return link_use_ ? &*link_use_ : nullptr; }
  [[nodiscard]] const PageRecorder* page() const { return page_ ? &*page_ : nullptr; }

 private:
  std::optional<core::Timeline> timeline_;
  std::optional<core::LinkUse> link_use_;  ///< Counters of the timeline.
  std::optional<PageRecorder> page_;
  std::optional<core::ProbeHomes> probes_;  ///< None: the process is alone, or nobody asked.
};

}  // namespace gf::app
