// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/message_journal.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {

using core::Ticks;

const MessageHistory* MessageJournal::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &messages_[found->second];
}

std::string MessageJournal::name(std::uint32_t node, RdmaMessageId message) const {
  const auto found = numbers_.find({node, message});
  return found == numbers_.end() ? fmt::format("message of {}", node)
                                 : messages_[found->second].name;
}

void MessageJournal::called(unsigned node, RdmaMessageId message, const RdmaHost::Put& put) {
  const auto number = static_cast<std::uint32_t>(messages_.size());
  MessageHistory& history = messages_.emplace_back();
  history.pair = fmt::format("message {}->{}", node, put.node);
  history.name = names_.next(history.pair);
  history.from = node;
  history.put = put;
  history.first = message == 1;
  history.called = core::now_ticks();
  numbers_[{node, message}] = number;
  by_name_[history.name] = number;
}

void MessageJournal::called(std::uint32_t source, RdmaMessageId message, const std::string& name,
                            const std::string& pair, std::uint64_t bytes) {
  numbers_[{source, message}] = by_name_[name] = static_cast<std::uint32_t>(messages_.size());
  MessageHistory& history = messages_.emplace_back();
  history.name = name;
  history.pair = pair;
  history.put.bytes = bytes;
  history.copy = true;
  history.called = core::now_ticks();
}

void MessageJournal::arrives(const MessageItem& item) {
  const auto found = numbers_.find({item.source, item.message});
  if (found != numbers_.end() && item.part < MessageItem::kEvent)
    messages_[found->second].packets.push_back(last(item));
  tries_.erase(item);
}

void MessageJournal::ends(const MessageItem& item) {
  const auto found = numbers_.find({item.source, item.message});
  if (found == numbers_.end()) return;
  MessageHistory& message = messages_[found->second];
  message.last = last(item);
  message.ended = core::now_ticks();
  message.notified = item.part == MessageItem::kEvent;
  forget(MessageItem::whole(item.source, item.message));
  forget(MessageItem::event(item.source, item.message));
}

core::StepChains::Step MessageJournal::made(const MessageItem& item, const std::string& what,
                                            Ticks from, Ticks until, const Places& places) {
  core::StepChains::Step step;
  const auto owner = numbers_.find({item.source, item.message});
  if (owner != numbers_.end()) step.owner = owner->second;
  step.what = number_of_what(what);
  step.from = from;
  step.until = until;
  step.before = last(item);
  step.blocker = blocker(places, from);
  return step;
}

MessageJournal::Step MessageJournal::add(const MessageItem& item, const std::string& what,
                                         Ticks from, Ticks until, const Places& places) {
  const Step step = keep(item, made(item, what, from, until, places));
  items_[item].last = step;
  return step;
}

MessageJournal::Step MessageJournal::aside(const MessageItem& item, const std::string& what,
                                           Ticks from, Ticks until, const Places& places) {
  return steps_.add(made(item, what, from, until, places));
}

MessageJournal::Step MessageJournal::after(Step before, const MessageItem& item,
                                           const std::string& what, Ticks from, Ticks until,
                                           const Places& places) {
  core::StepChains::Step step = made(item, what, from, until, places);
  step.before = before;
  return keep(item, step);
}

MessageJournal::Step MessageJournal::lost(Step before, const MessageItem& item,
                                          const std::string& where, const std::string& to,
                                          const std::string& what, Ticks from, Ticks until) {
  core::StepChains::Step step = made(item, what, from, until, {});
  step.before = before;
  step.lost = true;
  step.at = number_of_what(where);
  if (!to.empty()) {
    const auto [known, is_new] =
        by_name_.try_emplace(to, static_cast<std::uint32_t>(messages_.size()));
    if (is_new) {
      MessageHistory& history = messages_.emplace_back();
      history.name = history.pair = to;
    }
    step.lost_to = known->second;
  }
  return keep(item, step);
}

