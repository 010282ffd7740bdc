// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/stat_recorder.h"
#include "core/trace/task_recorder.h"
#include "core/trace/timeline.h"
#include "sc_main/page/run_record.h"

namespace gf::app {

/// Watches a run for its page. Make it when the machine is built. Of several ranks each has one,
/// and that of rank 0 knows everything in the end.
class PageRecorder {
 public:
  /// Tasks that a page holds at most, where the machine has no more rows than half of that.
  static constexpr std::size_t kMostTasks = 6000;

  /// Hears of `timeline` from now on.
  PageRecorder(const platforms::Platform& platform, core::Timeline& timeline)
      : graph_(platform.graph()), stats_(platform.link_senders()) {
    timeline.add(tasks_);
  }

  /// Once the run and its timeline are over. Collective.
  void finish() {
    stats_.finish();
    tasks_.finish();
  }

  [[nodiscard]] const platforms::Graph& graph() const { return graph_; }
  [[nodiscard]] const core::StatRecorder& stats() const { return stats_; }
  [[nodiscard]] const core::TaskRecorder& tasks() const { return tasks_; }

 private:
  platforms::Graph graph_;
  core::StatRecorder stats_;
  core::TaskRecorder tasks_{kMostTasks};
};

}  // namespace gf::app
