// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/device_work.h"

#include <algorithm>
#include <cmath>

#include "core/base/parcel_bytes.h"
#include "workloads/schedule/slice.h"

namespace gf::model {
namespace {

constexpr double kMovesOfReduce = 3;  ///< Two reads, one write.

}  // namespace

DeviceWork::DeviceWork(const sc_core::sc_module_name& name, core::ByteRate memory_rate, Done done,
                       ComputeIf* hardware, SliceClient* slices)
    : sc_module(name),
      Quiescent(this->name()),
      memory_rate_(memory_rate),
      done_(std::move(done)),
      hardware_(hardware),
      slice_client_(slices),
      stats_(*this) {}

core::Ticks DeviceWork::time_of(const Task& task) const {
  const bool reduces = task.kind == TaskKind::kReduce;
  const double moved = static_cast<double>(task.bytes.count()) * (reduces ? kMovesOfReduce : 1);
  const sc_core::sc_time memory(moved / memory_rate_.bytes_per_second(), sc_core::SC_SEC);
  return std::max(memory, task.duration).value();
}

void DeviceWork::put_counts(core::ByteWriter& writer) const {
  for (const core::Counter* const one : {&stats_.kernels, &stats_.reduces, &stats_.slices})
    writer.put(one->value());
  writer.put(stats_.busy.ticks());
}

void DeviceWork::take_counts(core::ByteReader& reader) {
  for (core::Counter* const one : {&stats_.kernels, &stats_.reduces, &stats_.slices}) {
    one->reset();
    *one += reader.get<std::uint64_t>();
  }
  stats_.busy.reset();
  stats_.busy.add_ticks(reader.get<core::Ticks>());
}

void DeviceWork::expect(std::size_t number, const Task& task) {
  channels_[task.slice->program()].program.push_back(number);
}

void DeviceWork::submit(std::size_t number, const Task& task) {
  if (task.kind == TaskKind::kSlice) {
    Channel& channel = channels_[task.slice->program()];
    channel.may.emplace(number, &task);
    return begin_slices(channel);
  }
  Stream& stream = task.kind == TaskKind::kReduce ? reduces_ : kernels_;
  stream.queue.push_back({number, &task});
  if (stream.queue.size() == 1) start(stream);
}

void DeviceWork::begin_slices(Channel& channel) {
  if (channel.busy || channel.program.empty()) return;
  const auto next = channel.may.find(channel.program.front());
  if (next == channel.may.end()) return;
  const auto [number, task] = *next;
  channel.program.pop_front();
  channel.may.erase(next);
  channel.busy = true;
  ++slices_under_way_;
  if (slice_client_ != nullptr) slice_client_->slice_begins(*task);
  hardware_->begin_slice(
      *task,
      [this, &channel, task = task] {
        channel.busy = false;
        if (slice_client_ != nullptr) slice_client_->slice_passed(*task);
        begin_slices(channel);
      },
      [this, number = number, began = core::now_ticks()] {
        --slices_under_way_;
        ++stats_.slices;
        done_(number, began);
      });
}

void DeviceWork::start(Stream& stream) {
  const Task& task = *stream.queue.front().task;
  stream.began = core::now_ticks();
  const bool asks = asks_hardware(task);
  stream.open = asks ? 2 : 1;
  stream.wakeup.at(stream.began + (asks ? task.duration.value() : time_of(task)));
  if (asks) hardware_->begin(task, [this, &stream] { over(stream); });
}

void DeviceWork::step(Stream& stream) { over(stream); }

void DeviceWork::over(Stream& stream) {
  if (--stream.open > 0) return;
  const Entry ended = stream.queue.front();
  const core::Ticks began = stream.began;
  stream.queue.pop_front();
  ++(ended.task->kind == TaskKind::kReduce ? stats_.reduces : stats_.kernels);
  stats_.busy.add_ticks(core::now_ticks() - began);
  if (!stream.queue.empty()) start(stream);
  done_(ended.number, began);
}

}  // namespace gf::model
