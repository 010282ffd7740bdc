// SPDX-License-Identifier: Apache-2.0
#include "core/trace/span_log.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace gf::core {

const SpanLog::Life* SpanLog::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &lives_[found->second];
}

SpanLog::Life& SpanLog::begins(std::uint64_t group, std::uint64_t owner, const std::string& series,
                               std::uint64_t bytes) {
  return begins(group, owner, names_.next(series), series, bytes);
}

SpanLog::Life& SpanLog::begins(std::uint64_t group, std::uint64_t owner, const std::string& name,
                               const std::string& series, std::uint64_t bytes) {
  numbers_[{group, owner}] = by_name_[name] = static_cast<Number>(lives_.size());
  Life& life = lives_.emplace_back();
  life.name = name;
  life.series = series;
  life.bytes = bytes;
  life.began = now_ticks();
  return life;
}

SpanLog::Number SpanLog::number_of(const Thing& thing) const {
  const auto found = numbers_.find({thing.group, thing.owner});
  return found == numbers_.end() ? kNone : found->second;
}

const SpanLog::Life* SpanLog::owner_of(const Thing& thing) const {
  const Number owner = number_of(thing);
  return owner == kNone ? nullptr : &lives_[owner];
}

void SpanLog::ends(const Thing& thing, const std::string& end) {
  const Number owner = number_of(thing);
  if (owner == kNone) return;
  Life& life = lives_[owner];
  life.last = last(thing);
  life.ended = now_ticks();
  life.end = end;
}

void SpanLog::arrives(const Thing& thing) {
  if (const Number owner = number_of(thing); owner != kNone)
    lives_[owner].parts.push_back(last(thing));
  tries_.erase(thing);
}

SpanLog::Span SpanLog::made(const Thing& thing, const std::string& what, Ticks from, Ticks until,
                            const Places& places) {
  Span span;
  span.owner = number_of(thing);
  span.what = number_of_text(what);
  span.from = from;
  span.until = until;
  span.before = last(thing);
  span.blocker = blocker(places, from);
  return span;
}

SpanLog::Id SpanLog::add(const Span& span) {
  GF_CHECK(span.from <= span.until, "a span that ends before it begins");
  spans_.push_back(span);
  return static_cast<Id>(spans_.size() - 1);
}

SpanLog::Id SpanLog::add(const Thing& thing, const std::string& what, Ticks from, Ticks until,
                         const Places& places) {
  const Id span = keep(thing, made(thing, what, from, until, places));
  states_[thing].last = span;
  return span;
}

SpanLog::Id SpanLog::aside(const Thing& thing, const std::string& what, Ticks from, Ticks until,
                           const Places& places) {
  return add(made(thing, what, from, until, places));
}

SpanLog::Id SpanLog::after(Id before, const Thing& thing, const std::string& what, Ticks from,
                           Ticks until, const Places& places) {
  Span span = made(thing, what, from, until, places);
  span.before = before;
  return keep(thing, span);
}

SpanLog::Id SpanLog::lost(Id before, const Thing& thing, const std::string& where,
                          const std::string& to, const std::string& what, Ticks from, Ticks until) {
  Span span = made(thing, what, from, until, {});
  span.before = before;
  span.lost = true;
  span.at = number_of_text(where);
  if (!to.empty()) {
    const auto [known, is_new] = by_name_.try_emplace(to, static_cast<Number>(lives_.size()));
    if (is_new) lives_.emplace_back().name = to;
    span.lost_to = known->second;
  }
  return keep(thing, span);
}

SpanLog::Id SpanLog::serve(const Thing& thing, const std::string& what, const Place& place) {
  const Id before = last_of(place);
  const Ticks free = before == kNone ? 0 : spans_[before].until;
  const Id span = add(thing, what, std::max(since(thing), free), now_ticks(), {place});
  leaves(place, span);
  return span;
}

SpanLog::Id SpanLog::keep(const Thing& thing, const Span& span) {
  GF_CHECK(span.before == kNone || spans_[span.before].until <= span.from,
           texts_[span.what] + " begins before the span before it has ended");
  const Id id = add(span);
  if (const auto tries = tries_.find(thing); tries != tries_.end()) tries->second.push_back(id);
  return id;
}

void SpanLog::in_vain(const Thing& thing, const std::string& what) {
  const auto tries = tries_.find(thing);
  if (tries == tries_.end()) return;
  for (const Id id : tries->second) {
    Span& span = spans_[id];
    span.lost = true;
    span.lost_to = kNone;
    span.what = span.at = number_of_text(what);
  }
}

SpanLog::Number SpanLog::number_of_text(const std::string& text) {
  const auto [number, is_new] = text_numbers_.try_emplace(text, static_cast<Number>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return number->second;
}

void SpanLog::leaves(const Place& place, Id span) {
  std::deque<Id>& left = places_[place];
  left.push_back(span);
  if (left.size() > kRemembered) left.pop_front();
}

SpanLog::Id SpanLog::last(const Thing& thing) const {
  const auto found = states_.find(thing);
  return found == states_.end() ? kNone : found->second.last;
}

Ticks SpanLog::since(const Thing& thing) const {
  if (const Id span = last(thing); span != kNone) return spans_[span].until;
  const Life* const life = owner_of(thing);
  return life == nullptr ? now_ticks() : life->began;
}

Ticks SpanLog::due(const Thing& thing) const {
  const auto found = states_.find(thing);
  return found == states_.end() ? 0 : found->second.due;
}

SpanLog::Id SpanLog::last_of(const Place& place) const {
  const auto found = places_.find(place);
  return found == places_.end() ? kNone : found->second.back();
}

/// Returns the span that ended last among those that had left `places` by `from`.
SpanLog::Id SpanLog::blocker(const Places& places, Ticks from) const {
  Id latest = kNone;
  for (const Place& place : places) {
    const auto found = places_.find(place);
    if (found == places_.end()) continue;
    const auto left = std::find_if(found->second.rbegin(), found->second.rend(),
                                   [&](Id span) { return spans_[span].until <= from; });
    if (left == found->second.rend()) continue;
    if (latest == kNone || spans_[*left].until > spans_[latest].until) latest = *left;
  }
  return latest;
}

void SpanLog::task_ends(const Place& processor, Ticks began, const std::string& what) {
  const Ticks now = now_ticks();
  const Id last = last_of(processor);
  Span rest;
  if (last != kNone && spans_[last].until > began) {
    rest = spans_[last];
    rest.from = rest.until;
    rest.before = last;
    rest.blocker = kNone;
  } else {
    rest.what = number_of_text(what);
    rest.from = began;
    rest.blocker = last;
  }
  rest.until = now;
  if (rest.from < now) leaves(processor, add(rest));
}

SpanLog::Thing SpanLog::next_of(const void* engine) {
  std::deque<Thing>& commands = commands_[engine];
  GF_CHECK(!commands.empty(), "an event that nobody commanded");
  const Thing thing = commands.front();
  commands.pop_front();
  return thing;
}

}  // namespace gf::core
