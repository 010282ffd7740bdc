// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ranks.h"
#include "core/task_recorder.h"
#include "core/timeline.h"

namespace gf::core {

/// Brings the slices of a timeline home that several ranks tell, each those of the modules that it
/// serves: the recorder of rank 0 gets them in the order in which a process alone would have told
/// them. Those of a module that somebody else serves, and has here been told what all are told, are
/// left out. They come whenever somebody looks, so that no rank keeps more than those of a step.
class TaskHomes final : public Timeline::Sink, private Spread {
 public:
  /// `recorder`, that of rank 0 is used, outlives this.
  explicit TaskHomes(TaskRecorder& recorder) : recorder_(recorder) {}

  void slice(const Timeline::Row& row, std::string_view name, Ticks begin, Ticks end,
             const Timeline::Args& args) override;
  /// The last ones: once nothing is told any more. Collective.
  void finish() { bring_home(); }
  /// What this rank has to say; nothing is left.
  [[nodiscard]] std::string said();
  /// Gives the recorder what ranks have said since the last time.
  void take(const std::vector<std::string>& said);

 private:
  struct Told {
    Ticks known;
    Timeline::Row row;
    TaskRecorder::Task task;
  };
  void bring_home() override { take(ranks().gather(said())); }
  void before_look() override { bring_home(); }

  TaskRecorder& recorder_;
  std::vector<Told> told_;
};

}  // namespace gf::core
