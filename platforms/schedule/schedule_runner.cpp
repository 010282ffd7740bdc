// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/schedule_runner.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/time/clock_domain.h"
#include "core/time/renewable.h"
#include "core/trace/timeline.h"
#include "platforms/schedule/task_rows.h"
#include "workloads/schedule/channel_journal.h"

namespace gf::platforms::schedule {

using core::Ticks;
using model::Flow;

void show_task(core::Timeline& timeline, const ScheduleResult& result, std::size_t row,
               bool causes) {
  const Flow& flow = result.flows[row];
  const model::Task& task = result.schedule->tasks[row];
  const bool copy = task.kind == model::TaskKind::kCopy;
  const std::string name = "communication " + std::to_string(row);
  const std::string what =
      copy ? model::device_name(flow.source) + "->" + model::device_name(flow.destination)
           : std::string(to_text(task.kind)) + " " + std::to_string(task.src);
  const core::Ticks from = copy ? flow.submitted : flow.first_sent;
  if (!copy || !causes) {
    timeline.slice("communications", name, what, from, flow.finished,
                   {{"graph", result.schedule->name}, {"bytes", flow.bytes}});
    return;
  }
  const auto stalled = [&](core::StallCause cause) { return flow.stalls.of(cause).to_seconds(); };
  timeline.slice("communications", name, what, from, flow.finished,
                 {{"graph", result.schedule->name},
                  {"bytes", flow.bytes},
                  {"no_credit_s", stalled(core::StallCause::kNoCredit)},
                  {"link_busy_s", stalled(core::StallCause::kLinkBusy)},
                  {"buffer_full_s", stalled(core::StallCause::kBufferFull)},
                  {"arbitration_lost_s", stalled(core::StallCause::kArbitrationLost)},
                  {"replay_s", stalled(core::StallCause::kReplay)}});
}

namespace {

/// Shows a slice whose block goes on with the next one now: those of a block follow each other.
/// Where a channel has connections, a page takes from the names of its rows.
void show_slice(core::Timeline& timeline, const ScheduleResult& result, const model::Task& slice) {
  const Flow& flow = result.flows[static_cast<std::size_t>(&slice - result.schedule->tasks.data())];
  std::string row = model::device_name(slice.src);
  if (slice.dst != slice.src) row += "->" + model::device_name(slice.dst);
  timeline.slice(model::ChannelJournal::name_of(slice.slice->channel), row, "slice of " + row,
                 flow.first_sent, core::now_ticks(),
                 {{"graph", result.schedule->name},
                  {"bytes", flow.bytes},
                  {"source", slice.src},
                  {"destination", slice.dst}});
}

}  // namespace

Runner::Runner(const sc_core::sc_module_name& name, const RunnerParams& params, CopyMoverIf& copies,
               std::vector<model::Schedule> schedules)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      copies_(copies),
      schedules_(std::move(schedules)),
      done_(schedules_.empty()) {
  results_.reserve(schedules_.size());
  for (const auto& each : schedules_) {
    for (const model::Task& task : each.tasks) {
      check_workload(each, task);
      const bool copy = task.kind == model::TaskKind::kCopy;
      if (copy) copies_.check(each, task);
      if (copy || task.kind == model::TaskKind::kSlice) bytes_total_ += task.bytes.count();
    }
  }
  if (!core::ranks().alone()) check_ranks();
  add_work();
  SC_METHOD(step);
}

void Runner::add_work() {
  const bool needed = std::any_of(schedules_.begin(), schedules_.end(), [](const auto& each) {
    return std::any_of(each.tasks.begin(), each.tasks.end(),
                       [](const model::Task& task) { return task.kind != model::TaskKind::kCopy; });
  });
  for (unsigned device = 0; needed && device < copies_.devices(); ++device) {
    const std::string name = "work_" + std::to_string(device);
    const auto done = [this](std::size_t task, Ticks began) {
      Flow& flow = results_.back().flows[task];
      flow.first_sent = began;
      flow.finished = core::now_ticks();
      if (results_.back().schedule->tasks[task].kind == model::TaskKind::kSlice)
        flow.deliver(flow.bytes);
      ended(task);
    };
    work_.push_back(std::make_unique<model::DeviceWork>(
        name.c_str(), copies_.memory_rate(device, params_.memory_rate), done,
        copies_.hardware(device), static_cast<model::SliceClient*>(this)));
  }
  if (needed)
    fifos_.emplace(schedules_,
                   [this](unsigned device) { return std::string(work_[device]->name()); });
}

void Runner::check_workload(const model::Schedule& schedule, const model::Task& task) const {
  if (task.kind == model::TaskKind::kSlice) check_slice(schedule, task);
  if (task.workload.empty() || copies_.runs_workloads(task.src)) return;
  core::fail_config("graph " + schedule.name, "workload", core::excerpt(task.workload), "none",
                    "only GPUs with SMs, as on gpu_node and nvlink_node, run workloads; here set a "
                    "kernel's duration_ns or bytes");
}

void Runner::check_slice(const model::Schedule& schedule, const model::Task& task) const {
  const auto refuse = [&](const std::string& what) {
    core::fail_config("graph " + schedule.name, "algorithm", schedule.collective->algorithm,
                      "one of copies, such as the default", what + ", or take another algorithm");
  };
  if (!copies_.runs_workloads(task.src))
    refuse("only GPUs with SMs have the thread blocks of channels: set gpu_model=full");
  for (const model::Elements& to : task.slice->move.writes)
    if (to.buffer != model::RankBuffer::kHost && !copies_.reaches(task.src, to.rank))
      refuse("the thread blocks of " + model::device_name(task.src) + " cannot store to " +
             model::device_name(to.rank) +
             ", as they are no peers here: let the machine's file state that by p2p or p2p_level");
}

void Runner::step() {
  if (done_) return;
  if (results_.empty() && !copies_.ready(*this)) return;
  const Ticks now = core::now_ticks();
  // The process wakes when a task may start, and at the end of the gap between two schedules.
  const bool between = results_.empty() || results_.back().complete;
  if (between) begin_schedule(now);
  while (next_call() <= now) {
    const std::size_t task = ready_.take();
    if (here(results_.back().schedule->tasks[task].src)) issue(task);
  }
  if (next_call() != core::kNever) wakeup_.at(next_call());
}

void Runner::begin_schedule(Ticks now) {
  // A renewed machine makes a schedule measure the same as in a run of its own.
  if (!results_.empty()) core::renew_machine();
  ScheduleResult& result = results_.emplace_back();
  result.schedule = &schedules_[results_.size() - 1];
  result.began = now;
  result.flows.reserve(result.schedule->tasks.size());
  for (const model::Task& task : result.schedule->tasks) {
    Flow& flow = result.flows.emplace_back();
    flow.source = task.src;
    flow.destination = task.dst;
    flow.bytes = task.bytes.count();
    flow.submitted = core::kNever;  // not submitted yet
    flow.sum = &bytes_delivered_;
  }
  for (std::size_t task = 0; task < result.schedule->tasks.size(); ++task)
    if (const model::Task& one = result.schedule->tasks[task]; one.kind == model::TaskKind::kSlice)
      work_[one.src]->expect(task, one);
  called_ = core::kNever;
  ready_ = model::ReadyTasks(*result.schedule);
  const model::Collective* const collective = result.schedule->collective.get();
  if (collective != nullptr && collective->check)
    data_ = std::make_unique<model::CollectiveData>(*collective);
  if (model::ChannelJournal* const journal = model::ChannelJournal::active())
    journal->begins(*result.schedule);
  if (fifos_) fifos_->begins(*result.schedule);
  copies_.schedule_begins(result.flows, *this);
}

void Runner::slice_begins(const model::Task& slice) {
  ScheduleResult& result = results_.back();
  result.flows[static_cast<std::size_t>(&slice - result.schedule->tasks.data())].first_sent =
      core::now_ticks();
  if (model::ChannelJournal* const journal = model::ChannelJournal::active())
    journal->slice_begins(slice);
  fifos_->slice_begins(slice);
}

void Runner::slice_passed(const model::Task& slice) {
  if (core::Timeline* const timeline = core::Timeline::active(); timeline && core::ranks().alone())
    show_slice(*timeline, results_.back(), slice);
  fifos_->slice_passed(slice);
}

Ticks Runner::next_call() const {
  if (ready_.next() == core::kNever) return core::kNever;
  const Ticks at = results_.back().began + ready_.next();
  return called_ == core::kNever ? at
                                 : std::max<Ticks>(at, called_ + params_.issue_interval.value());
}

void Runner::issue(std::size_t task) {
  called_ = core::now_ticks();
  // Copies that push this task's output come before it: their counter must exist before the first
  // store.
  for (const std::size_t copy : ready_.starting_with(task)) submit(copy);
  submit(task);
}

void Runner::submit(std::size_t task) {
  if (data_ != nullptr) data_->began(task);
  ScheduleResult& result = results_.back();
  Flow& flow = result.flows[task];
  if (result.schedule->tasks[task].kind != model::TaskKind::kCopy) {
    flow.submitted = called_;
    work_[flow.source]->submit(task, result.schedule->tasks[task]);
    return;
  }
  copies_.submit(flow, result.schedule->tasks[task], *this);
  if (!here(flow.destination)) news_.note(task);
}

void Runner::copy_ended(Flow& flow) {
  ScheduleResult& result = results_.back();
  if (result.first_end == core::kNever) {
    // Shares cover the time in which all copies still run: once the first has ended, the others get
    // its part of the links.
    result.first_end = core::now_ticks() - result.began;
    for (const Flow& each : result.flows) result.delivered_at_first_end.push_back(each.delivered);
  }
  ended(static_cast<std::size_t>(&flow - result.flows.data()));
}

void Runner::ended(std::size_t task) {
  const ScheduleResult& result = results_.back();
  const Ticks now = core::now_ticks();
  if (!core::ranks().alone()) {
    news_.note(task);
  } else if (core::Timeline* const timeline = core::Timeline::active();
             timeline && result.schedule->tasks[task].kind != model::TaskKind::kSlice) {
    show_task(*timeline, result, task, !copies_.stall_causes().empty());
  }
  if (model::ChannelJournal* const journal = model::ChannelJournal::active())
    journal->ended(result.schedule->tasks[task]);
  if (fifos_) fifos_->ended(result.schedule->tasks[task]);
  if (data_ != nullptr) data_->ended(task);
  if (ready_.complete(task, now - result.began)) wakeup_.at(now);
  // With several ranks, none sees the last of all tasks: merge() completes the schedule.
  if (ready_.all_complete() && core::ranks().alone()) end_schedule(now);
}

void Runner::end_schedule(Ticks now) {
  ScheduleResult& result = results_.back();
  result.complete = true;
  if (data_ != nullptr) result.verdict = data_->verdict();
  data_.reset();
  show_schedule(now);
  copies_.schedule_ended();
  done_ = results_.size() == schedules_.size();
  if (!done_) wakeup_.at(core::common_edge(now + params_.gap.value()));
}

void Runner::show_schedule(Ticks now) const {
  const ScheduleResult& result = results_.back();
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline == nullptr) return;
  timeline->slice("communications", "graphs", result.schedule->name, result.began, now);
  if (result.schedule->classes != nullptr) draw_shares({share_row(result)});
}

void Runner::append_waits(std::vector<core::Wait>& waits) const {
  if (results_.empty()) return;
  const ScheduleResult& result = results_.back();
  for (std::size_t task = 0; task < result.flows.size(); ++task) {
    const Flow& flow = result.flows[task];
    const model::Task& what = result.schedule->tasks[task];
    // Skips copies whose dependencies have not ended (they wait for the same things as those) and
    // tasks that compute (they wait only for time).
    const bool is_due = flow.submitted != core::kNever || what.after.empty();
    if (flow.finished != core::kNever || !is_due || what.kind != model::TaskKind::kCopy) continue;
    waits.push_back(
        {name(),
         "graph " + result.schedule->name + ": copy " + model::device_name(flow.source) + "->" +
             model::device_name(flow.destination) + ", " + std::to_string(flow.delivered) + " of " +
             std::to_string(flow.bytes) + " B delivered",
         copies_.holder(flow.source), true});
  }
}

}  // namespace gf::platforms::schedule
