// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ticks.h"
#include "core/ranks/rank_data.h"
#include "core/time/sampler.h"

namespace gf::core {

/// Records by how much growing values (a busy time, a count, bytes) grow in each step of a run.
/// Memory is bounded however long the run is. All steps have the same length, 100 ns at first,
/// which doubles each time that there are too many; only the last step may be shorter. A value that
/// never grew takes no memory.
///
/// A value is a number in the model that is read in place at the end of each step. It costs a few
/// instructions if it has not grown. Where little happens, reading the values could cost more than
/// the simulation itself. Then steps double before there are too many (costs_too_much()).
///
/// If several ranks simulate a machine, each has a recorder with all values but watches only those
/// that it counts itself. All take the same steps, and in the end rank 0 has all values.
class StepRecorder final : public Sampler, public RankData {
 public:
  static constexpr Ticks kFirstStep = 100'000'000;  // 100 ns

  /// Keeps at most `most_steps` steps: an even number, at least 2. Where reading costs too much,
  /// `few_steps` are enough; 0: never.
  explicit StepRecorder(std::size_t most_steps, std::size_t few_steps = 0);

  /// Records another value, `number` times `unit`, and returns its index. Call it before the first
  /// step ends.
  std::size_t watch(const std::uint64_t& number, std::uint64_t unit = 1);
  /// Like watch(), for a count of what the model does; these counts measure the activity of a run.
  std::size_t watch_events(const std::uint64_t& number);
  /// Like watch(), for a real number; only its integer part is recorded.
  std::size_t watch(const double& number);
  /// Like watch(), for a time in ticks that is booked ahead: a sender books the whole time of a
  /// packet when it begins to send. The part beyond the end of a step counts in the next ones.
  std::size_t watch_time(const std::uint64_t& number, Ticks unit = 1);
  /// Makes value `value` also grow with this number.
  void add(std::size_t value, const std::uint64_t& number);
  /// Calls `prepare` before values are read, with the time until which they are needed: now, or
  /// ahead of it as in Sampler::take_until().
  void before_step(std::function<void(Ticks until)> prepare) {
    prepare_.push_back(std::move(prepare));
  }

  [[nodiscard]] Ticks next() const override { return last_ + step_; }
  void take_until(Ticks until) override;
  /// Ends the last step now, and brings the growth recorded by other ranks to rank 0. Call it after
  /// the run, before its steps are read. Collective.
  void finish();

  [[nodiscard]] Ticks begin() const { return begin_; }
  [[nodiscard]] Ticks end() const { return last_; }   ///< End of the last step.
  [[nodiscard]] Ticks step() const { return step_; }  ///< Length of all but the last.
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] std::size_t watched() const { return values_.size(); }
  /// Number of reads so far, and how many of them found a number that had grown.
  [[nodiscard]] std::uint64_t looks() const { return looked_; }
  [[nodiscard]] std::uint64_t changes() const { return changed_; }
  /// Length of step `index`.
  [[nodiscard]] Ticks length(std::size_t index) const;
  /// Returns by how much value `number` grew in step `index`; total() returns its whole growth.
  [[nodiscard]] std::uint64_t grown(std::size_t number, std::size_t index) const {
    const std::vector<std::uint64_t>& steps = values_[number].steps;
    return index < steps.size() ? steps[index] : 0;
  }
  /// Returns its growth in all steps from step 0 to the last in which it grew.
  [[nodiscard]] const std::vector<std::uint64_t>& grown(std::size_t number) const {
    return values_[number].steps;
  }
  [[nodiscard]] std::uint64_t total(std::size_t number) const { return values_[number].total; }

 private:
  /// Everything that a step reads of a number; kept small, because most numbers have not grown.
  struct Look {
    const void* number;  ///< Eight bytes: a std::uint64_t or a double.
    std::uint64_t last;  ///< Those bytes at the last step.
  };
  struct Source {
    std::size_t value;  ///< Value that grows with it.
    std::uint64_t unit;
    bool real = false;
    bool events = false;
  };
  struct Value {
    bool ahead_counts_later;
    std::uint64_t due = 0;  ///< Growth that is in no step yet.
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
  /// Packs, for each value that has grown, its index, its whole growth, and its growth in each
  /// step.
  void pack(ByteWriter& writer) override;
  /// Adds the growth in other ranks. A check fails if they took other steps.
  void merge(std::vector<Packed>& others) override;

  const std::size_t most_steps_;
  const std::size_t few_steps_;
  std::vector<Look> looks_;
  std::vector<Source> sources_;  ///< By the index in looks_.
  std::vector<Value> values_;
  std::vector<std::size_t> due_;  ///< Values with `due` growth.
  std::vector<std::function<void(Ticks)>> prepare_;
  const Ticks begin_;
  std::uint64_t looked_ = 0;
  std::uint64_t changed_ = 0;
  std::uint64_t events_ = 0;  ///< Growth of the numbers of watch_events().
  std::uint64_t taken_ = 0;   ///< Steps taken, including those joined since.
  Ticks step_ = kFirstStep;
  Ticks last_;
  std::size_t steps_ = 0;
};

}  // namespace gf::core
