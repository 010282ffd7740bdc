// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "workloads/schedule/collectives/collective_data.h"

namespace gf::platforms::schedule {

/// A collective as a machine has done it.
struct CollectiveRow {
  const model::Collective* collective = nullptr;
  double seconds = 0;  ///< From the first task's start to the last one's end; 0: has not ended.
  model::CollectiveData::Verdict verdict;

  /// Size over time, B/s.
  [[nodiscard]] double algorithm_rate() const;
  /// What a link would carry if each carried the same: Collective::bus_factor() of it, B/s.
  [[nodiscard]] double bus_rate() const;
};

/// As nccl-tests prints them: size count type redop root time algbw busbw #wrong, below the names
/// of collective and algorithm. More than `most` are cut, and the cut is said.
std::string collective_table(const std::vector<CollectiveRow>& rows, std::size_t most);

/// "collectives", how many there are; of each "collective_<i>.time", ".algbw", ".busbw"; and, of
/// those whose elements are checked, "elements_compared" and "elements_wrong".
std::vector<Result> collective_results(const std::vector<CollectiveRow>& rows);

}  // namespace gf::platforms::schedule
