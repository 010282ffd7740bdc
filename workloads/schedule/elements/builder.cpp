// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/builder.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"

namespace gf::model {
namespace {

bool same(const Elements& a, const Elements& b, bool in_place) {
  const bool same_memory =
      a.buffer == b.buffer || (in_place && !is_scratch(a.buffer) && !is_scratch(b.buffer));
  return a.rank == b.rank && same_memory && a.first == b.first;
}

}  // namespace

CollectiveBuilder::CollectiveBuilder(Collective collective, std::size_t most_tasks,
                                     std::function<void()> too_many)
    : collective_(std::move(collective)),
      most_tasks_(most_tasks),
      too_many_(std::move(too_many)),
      regions_(collective_.ranks * kRankBuffers, Regions{{0, {UINT64_MAX, {}, {}}}}),
      scratch_used_(collective_.ranks * kRankBuffers) {}

Elements CollectiveBuilder::scratch(unsigned rank, std::uint64_t count, RankBuffer where) {
  std::uint64_t& used = scratch_used_[rank * kRankBuffers + static_cast<std::size_t>(where)];
  const std::uint64_t first = used;
  used += count;
  collective_.scratch = std::max(collective_.scratch, used);
  return {rank, where, first, count};
}

CollectiveBuilder::Regions& CollectiveBuilder::regions(const Elements& where) {
  const bool one = collective_.in_place && where.buffer == RankBuffer::kOutput;
  const RankBuffer buffer = one ? RankBuffer::kInput : where.buffer;
  return regions_[where.rank * kRankBuffers + static_cast<std::size_t>(buffer)];
}

std::pair<CollectiveBuilder::Regions::iterator, CollectiveBuilder::Regions::iterator>
CollectiveBuilder::cut(const Elements& what) {
  Regions& all = regions(what);
  const auto at = [&](std::uint64_t element) {
    const auto region = std::prev(all.upper_bound(element));
    if (region->first == element) return region;
    const auto rest = all.emplace_hint(std::next(region), element, region->second);
    region->second.end = element;
    return rest;
  };
  const auto first = at(what.first);
  return {first, at(what.first + what.count)};
}

void CollectiveBuilder::read(const Elements& what, Task& task) {
  const auto [first, end] = cut(what);
  for (auto region = first; region != end; ++region) {
    const std::vector<unsigned>& writer = region->second.writer;
    task.after.insert(task.after.end(), writer.begin(), writer.end());
    region->second.readers.push_back(static_cast<unsigned>(tasks_.size()));
  }
}

void CollectiveBuilder::write(const Elements& what, Task& task) {
  const auto number = static_cast<unsigned>(tasks_.size());
  const auto [first, end] = cut(what);
  for (auto region = first; region != end; ++region)
    for (const auto* before : {&region->second.writer, &region->second.readers})
      for (const unsigned other : *before)
        if (other != number) task.after.push_back(other);
  // Later accesses to these elements wait for this task, and thereby for those before it.
  first->second = {what.first + what.count, {number}, {}};
  regions(what).erase(std::next(first), end);
}

void CollectiveBuilder::copy(const Elements& from, const Elements& to) {
  if (from.count == 0 || same(from, to, collective_.in_place)) return;
  Task task;
  task.src = from.rank;
  task.dst = to.rank;
  const bool local = from.rank == to.rank;
  task.kind = local ? TaskKind::kKernel : TaskKind::kCopy;
  task.bytes = core::Bytes(from.count * kElementBytes * (local ? 2 : 1));
  if (local) task.written = core::Bytes(from.count * kElementBytes);
  read(from, task);
  write(to, task);
  add(std::move(task), {{from}, {to}});
}

void CollectiveBuilder::reduce(const Elements& a, const Elements& b, const Elements& to) {
  if (a.count == 0) return;
  Task task;
  task.src = task.dst = to.rank;
  task.kind = TaskKind::kReduce;
  task.bytes = core::Bytes(a.count * kElementBytes);
  read(a, task);
  read(b, task);
  write(to, task);
  add(std::move(task), {{a, b}, {to}});
}

unsigned CollectiveBuilder::launch(unsigned rank, const sc_core::sc_time& duration) {
  Task task;
  task.kind = TaskKind::kKernel;
  task.src = task.dst = rank;
  task.duration = duration;
  add(std::move(task), {});
  return static_cast<unsigned>(tasks_.size() - 1);
}

unsigned CollectiveBuilder::add(Slice slice, std::vector<unsigned> after) {
  const core::Bytes bytes(slice.move.reads.front().count * kElementBytes);
  return add(TaskKind::kSlice, std::move(slice), bytes, std::move(after));
}

unsigned CollectiveBuilder::transfer(Slice slice, std::vector<unsigned> after) {
  const core::Bytes bytes(slice.taken(slice.move.reads.front().count * kElementBytes));
  return add(TaskKind::kCopy, std::move(slice), bytes, std::move(after));
}

unsigned CollectiveBuilder::add(TaskKind kind, Slice slice, core::Bytes bytes,
                                std::vector<unsigned> after) {
  DataMove& move = slice.move;
  for (auto* const all : {&move.reads, &move.writes})
    for (Elements& each : *all)
      if (collective_.in_place && each.buffer == RankBuffer::kOutput)
        each.buffer = RankBuffer::kInput;
  Task task;
  task.kind = kind;
  task.src = move.reads.front().rank;
  task.dst = move.writes.back().rank;
  task.bytes = bytes;
  task.after = std::move(after);
  task.slice = std::make_shared<const Slice>(slice);
  add(std::move(task), std::move(move));
  return static_cast<unsigned>(tasks_.size() - 1);
}

void CollectiveBuilder::add(Task task, DataMove move) {
  const std::uint64_t count = move.reads.empty() ? 0 : move.reads.front().count;
  if (tasks_.size() == most_tasks_) too_many_();
  for (const auto* const all : {&move.reads, &move.writes})
    for (const Elements& each : *all)
      GF_CHECK(each.count == count, "a move of " + std::to_string(count) + " elements");
  std::sort(task.after.begin(), task.after.end());
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
  tasks_.push_back(std::move(task));
  if (collective_.check) collective_.moves.push_back(std::move(move));
}

Schedule CollectiveBuilder::finish(const std::string& name) {
  return {name, std::move(tasks_), std::make_shared<const Collective>(std::move(collective_))};
}

}  // namespace gf::model
