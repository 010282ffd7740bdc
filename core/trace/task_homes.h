// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ranks/ranks.h"
#include "core/trace/timeline.h"

namespace gf::core {

/// Brings the slices of a timeline home that several ranks tell, each those of the modules that it
/// serves: rank 0 gets them in the order in which they became known. Those of a module that
/// somebody else serves, and has here been told what all are told, are left out. They come whenever
/// somebody looks, so that no rank keeps more than those of a step.
class TaskHomes final : private Spread {
 public:
  using Take = std::function<void(const Timeline::Slice&)>;
  explicit TaskHomes(Take take) : take_(std::move(take)) {}

  void tell(const Timeline::Slice& slice);
  /// The last ones: once nothing is told any more. Collective.
  void finish() { bring_home(); }
  /// What this rank has to say; nothing is left.
  [[nodiscard]] std::string said();
  /// Gives on what ranks have said since the last time.
  void take(const std::vector<std::string>& said);

 private:
  void bring_home() override { take(ranks().gather(said())); }
  void before_look() override { bring_home(); }

  const Take take_;
  std::vector<Timeline::Slice> told_;
};

}  // namespace gf::core
