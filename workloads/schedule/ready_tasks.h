// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <queue>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Which tasks of a schedule may start, and when: the one place that knows what `after` means. It
/// knows no fabric: who runs the tasks takes them here, and says when each has ended.
/// Times are from the start of the schedule. No task waits for a message: it may start at the very
/// moment when the last of those before it has ended, wherever that was. A copy that a kernel
/// writes for (Task::writer) is not taken by itself: it starts when its kernel does.
class ReadyTasks {
 public:
  ReadyTasks() = default;
  /// `schedule` has no cycle (find_cycle()), and outlives this.
  explicit ReadyTasks(const Schedule& schedule);

  /// From when on the first of the tasks that wait for time alone may start; kNever: there is none.
  [[nodiscard]] core::Ticks next() const { return ready_.empty() ? core::kNever : ready_.top().at; }
  /// Takes that task: the earliest, of equal ones the first in the schedule.
  [[nodiscard]] std::size_t take();
  /// Copies that start with `task`, in the order of the schedule.
  [[nodiscard]] const std::vector<std::size_t>& starting_with(std::size_t task) const;
  /// `task`, which was taken, ended at `now`. True: others may start now.
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
  std::vector<unsigned> missing_;  ///< By task: how many before it have not ended.
  std::vector<std::size_t> first_successor_;
  std::vector<unsigned> successors_;  ///< Those of task t: from first_successor_[t] on.
  std::map<std::size_t, std::vector<std::size_t>> starting_with_;  ///< By kernel.
  std::size_t left_ = 0;
};

/// All tasks of a schedule without a cycle, each behind those that it comes after.
std::vector<std::size_t> dependency_order(const Schedule& schedule);

}  // namespace gf::model
