// SPDX-License-Identifier: Apache-2.0
// The part of Runner for schedules that several ranks run together.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/stats/stat_collector.h"
#include "core/trace/timeline.h"
#include "platforms/refuse_ranks.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::schedule {
namespace {

/// What one rank knows of a task: the rank of its source, or of its destination. Unknown times are
/// kNever, the greatest value, and unknown bytes are 0, so merge_record() takes minima and maxima.
struct FlowRecord {
  core::Ticks submitted;
  core::Ticks first_sent;
  core::Ticks finished;
  std::uint64_t delivered;
};

FlowRecord record_of(const model::Flow& flow) {
  return {flow.submitted, flow.first_sent, flow.finished, flow.delivered};
}

void merge_record(model::Flow& flow, const FlowRecord& record) {
  flow.submitted = std::min(flow.submitted, record.submitted);
  flow.first_sent = std::min(flow.first_sent, record.first_sent);
  flow.finished = std::min(flow.finished, record.finished);
  flow.delivered = std::max(flow.delivered, record.delivered);
}

unsigned end_of(const model::Task& task) {
  return task.kind == model::TaskKind::kCopy ? task.dst : task.src;
}

void check_task(const CopyMoverIf& copies, const model::Schedule& schedule, std::size_t number) {
  const model::Task& task = schedule.tasks[number];
  const std::string name = fmt::format("graph {}, task {}", schedule.name, schedule.id_of(number));
  if (task.kind == model::TaskKind::kKernel && task.bytes.count() == 0 &&
      task.duration == sc_core::SC_ZERO_TIME && task.workload.empty())
    refuse_ranks(name, "it takes zero time, and ranks can order events only by their time");
  for (const unsigned before : task.after) {
    const unsigned there = end_of(schedule.tasks[before]);
    if (copies.rank_of(there) == copies.rank_of(task.src)) continue;
    refuse_ranks(name, fmt::format("it begins on device {} in the instant when task {} ends on "
                                   "device {}, too late to notify another rank",
                                   task.src, schedule.id_of(before), there));
  }
}

}  // namespace

void Runner::check_ranks() const {
  if (params_.issue_interval > sc_core::SC_ZERO_TIME)
    refuse_ranks("issue_interval = " + core::to_text(params_.issue_interval.get()),
                 "the copy calls of all devices are then one sequence");
  if (schedules_.size() > 1)
    refuse_ranks(fmt::format("{} graphs", schedules_.size()),
                 "a graph begins a fixed time after the previous graph's last task, which may be "
                 "on any rank");
  for (const model::Schedule& schedule : schedules_) {
    if (schedule.collective != nullptr && schedule.collective->check)
      refuse_ranks("check=true", "one process compares the elements of all devices");
    for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
      check_task(copies_, schedule, task);
  }
}

std::optional<unsigned> Runner::rank_counting(const std::string& path) const {
  const auto device = core::number_behind(name() + std::string(".work_"), path);
  return device ? std::optional(copies_.rank_of(*device)) : std::nullopt;
}

void Runner::News::note(std::size_t task) {
  if (!core::ranks().alone() && core::Timeline::active() != nullptr) tasks.push_back(task);
}

void Runner::News::pack(core::ByteWriter& writer) {
  for (const std::size_t task : tasks) {
    writer.put(task);
    writer.put(record_of(owner.results_.back().flows[task]));
  }
  tasks.clear();
}

/// Shows the tasks that have ended. The submit time of a copy to another rank comes from the rank
/// that submitted it.
void Runner::News::merge(std::vector<Packed>& others) {
  const auto end_in = [this](std::size_t task) {
    return owner.copies_.rank_of(end_of(owner.results_.back().schedule->tasks[task]));
  };
  std::vector<std::size_t> ended;
  for (const std::size_t task : std::exchange(tasks, {}))
    if (end_in(task) == core::ranks().self()) ended.push_back(task);
  for (auto& [rank, reader] : others) {
    while (!reader.at_end()) {
      const auto task = reader.get<std::size_t>();
      merge_record(owner.results_.back().flows[task], reader.get<FlowRecord>());
      if (end_in(task) == rank) ended.push_back(task);
    }
  }
  owner.show_ended(ended);
}

void Runner::show_ended(const std::vector<std::size_t>& tasks) {
  if (tasks.empty()) return;
  const ScheduleResult& result = results_.back();
  core::Timeline& timeline = *core::Timeline::active();
  core::Ticks last = 0;
  for (const std::size_t task : tasks) {
    const core::Ticks at = result.flows[task].finished;
    timeline.as_of(at, [&] { show_task(timeline, result, task, !copies_.stall_causes().empty()); });
    last = std::max(last, at);
  }
  shown_ += tasks.size();
  if (shown_ == result.flows.size()) timeline.as_of(last, [&] { show_schedule(last); });
}

void Runner::pack(core::ByteWriter& writer) {
  if (results_.empty()) return;
  for (const model::Flow& flow : results_.back().flows) writer.put(record_of(flow));
  for (unsigned device = 0; device < work_.size(); ++device)
    if (here(device)) work_[device]->put_counts(writer);
}

void Runner::merge(std::vector<Packed>& others) {
  if (others.empty() || results_.empty()) return;
  ScheduleResult& result = results_.back();
  for (auto& [rank, reader] : others) {
    for (model::Flow& flow : result.flows) merge_record(flow, reader.get<FlowRecord>());
    for (unsigned device = 0; device < work_.size(); ++device)
      if (copies_.rank_of(device) == rank) work_[device]->take_counts(reader);
  }
  bytes_delivered_ = 0;
  result.complete = true;
  for (const model::Flow& flow : result.flows) {
    bytes_delivered_ += flow.delivered;
    result.complete &= flow.finished != core::kNever;
  }
  done_ = result.complete;
}

}  // namespace gf::platforms::schedule
