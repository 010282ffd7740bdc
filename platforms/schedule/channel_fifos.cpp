// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/channel_fifos.h"

#include <algorithm>

#include "core/base/ticks.h"
#include "workloads/schedule/slice.h"

namespace gf::platforms::schedule {

using model::Task;
using model::TaskKind;

ChannelFifos::Signals::Signals(const std::string& path)
    : state(path + ".state", 2,
            "the block: 0 has no work, 1 waits for data, 2 waits for a place, 3 moves a slice"),
      filled(path + ".filled", 16, "slices that have come, with their flags, and are not read yet"),
      free(path + ".free", 16, "places for slices that senders may still use"),
      posted(path + ".posted", 16, "slices whose last stores are on their way") {}

ChannelFifos::ChannelFifos(const std::vector<model::Schedule>& schedules,
                           const std::function<std::string(unsigned)>& name) {
  for (const model::Schedule& schedule : schedules)
    for (const Task& task : schedule.tasks) {
      if (task.kind != TaskKind::kSlice) continue;
      const Key key{task.slice->channel, task.src};
      if (signals_.count(key) == 0)
        signals_.try_emplace(key, name(task.src) + ".channel_" + std::to_string(key.first));
    }
}

void ChannelFifos::begins(const model::Schedule& schedule) {
  schedule_ = core::Probe::any_on() && !signals_.empty() ? &schedule : nullptr;
  if (schedule_ == nullptr) return;
  blocks_.clear();
  received_.clear();
  ended_.assign(schedule.tasks.size(), false);
  std::map<Key, std::set<unsigned>> senders;
  std::map<Key, unsigned> places;
  for (std::size_t number = 0; number < schedule.tasks.size(); ++number) {
    const Task& task = schedule.tasks[number];
    if (task.kind != TaskKind::kSlice) continue;
    block_of(task).program.push_back(number);
    for (const unsigned from : task.slice->received) received_.emplace(from, task.src);
    each_receiver(task, [&](unsigned device, Block&) {
      const Key key{task.slice->channel, device};
      if (senders[key].insert(task.src).second) places[key] += task.slice->window;
    });
  }
  const core::Ticks now = core::now_ticks();
  for (auto& [key, block] : blocks_) {
    block.signals->filled.set(now, 0);
    block.signals->free.set(now, places[key]);
    block.signals->posted.set(now, 0);
    show_state(block);
  }
}

ChannelFifos::Block& ChannelFifos::block_of(const Task& slice) {
  const Key key{slice.slice->channel, slice.src};
  const auto [block, is_new] = blocks_.try_emplace(key);
  if (is_new) block->second.signals = &signals_.at(key);
  return block->second;
}

void ChannelFifos::each_receiver(const Task& slice,
                                 const std::function<void(unsigned, Block&)>& act) {
  for (const model::Elements& to : slice.slice->move.writes) {
    const auto block = blocks_.find({slice.slice->channel, to.rank});
    if (to.rank != slice.src && block != blocks_.end()) act(to.rank, block->second);
  }
}

void ChannelFifos::show_state(const Block& block) const {
  State state = kNothing;
  if (block.moves) {
    state = kMoves;
  } else if (block.next < block.program.size()) {
    const Task& next = schedule_->tasks[block.program[block.next]];
    const auto is_missing = [&](unsigned before) { return !ended_[before]; };
    const auto is_launch = [&](unsigned before) {
      return is_missing(before) && schedule_->tasks[before].kind != TaskKind::kSlice;
    };
    const std::vector<unsigned>& data = next.slice->received;
    if (std::any_of(next.after.begin(), next.after.end(), is_launch))
      state = kNothing;
    else
      state = std::any_of(data.begin(), data.end(), is_missing) ? kData : kPlace;
  }
  block.signals->state.set(core::now_ticks(), state);
}

void ChannelFifos::slice_begins(const Task& slice) {
  if (schedule_ == nullptr) return;
  Block& block = block_of(slice);
  ++block.next;
  block.moves = true;
  show_state(block);
  each_receiver(slice, [](unsigned, Block& to) { to.signals->free.add(core::now_ticks(), -1); });
}

void ChannelFifos::slice_passed(const Task& slice) {
  if (schedule_ == nullptr) return;
  Block& block = block_of(slice);
  block.moves = false;
  block.signals->posted.add(core::now_ticks(), 1);
  show_state(block);
}

void ChannelFifos::ended(const Task& task) {
  if (schedule_ == nullptr) return;
  const core::Ticks now = core::now_ticks();
  const auto number = static_cast<std::size_t>(&task - schedule_->tasks.data());
  ended_[number] = true;
  if (task.kind != TaskKind::kSlice) {  // a launch
    for (const auto& [key, block] : blocks_)
      if (key.second == task.src) show_state(block);
    return;
  }
  const Block& block = block_of(task);
  block.signals->posted.add(now, -1);
  const auto read = static_cast<int>(task.slice->received.size());
  if (read > 0) {
    block.signals->filled.add(now, -read);
    block.signals->free.add(now, read);
  }
  each_receiver(task, [&](unsigned device, Block& to) {
    // What is not read any more has come to its last place.
    core::Probe& count =
        received_.count({number, device}) > 0 ? to.signals->filled : to.signals->free;
    count.add(now, 1);
    show_state(to);
  });
}

}  // namespace gf::platforms::schedule
