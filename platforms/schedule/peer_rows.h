// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::schedule {

/// What a run of `peer_matrix` has measured, one test of all pairs.
class PeerMatrix {
 public:
  /// Of the pairs of `runner` that ended.
  PeerMatrix(const Runner& runner, model::PeerTest test);

  [[nodiscard]] unsigned devices() const { return devices_; }
  /// B/s; both ways together of kBothWays. Of kLatency seconds. 0: not measured.
  [[nodiscard]] double at(unsigned row, unsigned column) const {
    return values_[std::size_t{row} * devices_ + column];
  }
  /// Of those that were measured.
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;
  [[nodiscard]] double sum() const;

 private:
  unsigned devices_;
  std::vector<double> values_;
};

/// As nvbandwidth prints them: a title, the matrix with the source as row and the destination as
/// column, the sum; of more than 16 devices the least and the most.
std::string peer_tables(const Runner& runner);

/// "peer.one_way_min", "_max", "_sum", the same of both_ways (B/s) and latency (s, no sum).
std::vector<Result> peer_results(const Runner& runner);

}  // namespace gf::platforms::schedule
