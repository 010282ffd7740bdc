// SPDX-License-Identifier: Apache-2.0
#include "core/stats/step_recorder.h"

#include <algorithm>
#include <cstring>
#include <systemc>
#include <utility>

#include "core/base/error.h"

namespace gf::core {
namespace {

/// Values that grow in one step mostly grow in many; this avoids repeated reallocation.
constexpr std::size_t kFirstRoom = 32;

/// Estimated instructions: of one look (kLook), and what a run executes at least for one count of
/// activity (kEvent) and for one change of a statistic (kChange). They are not measured, and delta
/// cycles of the kernel do not count, because both depend on how a machine is partitioned. The same
/// run thus has the same steps everywhere.
constexpr std::uint64_t kLook = 5;
constexpr std::uint64_t kEvent = 100;
constexpr std::uint64_t kChange = 200;
constexpr std::uint64_t kMostShare = 25;  ///< Looking may cost one part in this many.

std::uint64_t bits_at(const void* number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, number, sizeof bits);
  return bits;
}

std::uint64_t count_of(std::uint64_t bits, bool real) {
  if (!real) return bits;
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return static_cast<std::uint64_t>(number);
}

}  // namespace

StepRecorder::StepRecorder(std::size_t most_steps, std::size_t few_steps)
    : RankData(When::kAsked),
      most_steps_(most_steps),
      few_steps_(few_steps),
      begin_(now_ticks()),
      last_(begin_) {
  GF_CHECK(most_steps >= 2 && most_steps % 2 == 0, "steps are joined in pairs");
}

std::size_t StepRecorder::watch(const std::uint64_t& number, std::uint64_t unit) {
  return watch(&number, {values_.size(), unit}, false);
}

std::size_t StepRecorder::watch_events(const std::uint64_t& number) {
  return watch(&number, {values_.size(), 1, false, true}, false);
}

std::size_t StepRecorder::watch(const double& number) {
  return watch(&number, {values_.size(), 1, true}, false);
}

std::size_t StepRecorder::watch_time(const std::uint64_t& number, Ticks unit) {
  return watch(&number, {values_.size(), unit}, true);
}

void StepRecorder::add(std::size_t value, const std::uint64_t& number) { add(&number, {value, 1}); }

std::size_t StepRecorder::watch(const void* number, const Source& source, bool ahead_counts_later) {
  values_.push_back({ahead_counts_later});
  add(number, source);
  return source.value;
}

void StepRecorder::add(const void* number, const Source& source) {
  GF_CHECK(steps_ == 0, "a value more after the first step");
  looks_.push_back({number, bits_at(number)});
  sources_.push_back(source);
}

/// Of several steps that end before anything acts again, only the first can see a number grow,
/// unless `prepare` brings the numbers to the end of each.
void StepRecorder::take_until(Ticks until) {
  for (bool look = true; next() <= until; look = !prepare_.empty()) take(next(), look);
}

void StepRecorder::finish() {
  if (now_ticks() > last_) take(now_ticks(), true);
  collect();
}

void StepRecorder::take(Ticks at, bool look) {
  if (look) {
    for (const auto& prepare : prepare_) prepare(at);
    this->look();
  }
  std::size_t left = 0;
  for (const std::size_t number : due_) {
    book(values_[number], at - last_);
    if (values_[number].due != 0) due_[left++] = number;
  }
  due_.resize(left);
  ++steps_;
  ++taken_;
  last_ = at;
  if (steps_ == most_steps_ || costs_too_much()) merge();
}

void StepRecorder::look() {
  looked_ += looks_.size();
  std::size_t index = 0;
  for (const Look& look : looks_) {
    // Most numbers have not grown.
    if (const std::uint64_t bits = bits_at(look.number); bits != look.last) changed(index, bits);
    ++index;
  }
}

void StepRecorder::changed(std::size_t index, std::uint64_t bits) {
  ++changed_;
  const Source& source = sources_[index];
  const std::uint64_t now = count_of(bits, source.real);
  const std::uint64_t last = count_of(looks_[index].last, source.real);
  looks_[index].last = bits;
  const std::uint64_t grown = now < last ? now : now - last;  // A reset starts over from 0.
  if (grown == 0) return;
  if (source.events) events_ += grown;
  Value& value = values_[source.value];
  if (value.due == 0) due_.push_back(source.value);
  value.due += grown * source.unit;
}

void StepRecorder::book(Value& value, Ticks span) const {
  // Without this, a share could be above 1 in this step and too low in the next.
  const std::uint64_t grown =
      value.ahead_counts_later ? std::min<std::uint64_t>(value.due, span) : value.due;
  value.due -= grown;
  value.total += grown;
  std::vector<std::uint64_t>& steps = value.steps;
  if (steps.capacity() == 0) steps.reserve(std::min(most_steps_, std::max(kFirstRoom, steps_ + 1)));
  if (steps.size() < steps_) steps.resize(steps_);
  steps.push_back(grown);
}

bool StepRecorder::costs_too_much() const {
  if (few_steps_ == 0 || steps_ % 2 != 0 || steps_ < 2 * few_steps_) return false;
  // Counts as if each step had been looked at. How many looks take_until() really needs depends on
  // where the kernel is idle, which other activity decides.
  const std::uint64_t looks = taken_ * looks_.size();
  return looks * kLook * kMostShare > ranks().sum(events_ * kEvent + changed_ * kChange);
}

void StepRecorder::merge() {
  for (Value& value : values_) {
    std::vector<std::uint64_t>& steps = value.steps;
    if (steps.empty()) continue;
    if (steps.size() % 2 == 1) steps.push_back(0);
    for (std::size_t i = 0; i < steps.size() / 2; ++i) steps[i] = steps[2 * i] + steps[2 * i + 1];
    steps.resize(steps.size() / 2);
  }
  steps_ /= 2;
  step_ *= 2;
}

Ticks StepRecorder::length(std::size_t index) const {
  const Ticks begin = begin_ + index * step_;
  return std::min(step_, last_ - begin);
}

void StepRecorder::pack(ByteWriter& writer) {
  writer.put(last_);
  writer.put(step_);
  for (std::size_t number = 0; number < values_.size(); ++number) {
    const Value& value = values_[number];
    if (value.steps.empty()) continue;
    writer.put(number);
    writer.put(value.total);
    writer.put_all(value.steps);
  }
}

void StepRecorder::merge(std::vector<Packed>& others) {
  std::vector<std::uint64_t> steps;
  for (auto& [rank, reader] : others) {
    const auto last = reader.get<Ticks>(), step = reader.get<Ticks>();
    GF_CHECK(last == last_ && step == step_, "ranks have taken other steps");
    while (!reader.at_end()) {
      Value& value = values_.at(reader.get<std::size_t>());
      value.total += reader.get<std::uint64_t>();
      reader.get_all(steps);
      value.steps.resize(std::max(value.steps.size(), steps.size()));
      std::transform(steps.begin(), steps.end(), value.steps.begin(), value.steps.begin(),
                     std::plus<>());
    }
  }
}

}  // namespace gf::core
