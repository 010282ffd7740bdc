// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ticks.h"
#include "core/time/sampler.h"

namespace gf::core {

/// Values that only grow (a busy time, a count, bytes), as what each grew by in each step of a run.
/// Bounded however long the run is: all steps have one length, 100 ns at first and twice as long
/// each time that there are too many; only the last one may be shorter. A value that never grew
/// takes no memory.
///
/// A value is a number of the model that is read where it lies, at the end of each step, and costs
/// a few instructions if it has not grown. Where little happens, looking would cost more than what
/// is looked at: then steps double before there are too many (costs_too_much()).
///
/// Where several ranks share out a machine each has a recorder of all its values, of which it
/// watches those that it counts itself. They take the same steps, and rank 0 has all values in the
/// end.
class StepRecorder final : public Sampler {
 public:
  static constexpr Ticks kFirstStep = 100'000'000;  // 100 ns

  /// Keeps at most `most_steps` steps: an even number, from 2 on. Where looking costs too much it
  /// is content with `few_steps`; 0: it never is.
  explicit StepRecorder(std::size_t most_steps, std::size_t few_steps = 0);

  /// Records one value more, `number` times `unit`, before the first step ends, and returns its
  /// number.
  std::size_t watch(const std::uint64_t& number, std::uint64_t unit = 1);
  /// The same of a count of what the model does: it tells how much a run does.
  std::size_t watch_events(const std::uint64_t& number);
  /// The same of a number whose whole part counts.
  std::size_t watch(const double& number);
  /// The same of a time in ticks that is booked ahead: a sender books the whole time of a packet
  /// when it begins to send. What lies beyond a step counts in the next ones.
  std::size_t watch_time(const std::uint64_t& number, Ticks unit = 1);
  /// Has value `value` grow with this number, too.
  void add(std::size_t value, const std::uint64_t& number);
  /// Has `prepare` called before values are read, with the date until which they are asked for:
  /// now, or ahead of it as in Sampler::take_until().
  void before_step(std::function<void(Ticks until)> prepare) {
    prepare_.push_back(std::move(prepare));
  }

  [[nodiscard]] Ticks next() const override { return last_ + step_; }
  void take_until(Ticks until) override;
  /// Ends the last step now, and has rank 0 know what grew elsewhere. Once the run is over, before
  /// its steps are read. Collective.
  void finish();

  /// What this one has recorded, for that of rank 0; adds what another one has. A check fails for
  /// one that took other steps.
  [[nodiscard]] std::string said() const;
  void take_said(const std::string& said);

  [[nodiscard]] Ticks begin() const { return begin_; }
  [[nodiscard]] Ticks end() const { return last_; }   ///< Of the last step.
  [[nodiscard]] Ticks step() const { return step_; }  ///< Length of all but the last.
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] std::size_t watched() const { return values_.size(); }
  /// Numbers that were read so far, and how many of them had grown.
  [[nodiscard]] std::uint64_t looks() const { return looked_; }
  [[nodiscard]] std::uint64_t changes() const { return changed_; }
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
  /// What every step reads of a number: no more than that, as most have not grown.
  struct Look {
    const void* number;  ///< Eight bytes: a std::uint64_t or a double.
    std::uint64_t last;  ///< They at the last step.
  };
  struct Source {
    std::size_t value;  ///< That grows with it.
    std::uint64_t unit;
    bool real = false;
    bool events = false;
  };
  struct Value {
    bool ahead_counts_later;
    std::uint64_t due = 0;  ///< What it grew by and is in no step yet.
    std::uint64_t total = 0;
    std::vector<std::uint64_t> steps = {};  ///< Up to the last one in which it grew.
  };
  std::size_t watch(const void* number, const Source& source, bool ahead_counts_later);
  void add(const void* number, const Source& source);
  void take(Ticks at, bool look);
  void look();
  void changed(std::size_t index, std::uint64_t bits);
  void book(Value& value, Ticks span) const;
  void merge();
  [[nodiscard]] bool costs_too_much() const;
  void bring_home();

  const std::size_t most_steps_;
  const std::size_t few_steps_;
  std::vector<Look> looks_;
  std::vector<Source> sources_;  ///< Of looks_, by their number.
  std::vector<Value> values_;
  std::vector<std::size_t> due_;  ///< Values of which something is.
  std::vector<std::function<void(Ticks)>> prepare_;
  const Ticks begin_;
  std::uint64_t looked_ = 0;
  std::uint64_t changed_ = 0;
  std::uint64_t events_ = 0;  ///< By how much numbers of watch_events() have grown.
  std::uint64_t taken_ = 0;   ///< Steps, those that were joined since too.
  Ticks step_ = kFirstStep;
  Ticks last_;
  std::size_t steps_ = 0;
};

}  // namespace gf::core
