// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/nios/processor.h"

#include "core/base/error.h"
#include "core/trace/hop_journal.h"
#include "core/trace/timeline.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {
namespace {

const char* name_of(NiosTaskKind kind) {
  static const char* const kNames[] = {"register", "tx", "tx_retire", "rx_packet"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

Processor::Processor(const sc_core::sc_module_name& name, const CostTable& costs)
    : sc_module(name),
      Quiescent(this->name()),
      costs_(costs),
      period_(costs.clock.value()),
      task_probe_(std::string(this->name()) + ".task", 3,
                  "0 idle, 1 register, 2 tx, 3 tx_retire, 4 rx_packet"),
      queue_probe_(std::string(this->name()) + ".queue", 16, "tasks waiting"),
      stats_(*this) {
  costs_.validate(this->name());
}

void Processor::post(NiosTaskKind kind, Firmware& code, void* what) {
  const core::Ticks now = core::now_ticks();
  queue_.push({&code, what, now, kind});
  queue_probe_.set(now, queue_.size());
  if (queue_.size() > stats_.queue_max.value()) ++stats_.queue_max;
  // A running task ends with a look at the queue.
  if (!running_) wakeup_.at(now);
}

void Processor::work() {
  const core::Ticks now = core::now_ticks();
  if (running_ && client_ != nullptr) return;  // task_ended() will follow
  if (running_ && until_ > now) {
    wakeup_.at(until_);
    return;
  }
  if (running_ && more_) {
    run_segment();
  } else {
    if (running_) end_task();
    if (!queue_.empty()) begin();
  }
  if (running_ && client_ == nullptr) wakeup_.at(until_);
}

void Processor::task_ended() {
  GF_CHECK(running_ && client_ != nullptr, std::string(name()) + ": no task to end");
  end_task();
  if (!queue_.empty()) begin();
}

void Processor::begin() {
  const core::Ticks now = core::now_ticks();
  task_ = queue_.pop();
  running_ = true;
  step_ = 0;
  began_ = now;
  stats_.wait.record(now - task_.posted);
  queue_probe_.set(now, queue_.size());
  task_probe_.set(now, static_cast<std::uint64_t>(task_.kind) + 1);
  if (client_ != nullptr)
    client_->task_begins(task_.kind, task_.what);
  else
    run_segment();
}

void Processor::run_segment() {
  Meter meter;
  if (step_ == 0) meter.charge(costs_.dispatch);
  more_ = task_.code->run(step_++, task_.what, meter);
  until_ = core::now_ticks() + meter.cycles() * period_;
}

void Processor::end_task() {
  const core::Ticks span = core::now_ticks() - began_;
  running_ = false;
  ++stats_.tasks;
  stats_.busy.add_ticks(span);
  core::Duration* const by_kind[kTaskKinds] = {&stats_.busy_register, &stats_.busy_tx,
                                               &stats_.busy_tx_retire, &stats_.busy_rx};
  by_kind[static_cast<std::size_t>(task_.kind)]->add_ticks(span);
  if (task_.kind == NiosTaskKind::kRxPacket) {
    ++stats_.rx_tasks;
    stats_.rx_time.record(span);
  }
  task_probe_.set(core::now_ticks(), 0);
  if (core::Timeline::active() != nullptr) report();
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->task_ends(journal->queue(this, 0, [this] { return std::string(name()); }),
                       name_of(task_.kind), task_.posted, began_, core::now_ticks());
  if (core::SpanLog* const log = core::SpanLog::active())
    log->task_ends({this, 0}, began_, std::string(name()) + ": task " + name_of(task_.kind));
}

void Processor::report() const {
  const core::Timeline::Row row = core::Timeline::row_of(name());
  core::Timeline::active()->slice(row.process, row.thread, name_of(task_.kind), began_,
                                  core::now_ticks());
}

void Processor::append_waits(std::vector<core::Wait>& waits) const {
  if (running_) waits.push_back({name(), std::string("its task ") + name_of(task_.kind), name()});
  if (!queue_.empty()) {
    waits.push_back(
        {name(),
         std::to_string(queue_.size()) + " tasks to run, first " + name_of(queue_.front().kind),
         name()});
  }
}

}  // namespace gf::hw::apenet
