// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "workloads/schedule/elements/collective_data.h"

namespace gf::platforms::schedule {

/// Times and check of one collective that ran.
struct CollectiveRow {
  const model::Collective* collective = nullptr;
  double seconds = 0;  ///< From the first task's start to the last one's end; 0: not ended.
  model::CollectiveData::Verdict verdict;

  /// Size divided by time, B/s.
  [[nodiscard]] double algorithm_rate() const;
  /// Rate per link if all links carried the same load, Collective::bus_factor() times
  /// algorithm_rate(), B/s.
  [[nodiscard]] double bus_rate() const;
};

/// Returns a table in the form of nccl-tests (size count type redop root time algbw busbw #wrong),
/// below the names of collective and algorithm. It shows at most `most` collectives and tells how
/// many it left out.
std::string collective_table(const std::vector<CollectiveRow>& rows, std::size_t most);

/// Returns "collectives" (their number) and "collective_<i>.time", ".algbw", ".busbw" for each. If
/// elements are checked, it adds "elements_compared" and "elements_wrong".
std::vector<Result> collective_results(const std::vector<CollectiveRow>& rows);
Outputs collective_outputs();

}  // namespace gf::platforms::schedule
