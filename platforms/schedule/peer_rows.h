// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::schedule {

/// Results of a `peer_matrix` or `host_matrix` run: one test for all pairs. Columns are GPUs; rows
/// are GPUs, or the hosts of a test with hosts.
class PeerMatrix {
 public:
  /// Takes the results of the pairs that ended.
  PeerMatrix(const Runner& runner, model::PeerTest test);

  [[nodiscard]] unsigned devices() const { return devices_; }  ///< Columns.
  [[nodiscard]] unsigned rows() const { return static_cast<unsigned>(values_.size()) / devices_; }
  /// Returns B/s, summed over both directions for kBothWays; for kLatency, seconds. 0: not
  /// measured.
  [[nodiscard]] double at(unsigned row, unsigned column) const {
    return values_[std::size_t{row} * devices_ + column];
  }
  /// The next three cover measured pairs only.
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;
  [[nodiscard]] double sum() const;

 private:
  unsigned devices_;
  std::vector<double> values_;
};

/// Returns a table for each test that ran, in the form of nvbandwidth: a title, the matrix (row:
/// source or host, column: destination or GPU), the least, the most and the sum. For more than 16
/// devices the matrix is left out.
std::string peer_tables(const Runner& runner);

/// Returns for the tests that ran "peer.one_way_min", "_max", "_sum", the same for both_ways,
/// from_host and to_host (B/s), and for latency and host_latency (s, without a sum).
std::vector<Result> peer_results(const Runner& runner);
Outputs peer_outputs();

}  // namespace gf::platforms::schedule
