// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/micro17_nvlink/node_runs.h"

namespace gf::papers::micro17 {

/// The two workloads that [NUMA17] names as those that lose a quarter by turns of 500 cycles: what
/// such turns cost here beside those of 100, with samples of 5K cycles.
class Outliers {
 public:
  /// Asks for the runs. `explained`: also for what was tried as an explanation of the quarter:
  /// turns that stop the whole link, sampled every 5K and every 1K cycles.
  Outliers(const NodeRuns& node, bool explained);

  /// Sets `id`.comd_ta and the like, and draws them.
  void judge(Judge& judge, const std::string& id) const;

 private:
  struct Loss {
    std::string row;  ///< What the row's name ends with.
    std::string shown;
    std::string turns;  ///< What stops for a turn: "lane" or "link".
    std::string sample;
  };
  struct Pair {
    Gain slow, fast;
    [[nodiscard]] double loss() const;  ///< What 500 cycles a turn cost beside 100, in per cent.
  };

  std::vector<Loss> losses_;
  std::vector<std::vector<Pair>> pairs_;  ///< By workload, by loss.
};

}  // namespace gf::papers::micro17
