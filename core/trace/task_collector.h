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
class TaskCollector final : private RankData {
 public:
  using Take = std::function<void(const Timeline::Slice&)>;
  explicit TaskCollector(Take take) : take_(std::move(take)) {}

  void report(const Timeline::Slice& slice);
  /// Delivers the last slices, when no more will come. Collective.
  void finish() { gather_to_rank0(); }
  /// Returns the slices of this rank and removes them here.
  [[nodiscard]] std::string packed();
  /// Passes on the slices that all ranks have sent.
  void take(const std::vector<std::string>& packed);

 private:
  void gather_to_rank0() override { take(ranks().gather(packed())); }
  void before_sample() override { gather_to_rank0(); }

  const Take take_;
  std::vector<Timeline::Slice> told_;
};

}  // namespace gf::core
