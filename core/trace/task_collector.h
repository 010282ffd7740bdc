// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ranks/rank_data.h"
#include "core/trace/timeline.h"

namespace gf::core {

/// Brings the slices of a timeline from several ranks to rank 0, in the order in which they became
/// known. Each rank sends those of the modules that it serves. A slice of a module that another
/// rank serves is left out here; that rank sends it. Slices are sent before each look at the
/// simulation, so that no rank keeps more than those of one step.
class TaskCollector final : public RankData {
 public:
  using Take = std::function<void(const Timeline::Slice&)>;
  explicit TaskCollector(Take take) : RankData(When::kSample), take_(std::move(take)) {}

  void report(const Timeline::Slice& slice);

 private:
  void pack(ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;

  const Take take_;
  std::vector<Timeline::Slice> told_;
};

}  // namespace gf::core
