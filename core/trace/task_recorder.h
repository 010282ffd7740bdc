// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/timeline.h"

namespace gf::core {

/// Keeps the slices of a timeline for the page of a run, in bounded memory. If there are too many,
/// short ones that follow each other in a row are joined: first those below a length that a quarter
/// of them has, then those below twice that, and so on. The result depends only on the slices, not
/// on the order of those that end at the same time.
class TaskRecorder final : public Timeline::Sink {
 public:
  struct Task {
    Ticks begin;
    Ticks end;
    std::string name;          ///< Name of the first slice, if several were joined.
    std::string args;          ///< JSON of one slice's arguments, "{}" if it has none or several
                               ///< were joined.
    std::uint64_t joined = 1;  ///< Number of slices that it stands for.
    Ticks busy = 0;            ///< Sum of their lengths.
  };
  struct Row {
    Timeline::Row where;
    std::vector<Task> tasks;  ///< By beginning.
  };

  /// Keeps at most `most` tasks in the end, unless there are more rows than half of that.
  explicit TaskRecorder(std::size_t most) : most_(most), room_(most) {}

  void slice(const Timeline::Slice& slice) override;
  /// Call it after the last slice.
  void finish();

  /// Returns rows in topology order of their parts, those of a part by name; tasks by beginning.
  [[nodiscard]] std::vector<Row> rows() const;
  /// Returns the length from which tasks are never joined; 0: no tasks are joined.
  [[nodiscard]] Ticks joined_below() const { return short_; }

 private:
  /// Most tasks, as a multiple of room_, while slices that end at the same time still come.
  static constexpr std::size_t kMostOfADate = 4;
  void thin_out();
  [[nodiscard]] Ticks first_threshold() const;
  void join(std::vector<Task>& tasks) const;

  const std::size_t most_;
  std::size_t room_;  ///< Number of tasks beyond which it joins again.
  std::map<std::pair<std::string, std::string>, std::vector<Task>> rows_;
  std::size_t tasks_ = 0;
  Ticks short_ = 0;
  Ticks last_ = 0;  ///< Latest end.
};

}  // namespace gf::core
