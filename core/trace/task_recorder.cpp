// SPDX-License-Identifier: Apache-2.0
#include "core/trace/task_recorder.h"

#include <algorithm>

#include "core/text/name_order.h"

namespace gf::core {

void TaskRecorder::slice(const Timeline::Slice& slice) {
  if ((tasks_ > room_ && slice.end > last_) || tasks_ > kMostOfADate * room_) thin_out();
  last_ = std::max(last_, slice.end);
  rows_[{slice.row.process, slice.row.thread}].push_back(
      {slice.begin, slice.end, slice.name, slice.args, 1, slice.end - slice.begin});
  ++tasks_;
}

void TaskRecorder::finish() {
  if (tasks_ > most_) thin_out();
}

void TaskRecorder::thin_out() {
  // Beyond the length of the run nothing is left to join.
  for (bool joins = true; joins && tasks_ > most_ / 2; joins = short_ <= last_) {
    short_ = short_ == 0 ? first_threshold() : 2 * short_;
    tasks_ = 0;
    for (auto& [where, tasks] : rows_) {
      join(tasks);
      tasks_ += tasks.size();
    }
  }
  // If rows have little to join, this is not tried again for each further task.
  room_ = std::max(most_, 2 * tasks_);
}

Ticks TaskRecorder::first_threshold() const {
  std::vector<Ticks> lengths;
  for (const auto& [where, tasks] : rows_)
    for (const Task& task : tasks) lengths.push_back(task.end - task.begin);
  const auto quarter = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 4);
  std::nth_element(lengths.begin(), quarter, lengths.end());
  return std::max<Ticks>(*quarter, 1);
}

/// Joins neighbours that are short and close to each other. Joining ends at eight times the length
/// of a short task, so that a row that is always busy keeps its rhythm.
void TaskRecorder::join(std::vector<Task>& tasks) const {
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const Task& a, const Task& b) { return a.begin < b.begin; });
  const auto joins = [this](const Task& task) {
    return task.joined > 1 || task.end - task.begin < short_;
  };
  std::vector<Task> kept;
  for (Task& task : tasks) {
    const bool close = !kept.empty() && joins(kept.back()) && joins(task) &&
                       task.begin < kept.back().end + short_ &&
                       std::max(task.end, kept.back().end) - kept.back().begin <= 8 * short_;
    if (!close) {
      kept.push_back(std::move(task));
      continue;
    }
    Task& whole = kept.back();
    whole.end = std::max(whole.end, task.end);
    whole.joined += task.joined;
    whole.busy += task.busy;
    whole.args = "{}";
  }
  tasks = std::move(kept);
}

std::vector<TaskRecorder::Row> TaskRecorder::rows() const {
  std::map<std::string, std::vector<std::string>> threads;
  std::vector<std::string> processes;
  for (const auto& [where, tasks] : rows_) {
    std::vector<std::string>& of_process = threads[where.first];
    if (of_process.empty()) processes.push_back(where.first);
    of_process.push_back(where.second);
  }
  std::vector<Row> rows;
  for (const std::string& process : in_topology_order(std::move(processes))) {
    std::vector<std::string>& names = threads[process];
    std::stable_sort(names.begin(), names.end(), natural_less);
    for (const std::string& thread : names) {
      rows.push_back({{process, thread}, rows_.at({process, thread})});
      std::stable_sort(rows.back().tasks.begin(), rows.back().tasks.end(),
                       [](const Task& a, const Task& b) { return a.begin < b.begin; });
    }
  }
  return rows;
}

}  // namespace gf::core