void MessageJournal::in_vain(const MessageItem& item, const std::string& what) {
  const auto tries = tries_.find(item);
  if (tries == tries_.end()) return;
  for (const Step step : tries->second) steps_.in_vain(step, number_of_what(what));
}

MessageJournal::Step MessageJournal::keep(const MessageItem& item,
                                          const core::StepChains::Step& step) {
  const Step id = steps_.add(step);
  if (const auto tries = tries_.find(item); tries != tries_.end()) tries->second.push_back(id);
  return id;
}

std::uint32_t MessageJournal::number_of_what(const std::string& what) {
  const auto [number, is_new] =
      what_numbers_.try_emplace(what, static_cast<std::uint32_t>(whats_.size()));
  if (is_new) whats_.push_back(what);
  return number->second;
}

MessageJournal::Step MessageJournal::serve(const MessageItem& item, const std::string& what,
                                           const Place& place) {
  const Step before = last_of(place);
  const Ticks free = before == kNone ? 0 : steps_.step(before).until;
  const Step step = add(item, what, std::max(since(item), free), core::now_ticks(), {place});
  leaves(place, step);
  return step;
}

void MessageJournal::leaves(const Place& place, Step step) {
  std::deque<Step>& left = places_[place];
  left.push_back(step);
  if (left.size() > kRemembered) left.pop_front();
}

MessageJournal::Step MessageJournal::last(const MessageItem& item) const {
  const auto found = items_.find(item);
  return found == items_.end() ? kNone : found->second.last;
}

Ticks MessageJournal::since(const MessageItem& item) const {
  const Step step = last(item);
  if (step != kNone) return steps_.step(step).until;
  const auto owner = numbers_.find({item.source, item.message});
  return owner == numbers_.end() ? core::now_ticks() : messages_[owner->second].called;
}

void MessageJournal::follows(const MessageItem& to, const MessageItem& from) {
  items_[to].last = last(from);
}

void MessageJournal::follows(const MessageItem& to, const Place& place) {
  items_[to].last = last_of(place);
}

Ticks MessageJournal::due(const MessageItem& item) const {
  const auto found = items_.find(item);
  return found == items_.end() ? 0 : found->second.due;
}

MessageJournal::Step MessageJournal::last_of(const Place& place) const {
  const auto found = places_.find(place);
  return found == places_.end() ? kNone : found->second.back();
}

/// Returns the step that ended last among those that had left `places` by `from`.
MessageJournal::Step MessageJournal::blocker(const Places& places, Ticks from) const {
  Step latest = kNone;
  for (const Place& place : places) {
    const auto found = places_.find(place);
    if (found == places_.end()) continue;
    const auto left = std::find_if(found->second.rbegin(), found->second.rend(),
                                   [&](Step step) { return steps_.step(step).until <= from; });
    if (left == found->second.rend()) continue;
    if (latest == kNone || steps_.step(*left).until > steps_.step(latest).until) latest = *left;
  }
  return latest;
}

void MessageJournal::task_ends(const Place& processor, Ticks began, const std::string& what) {
  const Ticks now = core::now_ticks();
  const Step last = last_of(processor);
  core::StepChains::Step rest;
  rest.from = began;
  if (last != kNone && steps_.step(last).until > began) {
    rest = steps_.step(last);
    rest.from = rest.until;
    rest.before = last;
    rest.blocker = kNone;
  } else {
    rest.what = made({}, what, began, now, {}).what;
    rest.blocker = last;
  }
  rest.until = now;
  if (rest.from < now) leaves(processor, steps_.add(rest));
}

MessageItem MessageJournal::next_event(const void* engine) {
  std::deque<MessageItem>& events = events_[engine];
  GF_CHECK(!events.empty(), "an event that nobody commanded");
  const MessageItem item = events.front();
  events.pop_front();
  return item;
}

}  // namespace gf::model
