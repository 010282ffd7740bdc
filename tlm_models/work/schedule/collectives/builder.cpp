// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/schedule/collectives/builder.h"

#include <algorithm>
#include <memory>

#include "core/error.h"

namespace gf::model {
namespace {

constexpr std::size_t kBuffers = 3;

bool same(const Elements& a, const Elements& b, bool in_place) {
  const bool same_memory = a.buffer == b.buffer || (in_place && a.buffer != Buffer::kScratch &&
                                                    b.buffer != Buffer::kScratch);
  return a.rank == b.rank && same_memory && a.first == b.first;
}

}  // namespace

CollectiveBuilder::CollectiveBuilder(Collective collective)
    : collective_(std::move(collective)),
      accesses_(collective_.ranks * kBuffers),
      scratch_used_(collective_.ranks) {}

Elements CollectiveBuilder::scratch(unsigned rank, std::uint64_t count) {
  const std::uint64_t first = scratch_used_[rank];
  scratch_used_[rank] += count;
  collective_.scratch = std::max(collective_.scratch, scratch_used_[rank]);
  return {rank, Buffer::kScratch, first, count};
}

std::vector<CollectiveBuilder::Access>& CollectiveBuilder::accesses(const Elements& where) {
  const bool one = collective_.in_place && where.buffer == Buffer::kOutput;
  const Buffer buffer = one ? Buffer::kInput : where.buffer;
  return accesses_[where.rank * kBuffers + static_cast<std::size_t>(buffer)];
}

void CollectiveBuilder::read(const Elements& what, Task& task) {
  const std::uint64_t end = what.first + what.count;
  const auto number = static_cast<unsigned>(tasks_.size());
  for (const Access& before : accesses(what))
    if (before.writes && before.first < end && what.first < before.end)
      task.after.push_back(before.task);
  accesses(what).push_back({what.first, end, number, false});
}

void CollectiveBuilder::write(const Elements& what, Task& task) {
  const std::uint64_t end = what.first + what.count;
  const auto number = static_cast<unsigned>(tasks_.size());
  std::vector<Access>& list = accesses(what);
  for (const Access& before : list)
    if (before.task != number && before.first < end && what.first < before.end)
      task.after.push_back(before.task);
  // Who meets what is written over has this task to wait for, and by it those before.
  const auto covered = [&](const Access& before) {
    return what.first <= before.first && before.end <= end;
  };
  list.erase(std::remove_if(list.begin(), list.end(), covered), list.end());
  list.push_back({what.first, end, number, true});
}

void CollectiveBuilder::copy(const Elements& from, const Elements& to) {
  if (from.count == 0 || same(from, to, collective_.in_place)) return;
  Task task;
  task.src = from.rank;
  task.dst = to.rank;
  const bool local = from.rank == to.rank;
  task.kind = local ? TaskKind::kKernel : TaskKind::kCopy;
  task.bytes = core::Bytes(from.count * kElementBytes * (local ? 2 : 1));
  read(from, task);
  write(to, task);
  add(std::move(task), {from, {}, to});
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
  add(std::move(task), {a, b, to});
}

void CollectiveBuilder::add(Task task, const DataMove& move) {
  const std::uint64_t count = move.a.count;
  GF_CHECK(move.to.count == count && (move.b.count == 0 || move.b.count == count),
           "a move of " + std::to_string(count) + " elements");
  std::sort(task.after.begin(), task.after.end());
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
  tasks_.push_back(std::move(task));
  if (collective_.check) collective_.moves.push_back(move);
}

Schedule CollectiveBuilder::finish(const std::string& name) {
  return {name, std::move(tasks_), std::make_shared<const Collective>(std::move(collective_))};
}

}  // namespace gf::model
