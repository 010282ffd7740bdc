// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/stat_recorder.h"
#include "core/task_recorder.h"
#include "sc_main/page/run_record.h"

namespace gf::app {

/// Watches a run for its page. Make it when the machine is built; tasks() hears of its timeline.
class PageRecorder {
 public:
  /// Tasks that a page holds at most, where the machine has no more rows than half of that.
  static constexpr std::size_t kMostTasks = 6000;

  explicit PageRecorder(const platforms::Platform& platform)
      : graph_(platform.graph()), stats_(platform.link_senders()) {}

  [[nodiscard]] core::TaskRecorder& tasks() { return tasks_; }
  /// Once the run is over.
  void finish() { stats_.finish(); }

  [[nodiscard]] const platforms::Graph& graph() const { return graph_; }
  [[nodiscard]] const core::StatRecorder& stats() const { return stats_; }
  [[nodiscard]] const core::TaskRecorder& tasks() const { return tasks_; }

 private:
  platforms::Graph graph_;
  core::StatRecorder stats_;
  core::TaskRecorder tasks_{kMostTasks};
};

}  // namespace gf::app
