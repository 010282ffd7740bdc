// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/ready_tasks.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {

ReadyTasks::ReadyTasks(const Schedule& schedule)
    : schedule_(&schedule),
      first_successor_(schedule.tasks.size() + 1),
      left_(schedule.tasks.size()) {
  for (const Task& task : schedule.tasks) {
    missing_.push_back(static_cast<unsigned>(task.after.size()));
    for (const unsigned before : task.after) ++first_successor_[before + 1];
  }
  for (std::size_t i = 1; i < first_successor_.size(); ++i)
    first_successor_[i] += first_successor_[i - 1];
  successors_.resize(first_successor_.back());
  std::vector<std::size_t> at(first_successor_.begin(), first_successor_.end() - 1);
  std::vector<Entry> ready;
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task) {
    for (const unsigned before : schedule.tasks[task].after)
      successors_[at[before]++] = static_cast<unsigned>(task);
    if (const auto& writer = schedule.tasks[task].writer)
      starting_with_[*writer].push_back(task);
    else if (missing_[task] == 0)
      ready.push_back({schedule.tasks[task].start.value(), task});
  }
  ready_ = decltype(ready_)(std::greater<>(), std::move(ready));
}

std::size_t ReadyTasks::take() {
  GF_CHECK(!ready_.empty(), "no task is ready");
  const std::size_t task = ready_.top().task;
  ready_.pop();
  return task;
}

const std::vector<std::size_t>& ReadyTasks::starting_with(std::size_t task) const {
  static const std::vector<std::size_t> none;
  const auto found = starting_with_.find(task);
  return found == starting_with_.end() ? none : found->second;
}

bool ReadyTasks::complete(std::size_t task, core::Ticks now) {
  --left_;
  bool freed = false;
  for (std::size_t i = first_successor_[task]; i < first_successor_[task + 1]; ++i) {
    const unsigned next = successors_[i];
    if (--missing_[next] != 0) continue;
    ready_.push({std::max<core::Ticks>(now, schedule_->tasks[next].start.value()), next});
    freed = true;
  }
  return freed;
}

std::vector<std::size_t> dependency_order(const Schedule& schedule) {
  ReadyTasks ready(schedule);
  std::vector<std::size_t> all;
  while (!ready.all_complete()) {
    const std::size_t task = ready.take();
    all.push_back(task);
    ready.complete(task, 0);
    for (const std::size_t copy : ready.starting_with(task)) {
      all.push_back(copy);
      ready.complete(copy, 0);
    }
  }
  return all;
}

}  // namespace gf::model
