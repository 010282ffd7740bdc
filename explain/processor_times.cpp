// SPDX-License-Identifier: Apache-2.0
#include "explain/processor_times.h"

#include <algorithm>

namespace gf::core {

void ProcessorTimes::task_ends(HopJournal::Number processor, const char* kind, Ticks posted,
                               Ticks began, Ticks ended) {
  Kind& times = kinds_[processor][kind];
  ++times.tasks;
  times.busy += ended - began;
  times.waited += began - posted;
  std::deque<Task>& recent = recent_[processor];
  // Tasks that end later were posted later.
  while (!recent.empty() && recent.front().ended <= posted) recent.pop_front();
  Ticks unexplained = began - posted;
  for (const Task& task : recent) {
    const Ticks span = task.ended - std::max(task.began, posted);
    times.behind[task.kind] += span;
    unexplained -= span;
  }
  if (unexplained != 0) times.behind[""] += unexplained;
  recent.push_back({kind, began, ended});
}

}  // namespace gf::core
