// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/schedule/device_work.h"

#include <algorithm>
#include <cmath>

namespace gf::model {
namespace {

constexpr double kMovesOfReduce = 3;  ///< Two reads, one write.

}  // namespace

DeviceWork::DeviceWork(const sc_core::sc_module_name& name, core::ByteRate memory_rate, Done done)
    : sc_module(name),
      Quiescent(this->name()),
      memory_rate_(memory_rate),
      done_(std::move(done)),
      stats_(*this) {
  SC_METHOD(step);
  dont_initialize();
  sensitive << wakeup_.event();
}

core::Ticks DeviceWork::time_of(const Task& task) const {
  const bool reduces = task.kind == TaskKind::kReduce;
  const double moved = static_cast<double>(task.bytes.count()) * (reduces ? kMovesOfReduce : 1);
  const sc_core::sc_time memory(moved / memory_rate_.bytes_per_second(), sc_core::SC_SEC);
  return std::max(memory, task.duration).value();
}

void DeviceWork::submit(std::size_t number, const Task& task) {
  queue_.push_back({number, &task});
  if (queue_.size() == 1) start();
}

void DeviceWork::start() {
  began_ = core::now_ticks();
  wakeup_.at(began_ + time_of(*queue_.front().task));
}

void DeviceWork::step() {
  wakeup_.woken();
  const Entry ended = queue_.front();
  const core::Ticks began = began_;
  queue_.pop_front();
  ++(ended.task->kind == TaskKind::kReduce ? stats_.reduces : stats_.kernels);
  stats_.busy.add_ticks(core::now_ticks() - began);
  if (!queue_.empty()) start();
  done_(ended.number, began);
}

}  // namespace gf::model
