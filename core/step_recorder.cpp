// SPDX-License-Identifier: Apache-2.0
#include "core/step_recorder.h"

#include <algorithm>
#include <utility>

#include "core/error.h"

namespace gf::core {
namespace {

/// Values that grow in one step mostly grow in many: their lists are not moved again and again.
constexpr std::size_t kFewSteps = 32;

}  // namespace

StepRecorder::StepRecorder(std::size_t most_steps)
    : most_steps_(most_steps), begin_(now_ticks()), last_(begin_) {
  GF_CHECK(most_steps >= 2 && most_steps % 2 == 0, "steps are joined in pairs");
}

std::size_t StepRecorder::watch(std::function<std::uint64_t()> value) {
  return watch(Value{std::move(value), nullptr, 1, false});
}

std::size_t StepRecorder::watch_time(std::function<Ticks()> value) {
  return watch(Value{std::move(value), nullptr, 1, true});
}

std::size_t StepRecorder::watch_number(const std::uint64_t& number, std::uint64_t unit) {
  return watch(Value{{}, &number, unit, false});
}

std::size_t StepRecorder::watch(Value value) {
  GF_CHECK(steps_ == 0, "a value more after the first step");
  value.last = value.now();
  values_.push_back(std::move(value));
  return values_.size() - 1;
}

void StepRecorder::take_until(Ticks until) {
  while (next() <= until) take(next());
}

void StepRecorder::finish() {
  if (now_ticks() > last_) take(now_ticks());
}

void StepRecorder::take(Ticks at) {
  for (const auto& prepare : prepare_) prepare(at);
  for (Value& value : values_)
    // Most have not grown.
    if (const std::uint64_t now = value.now(); now != value.last || value.ahead != 0)
      book(value, now, at - last_);
  ++steps_;
  last_ = at;
  if (steps_ == most_steps_) merge();
}

void StepRecorder::book(Value& value, std::uint64_t now, Ticks span) const {
  std::uint64_t grown = now < value.last ? now : now - value.last;  // A reset starts over from 0.
  value.last = now;
  if (value.ahead_counts_later) {
    // A share above 1 in this step and below it in the next would be the price.
    const std::uint64_t booked = grown + value.ahead;
    grown = std::min<std::uint64_t>(booked, span);
    value.ahead = booked - grown;
  }
  if (grown == 0) return;
  value.total += grown;
  std::vector<std::uint64_t>& steps = value.steps;
  if (steps.capacity() == 0) steps.reserve(std::min(most_steps_, std::max(kFewSteps, steps_ + 1)));
  while (steps.size() < steps_) steps.push_back(0);
  steps.push_back(grown);
}

void StepRecorder::merge() {
  for (Value& value : values_) {
    std::vector<std::uint64_t>& steps = value.steps;
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

}  // namespace gf::core
