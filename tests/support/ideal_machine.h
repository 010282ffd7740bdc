// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "workloads/schedule/ready_tasks.h"
#include "workloads/schedule/shares.h"

namespace gf::test {

/// When a machine would do the tasks of `schedule` whose copies take bytes / rate each (no time at
/// rate 0), whatever else is on the way, whose reduces take no time, and whose devices do their
/// kernels one after another. `copies_in_turn`: a device sends one copy after the other.
inline std::vector<model::TaskTimes> ideal_times(const model::Schedule& schedule,
                                                 core::ByteRate rate = core::ByteRate(0),
                                                 bool copies_in_turn = false) {
  using core::Ticks;
  std::vector<model::TaskTimes> times(schedule.tasks.size());
  model::ReadyTasks ready(schedule);
  std::map<unsigned, Ticks> kernels_end, copies_end;  // by device
  std::multimap<Ticks, std::size_t> under_way;        // by end
  const auto start = [&](Ticks now) {
    while (ready.next() <= now) {
      const std::size_t task = ready.take();
      const model::Task& it = schedule.tasks[task];
      const bool copies = it.kind == model::TaskKind::kCopy;
      const bool in_turn = copies ? copies_in_turn : it.kind == model::TaskKind::kKernel;
      Ticks& free = (copies ? copies_end : kernels_end)[it.src];
      const Ticks began = in_turn ? std::max(now, free) : now;
      const Ticks takes =
          copies ? rate.bytes_per_second() == 0 ? 0 : rate.time_for(it.bytes.count()).value()
                 : it.duration.value();
      if (in_turn) free = began + takes;
      times[task] = {now, began, began + takes};
      under_way.emplace(began + takes, task);
    }
  };
  for (start(0); !under_way.empty();) {
    const auto [now, task] = *under_way.begin();
    under_way.erase(under_way.begin());
    ready.complete(task, now);
    start(now);
  }
  return times;
}

}  // namespace gf::test
