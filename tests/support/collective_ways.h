// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "workloads/schedule/collectives/collective_generators.h"
#include "workloads/schedule/elements/collective_data.h"

namespace gf::model::collective_ways {

inline std::vector<Schedule> all_sizes(const std::string& name, WorkloadOptions options,
                                       unsigned ranks) {
  return make_collectives(name, {name, std::move(options), "correct it"}, ranks);
}

inline Schedule one(const std::string& name, WorkloadOptions options, unsigned ranks) {
  options["check"] = "true";
  return all_sizes(name, std::move(options), ranks).front();
}

/// Begins and ends tasks one at a time, in an order drawn from those that their waits allow. A
/// slice also waits until the one before it in its channel's program has begun.
class AnyOrder {
 public:
  AnyOrder(const Schedule& schedule, unsigned seed) : schedule_(schedule), random_(seed) {
    waits_.resize(schedule.tasks.size());
    users_.resize(schedule.tasks.size());
    after_begin_.resize(schedule.tasks.size());
    std::map<std::pair<unsigned, Slice::Program>, unsigned> last;  // slice, by rank and program
    for (unsigned task = 0; task < waits_.size(); ++task) {
      const Task& one = schedule.tasks[task];
      waits_[task] = one.after.size();
      for (const unsigned before : one.after) users_[before].push_back(task);
      if (one.kind == TaskKind::kSlice) {
        const auto [before, first] = last.try_emplace({one.src, one.slice->program()}, task);
        if (!first) {
          after_begin_[before->second].push_back(task);
          ++waits_[task];
          before->second = task;
        }
      }
      if (waits_[task] == 0) ready_.push_back(task);
    }
  }

  /// `too_early` begins before all others; `lost` moves nothing.
  CollectiveData::Verdict run(std::size_t too_early = SIZE_MAX, std::size_t lost = SIZE_MAX) {
    CollectiveData data(*schedule_.collective);
    if (too_early != SIZE_MAX) data.began(too_early);
    while (!ready_.empty() || !under_way_.empty()) {
      const bool begin = under_way_.empty() || (!ready_.empty() && random_() % 2 == 0);
      const unsigned task = taken_from(begin ? ready_ : under_way_);
      if (begin) under_way_.push_back(task);
      if (begin && task != too_early && task != lost) data.began(task);
      if (begin) release(after_begin_[task]);
      if (!begin) end(task, task == lost ? nullptr : &data);
    }
    return data.verdict();
  }

  [[nodiscard]] std::size_t ended() const { return ended_; }

 private:
  unsigned taken_from(std::vector<unsigned>& tasks) {
    std::swap(tasks[random_() % tasks.size()], tasks.back());
    const unsigned task = tasks.back();
    tasks.pop_back();
    return task;
  }
  void end(unsigned task, CollectiveData* data) {
    if (data != nullptr) data->ended(task);
    ++ended_;
    release(users_[task]);
  }
  void release(const std::vector<unsigned>& tasks) {
    for (const unsigned task : tasks)
      if (--waits_[task] == 0) ready_.push_back(task);
  }

  const Schedule& schedule_;
  std::mt19937 random_;
  std::vector<std::size_t> waits_;                  ///< By task: how many have to end first.
  std::vector<std::vector<unsigned>> users_;        ///< By task: who waits for its end.
  std::vector<std::vector<unsigned>> after_begin_;  ///< By task: who waits for its begin.
  std::vector<unsigned> ready_, under_way_;
  std::size_t ended_ = 0;
};

inline std::uint64_t sent_by(const Schedule& schedule, unsigned rank) {
  std::uint64_t sum = 0;
  for (const Task& task : schedule.tasks)
    if (task.kind == TaskKind::kCopy && task.src == rank) sum += task.bytes.count();
  return sum;
}

inline std::uint64_t sent_by_all(const Schedule& schedule) {
  std::uint64_t sum = 0;
  for (unsigned rank = 0; rank < schedule.collective->ranks; ++rank) sum += sent_by(schedule, rank);
  return sum;
}

}  // namespace gf::model::collective_ways
