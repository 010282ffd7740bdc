// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <queue>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Determines which tasks of a schedule may start, and when. Only this class interprets `after`. It
/// does not depend on a fabric: the runner takes tasks here and reports when each has ended.
/// Times are relative to the start of the schedule. Dependencies take no time: a task may start at
/// the time at which the last task before it ends, on any device. A copy with a writer kernel
/// (Task::writer) is not taken separately: it starts with its kernel.
class ReadyTasks {
 public:
  ReadyTasks() = default;
  /// `schedule` must have no cycle (find_cycle()) and must outlive this object.
  explicit ReadyTasks(const Schedule& schedule);

  /// Returns the earliest start of the tasks without open dependencies; kNever if there are none.
  [[nodiscard]] core::Ticks next() const { return ready_.empty() ? core::kNever : ready_.top().at; }
  /// Takes the earliest such task; if several have the same time, the first in the schedule.
  [[nodiscard]] std::size_t take();
  /// Returns the copies that start with `task`, in the order of the schedule.
  [[nodiscard]] const std::vector<std::size_t>& starting_with(std::size_t task) const;
  /// Records that `task`, which was taken, ended at `now`. Returns whether this released other
  /// tasks.
  bool complete(std::size_t task, core::Ticks now);

  [[nodiscard]] bool all_complete() const { return left_ == 0; }
  [[nodiscard]] std::size_t left() const { return left_; }  ///< Tasks that have not ended.

 private:
  struct Entry {
    core::Ticks at;
    std::size_t task;
    bool operator>(const Entry& other) const {
      return at != other.at ? at > other.at : task > other.task;
    }
  };

  const Schedule* schedule_ = nullptr;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready_;
  std::vector<unsigned> missing_;  ///< By task: its unfinished predecessors.
  std::vector<std::size_t> first_successor_;
  std::vector<unsigned> successors_;  ///< The successors of task t begin at first_successor_[t].
  std::map<std::size_t, std::vector<std::size_t>> starting_with_;  ///< By kernel.
  std::size_t left_ = 0;
};

/// Returns all tasks of a schedule without a cycle, each after the tasks that it depends on.
std::vector<std::size_t> dependency_order(const Schedule& schedule);

}  // namespace gf::model
