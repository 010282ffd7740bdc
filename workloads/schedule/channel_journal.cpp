// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/channel_journal.h"

#include <algorithm>

#include "core/base/text_match.h"
#include "workloads/schedule/slice.h"

namespace gf::model {

using core::HopJournal;
using core::SpanLog;
using core::Ticks;

std::string ChannelJournal::channel_of(const std::string& flow) {
  if (!core::begins_with(flow, "channel ")) return "";
  return flow.substr(0, flow.find(' ', std::string("channel ").size()));
}

void ChannelJournal::begins(const Schedule& schedule) {
  const auto is_slice = [](const Task& task) { return task.kind == TaskKind::kSlice; };
  schedule_ = nullptr;
  if (std::none_of(schedule.tasks.begin(), schedule.tasks.end(), is_slice)) return;
  schedule_ = &schedule;
  ++collectives_;
  ends_.assign(schedule.tasks.size(), core::kNever);
  blocks_.clear();
  now_.clear();
  std::map<unsigned, std::uint64_t> bytes;
  for (const Task& task : schedule.tasks) {
    if (!is_slice(task)) continue;
    bytes[task.slice->channel] += task.bytes.count();
    blocks_.try_emplace({task.slice->channel, task.src}, Block{core::now_ticks()});
  }
  for (const auto& [channel, all] : bytes) {
    const Life& life = log_.begins(kGroups + collectives_, channel, name_of(channel), all);
    now_[channel] = &times_[life.name];
    now_[channel]->collective = collectives_;
  }
  for (const auto& [block, state] : blocks_) ++now_.at(block.first)->blocks;
}

SpanLog::Thing ChannelJournal::thing(const Task& slice) const {
  return {kGroups + collectives_, slice.slice->channel, number_of(slice)};
}

void ChannelJournal::slice_begins(const Task& slice) {
  const Thing item = thing(slice);
  Block& block = blocks_.at({slice.slice->channel, slice.src});
  Ticks launched = 0;
  SpanLog::Places places{{&block, 0}};
  for (const unsigned before : slice.after) {
    if (schedule_->tasks[before].kind == TaskKind::kSlice)
      places.push_back(end_of(before));
    else
      launched = std::max(launched, ends_[before]);
  }
  if (launched > log_.since(item))
    log_.add(item, "launch of the blocks", log_.since(item), launched);
  log_.goes_on(item, "its turn", places);
  add_wait(slice, block, launched);
}

void ChannelJournal::add_wait(const Task& slice, Block& block, Ticks launched) {
  BlockTimes& times = *now_.at(slice.slice->channel);
  Ticks come = 0;
  for (const unsigned from : slice.slice->received) come = std::max(come, ends_[from]);
  // What it waited for at a time is the first of these that it did not have.
  const Ticks now = core::now_ticks();
  const Ticks launch = std::clamp(launched, block.free, now);
  const Ticks data = std::clamp(come, launch, now);
  times.launch += launch - block.free;
  times.data += data - launch;
  times.place += now - data;
}

void ChannelJournal::passed(const Task& slice, Ticks loading) {
  const Thing item = thing(slice);
  const Ticks now = core::now_ticks(), began = log_.since(item);
  loading = std::min(loading, now - began);
  log_.add(item, "loads from the GPU's own memory", began, began + loading);
  const auto& to = slice.slice->move.writes;
  const bool leaves = std::any_of(to.begin(), to.end(),
                                  [&](const Elements& each) { return each.rank != slice.src; });
  const SpanLog::Id span = log_.add(item, leaves ? "stores: until the way out had taken them"
                                                 : "stores: until the port had taken them");
  Block& block = blocks_.at({slice.slice->channel, slice.src});
  log_.leaves({&block, 0}, span);
  BlockTimes& times = *now_.at(slice.slice->channel);
  times.loading += loading;
  times.storing += now - began - loading;
  block.free = now;
}

void ChannelJournal::stored(const Task& slice, const Flow* connection, std::uint64_t packet,
                            bool flags) {
  if (flags)
    add_way(thing(slice), connection, packet, "flag on its way", "flag: memory, and its answer");
  else
    add_way(thing(slice), connection, packet, "stores on their way",
            connection == nullptr ? "stores: the GPU's own memory"
                                  : "stores: the peer's memory, and its answer");
}

void ChannelJournal::add_way(const Thing& slice, const Flow* connection, std::uint64_t packet,
                             const std::string& where, const std::string& rest) {
  SpanLog::Id span = log_.last(slice);
  if (connection != nullptr) {
    const HopJournal::Number flow = flow_number(*HopJournal::active(), *connection);
    const core::PacketSpansIf::Spans way = ways_.take_last(flow, packet);
    if (!way.empty() && way.front().from > log_.since(slice))
      span = log_.add(slice, where + ": to the link", log_.since(slice), way.front().from);
    // Whose packets were in the way is in the text of a span: there may be many channels.
    span = core::add_spans(log_, slice, span, way, where,
                           [](HopJournal::Number) { return std::string(); });
  }
  log_.resume(slice, core::add_rest(log_, slice, span, rest));
}

void ChannelJournal::ended(const Task& task) {
  if (schedule_ == nullptr) return;
  ends_[number_of(task)] = core::now_ticks();
  if (task.kind != TaskKind::kSlice) return;
  const Thing item = thing(task);
  log_.leaves(end_of(number_of(task)), log_.last(item));
  log_.ends(item, "its last slice was in memory");
  log_.forget(item);
}

}  // namespace gf::model
