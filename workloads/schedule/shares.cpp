// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/shares.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {
namespace {

using core::Ticks;

class ShareCounter {
 public:
  ShareCounter(const Schedule& schedule, const std::vector<TaskTimes>& times)
      : schedule_(schedule), times_(times) {
    GF_CHECK(schedule.classes != nullptr && times.size() == schedule.tasks.size(),
             "shares of schedule " + schedule.name);
    for (unsigned task = 0; task < times.size(); ++task) {
      const Task& it = schedule.tasks[task];
      kernels_.resize(std::max<std::size_t>(kernels_.size(), std::max(it.src, it.dst) + 1));
      reduces_.resize(kernels_.size());
      if (it.kind == TaskKind::kKernel) kernels_[it.src].push_back(task);
      if (it.kind == TaskKind::kReduce) reduces_[it.src].push_back(task);
      if (times[task].ended > times[last_].ended) last_ = task;
    }
    for (auto* const streams : {&kernels_, &reduces_})
      for (std::vector<unsigned>& tasks : *streams)
        std::sort(tasks.begin(), tasks.end(), [&](unsigned a, unsigned b) {
          return times[a].began != times[b].began ? times[a].began < times[b].began : a < b;
        });
  }

  StepShares run() {
    StepShares shares{times_[last_].ended, {}};
    for (unsigned rank = 0; rank < kernels_.size(); ++rank) shares.ranks.push_back(share(rank));
    return shares;
  }

 private:
  [[nodiscard]] bool computes(unsigned task) const {
    return schedule_.classes->of[task] == TaskClasses::kCompute;
  }

  RankShares share(unsigned rank) {
    now_ = {};
    now_.exposed.resize(schedule_.classes->names.size());
    Ticks idle_since = 0;
    for (const unsigned task : kernels_[rank]) {
      if (!computes(task)) continue;
      explain(task, idle_since, times_[task].began);
      now_.compute += times_[task].ended - times_[task].began;
      idle_since = times_[task].ended;
    }
    explain(last_, idle_since, times_[last_].ended);
    return std::move(now_);
  }

  /// Finds what kept `task` from starting between `from` and `to`; for the last task, what kept it
  /// from ending.
  void explain(unsigned task, Ticks from, Ticks to) {
    const bool at_end = task == last_ && to == times_[task].ended;
    to = at_end ? spend(task, from, to) : queue(task, from, to);
    while (to > from) {
      const std::vector<unsigned>& after = schedule_.tasks[task].after;
      if (after.empty()) break;
      task = *std::max_element(after.begin(), after.end(), [&](unsigned a, unsigned b) {
        return times_[a].ended < times_[b].ended;
      });
      const Ticks end = std::max(std::min(times_[task].ended, to), from);
      now_.bubble += to - end;  // a start time, or the host's speed
      to = spend(task, from, end);
    }
    if (to > from) now_.bubble += to - from;
  }

  /// Attributes the time of `task` itself, up to `to`. Returns the end of the remaining interval,
  /// the time at which the task was issued.
  Ticks spend(unsigned task, Ticks from, Ticks to) {
    const Task& it = schedule_.tasks[task];
    const Ticks began = it.kind == TaskKind::kCopy ? times_[task].issued : times_[task].began;
    const Ticks start = std::min(std::max(began, from), to);
    book(task, to - start);
    return it.kind == TaskKind::kCopy ? start : queue(task, from, start);
  }

  /// Attributes the time up to `to` that `task` was queued on its device after others of its kind.
  Ticks queue(unsigned task, Ticks from, Ticks to) {
    const Ticks issued = std::max(times_[task].issued, from);
    if (to <= issued) return to;
    const Task& it = schedule_.tasks[task];
    const std::vector<unsigned>& others =
        (it.kind == TaskKind::kReduce ? reduces_ : kernels_)[it.src];
    auto other = std::partition_point(others.begin(), others.end(),
                                      [&](unsigned each) { return times_[each].ended <= issued; });
    Ticks told = issued;
    for (; other != others.end() && times_[*other].began < to; ++other) {
      const Ticks start = std::max(times_[*other].began, told);
      const Ticks end = std::min(times_[*other].ended, to);
      now_.bubble += start - told;
      book(*other, end - start);
      told = end;
    }
    now_.bubble += to - told;
    return issued;
  }

  void book(unsigned task, Ticks time) {
    (computes(task) ? now_.bubble : now_.exposed[schedule_.classes->of[task]]) += time;
  }

  const Schedule& schedule_;
  const std::vector<TaskTimes>& times_;
  std::vector<std::vector<unsigned>> kernels_;  ///< By device, in the order of execution.
  std::vector<std::vector<unsigned>> reduces_;
  unsigned last_ = 0;  ///< The task that ended last.
  RankShares now_;     ///< Of the current rank.
};

}  // namespace

std::uint8_t TaskClasses::number(const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto at = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  GF_CHECK(at < 256, "classes of tasks");
  return static_cast<std::uint8_t>(at);
}

StepShares shares_of(const Schedule& schedule, const std::vector<TaskTimes>& times) {
  return ShareCounter(schedule, times).run();
}

}  // namespace gf::model
