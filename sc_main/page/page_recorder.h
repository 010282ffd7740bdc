// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/task_recorder.h"
#include "core/trace/timeline.h"
#include "sc_main/page/run_record.h"

namespace gf::app {

/// Records the tasks of a run for its page. Create it when the machine is built. Each rank has one;
/// in the end that of rank 0 has all data.
class PageRecorder {
 public:
  /// Upper limit of tasks on a page, for machines with at most half as many rows.
  static constexpr std::size_t kMostTasks = 6000;

  /// Registers with `timeline`.
  PageRecorder(const platforms::Platform& platform, core::Timeline& timeline)
      : graph_(platform.graph()) {
    timeline.add(tasks_);
  }

  /// Call it when the run and its timeline are over.
  void finish() { tasks_.finish(); }

  [[nodiscard]] const platforms::Graph& graph() const { return graph_; }
  [[nodiscard]] const core::TaskRecorder& tasks() const { return tasks_; }

 private:
  platforms::Graph graph_;
  core::TaskRecorder tasks_{kMostTasks};
};

}  // namespace gf::app
