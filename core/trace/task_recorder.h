// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/timeline.h"

namespace gf::core {

/// Keeps the slices of a timeline for the page of a run, in bounded memory however many come.
/// Where there are too many, short ones that follow each other on a row are joined: those below a
/// length that a quarter of them has, then below twice that, and so on. It depends on the slices
/// alone, and not on which of those comes first that end at one date.
class TaskRecorder final : public Timeline::Sink {
 public:
  struct Task {
    Ticks begin;
    Ticks end;
    std::string name;          ///< Of the first one, where several were joined.
    std::string args;          ///< JSON of one slice's arguments, "{}" without any.
    std::uint64_t joined = 1;  ///< How many slices it stands for.
    Ticks busy = 0;            ///< Sum of their lengths.
  };
  struct Row {
    Timeline::Row where;
    std::vector<Task> tasks;  ///< By their beginnings, once sorted() was called.
  };

  /// Keeps at most `most` tasks in the end, where there are no more rows than half of that.
  explicit TaskRecorder(std::size_t most) : most_(most), room_(most) {}

  void slice(const Timeline::Slice& slice) override;
  /// Once the last one has come.
  void finish();

  /// Rows in topology order of their parts, those of a part by name; tasks by their beginnings.
  [[nodiscard]] std::vector<Row> rows() const;
  /// Tasks of at least this length are never joined; 0: none are.
  [[nodiscard]] Ticks joined_below() const { return short_; }

 private:
  /// How many times as many tasks there may be before the last of one date has come.
  static constexpr std::size_t kMostOfADate = 4;
  void thin_out();
  [[nodiscard]] Ticks first_threshold() const;
  void join(std::vector<Task>& tasks) const;

  const std::size_t most_;
  std::size_t room_;  ///< Tasks beyond which it joins again.
  std::map<std::pair<std::string, std::string>, std::vector<Task>> rows_;
  std::size_t tasks_ = 0;
  Ticks short_ = 0;
  Ticks last_ = 0;  ///< Latest end.
};

}  // namespace gf::core
