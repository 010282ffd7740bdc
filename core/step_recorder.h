// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/sampler.h"
#include "core/ticks.h"

namespace gf::core {

/// Values that only grow (a busy time, a count, bytes), as what each grew by in each step of a run.
/// Bounded however long the run is: all steps have one length, 100 ns at first and twice as long
/// each time that there are too many; only the last one may be shorter. A value that never grew
/// takes no memory.
class StepRecorder final : public Sampler {
 public:
  static constexpr Ticks kFirstStep = 100'000'000;  // 100 ns

  /// Keeps at most `most_steps` steps: an even number, from 2 on.
  explicit StepRecorder(std::size_t most_steps);

  /// Records one value more, before the first step ends, and returns its number.
  std::size_t watch(std::function<std::uint64_t()> value);
  /// The same of a number that is read where it lies, `unit` each.
  std::size_t watch_number(const std::uint64_t& number, std::uint64_t unit);
  /// Has `prepare` called before values are read, with the date until which they are asked for:
  /// now, or ahead of it as in Sampler::take_until().
  void before_step(std::function<void(Ticks until)> prepare) {
    prepare_.push_back(std::move(prepare));
  }
  /// The same as watch() for a time in ticks that is booked ahead: a sender books the whole time of
  /// a packet when it begins to send. What lies beyond a step counts in the next ones.
  std::size_t watch_time(std::function<Ticks()> value);

  [[nodiscard]] Ticks next() const override { return last_ + step_; }
  void take_until(Ticks until) override;
  /// Ends the last step now. Once the run is over, before its steps are read.
  void finish();

  [[nodiscard]] Ticks begin() const { return begin_; }
  [[nodiscard]] Ticks end() const { return last_; }   ///< Of the last step.
  [[nodiscard]] Ticks step() const { return step_; }  ///< Length of all but the last.
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] std::size_t watched() const { return values_.size(); }
  /// Length of step `index`.
  [[nodiscard]] Ticks length(std::size_t index) const;
  /// What value `number` grew by in step `index`; by how much in all.
  [[nodiscard]] std::uint64_t grown(std::size_t number, std::size_t index) const {
    const std::vector<std::uint64_t>& steps = values_[number].steps;
    return index < steps.size() ? steps[index] : 0;
  }
  /// The same from step 0 to the last one in which it grew.
  [[nodiscard]] const std::vector<std::uint64_t>& grown(std::size_t number) const {
    return values_[number].steps;
  }
  [[nodiscard]] std::uint64_t total(std::size_t number) const { return values_[number].total; }

 private:
  struct Value {
    std::function<std::uint64_t()> read;  ///< Empty: `number` is read.
    const std::uint64_t* number;
    std::uint64_t unit;
    bool ahead_counts_later;
    std::uint64_t last = 0;   ///< now() at the last step.
    std::uint64_t ahead = 0;  ///< The part of `last` that counts in later steps.
    std::uint64_t total = 0;
    std::vector<std::uint64_t> steps = {};  ///< Up to the last one in which it grew.
    [[nodiscard]] std::uint64_t now() const { return number == nullptr ? read() : *number * unit; }
  };
  std::size_t watch(Value value);
  void take(Ticks at);
  void book(Value& value, std::uint64_t now, Ticks span) const;
  void merge();

  const std::size_t most_steps_;
  std::vector<Value> values_;
  std::vector<std::function<void(Ticks)>> prepare_;
  const Ticks begin_;
  Ticks step_ = kFirstStep;
  Ticks last_;
  std::size_t steps_ = 0;
};

}  // namespace gf::core
