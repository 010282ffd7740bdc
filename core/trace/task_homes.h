// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ranks/ranks.h"
#include "core/trace/timeline.h"

namespace gf::core {

/// Brings the slices of a timeline from several ranks to rank 0, in the order in which they became
/// known. Each rank sends those of the modules that it serves. A slice of a module that another
/// rank serves is left out here; that rank sends it. Slices are sent before each look at the
/// simulation, so that no rank keeps more than those of one step.
class TaskHomes final : private Spread {
 public:
  using Take = std::function<void(const Timeline::Slice&)>;
  explicit TaskHomes(Take take) : take_(std::move(take)) {}

  void tell(const Timeline::Slice& slice);
  /// Delivers the last slices, when no more will come. Collective.
  void finish() { bring_home(); }
  /// Returns the slices of this rank and removes them here.
  [[nodiscard]] std::string said();
  /// Passes on the slices that all ranks have sent.
  void take(const std::vector<std::string>& said);

 private:
  void bring_home() override { take(ranks().gather(said())); }
  void before_look() override { bring_home(); }

  const Take take_;
  std::vector<Timeline::Slice> told_;
};

}  // namespace gf::core
