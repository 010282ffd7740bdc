// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sc_main/predict/busiest_link.h"
#include "sc_main/predict/copy_tests.h"

namespace gf::app {

/// Where 5 % to 95 % of the samples of what is assumed lie.
struct PredictedRange {
  double low = 0;
  double high = 0;
};

/// The result of a row of the summary on one machine.
struct PredictedValue {
  double rate = 0;                       ///< In bytes/s, as PredictedRow::what says.
  std::optional<double> latency = {};    ///< Time of a copy of 8 B, in seconds; not of all rows.
  std::optional<double> store = {};      ///< Time of a store of 8 B, in seconds.
  std::string path = {};                 ///< PredictedMachine::path_of(); not of all rows.
  std::optional<BusiestLink> link = {};  ///< With --why.
  std::optional<PredictedRange> rates = {};      ///< With samples.
  std::optional<PredictedRange> latencies = {};  ///< With samples.
  std::optional<PredictedRange> stores = {};     ///< With samples.
};

/// A row of the summary: one test, or several with the same result.
struct PredictedRow {
  std::string what = {};                    ///< "one copy", "all to all, each GPU", ...
  std::string ends = {};                    ///< "gpu0 -> gpu1"; empty: all GPUs.
  unsigned alike = 1;                       ///< Number of tests with the same result.
  CopyTest test = {};                       ///< The first of them; without copies: an all-reduce.
  double counted = 0;                       ///< How many bytes of the test `rate` x time counts.
  std::vector<PredictedValue> values = {};  ///< By machine.
  /// Range of the ratio of the second machine's rate to the first's, sample by sample.
  std::optional<PredictedRange> ratios = {};
};

struct PredictionSizes {
  core::Bytes copy{std::uint64_t{4} << 20};     ///< Of copies.
  core::Bytes reduce{std::uint64_t{16} << 20};  ///< Of the all-reduce.
};

/// The predictions of one machine, or of two with the same GPUs, and of samples of them.
class MachinePrediction {
 public:
  /// Most GPUs of a machine whose pairs are all tested. Of larger ones, pairs with the first GPU of
  /// each different node are, and each of its GPUs with its like in the next node. Same for the
  /// GPUs of a node with its hosts.
  static constexpr unsigned kMostOfAllPairs = 16;

  /// The machines to compare come first. Then come samples of each in turn, which only widen the
  /// values of the first ones to ranges.
  MachinePrediction(std::vector<PredictedMachine> machines, std::size_t compared,
                    const PredictionSizes& sizes);

  /// Makes the runs. Throws as PredictionRuns::make().
  void make(PredictionRuns& runs);
  /// Finds the busiest link of each row, by runs of their own.
  void explain(PredictionRuns& runs);

  [[nodiscard]] const std::vector<PredictedRow>& rows() const { return rows_; }
  [[nodiscard]] bool tests_all_pairs() const { return machines_[0].gpus() <= kMostOfAllPairs; }

 private:
  void find_pairs();
  void add_pairs_of(unsigned gpu);
  /// Adds the copies between the hosts of a node and its GPUs; if it has none, the first GPU of
  /// each different node.
  void add_hosts_of(unsigned node);
  /// Returns each GPU of a node with its like in the next one that has GPUs. If that one has fewer,
  /// several have the same like. Empty if there is no other such node.
  [[nodiscard]] std::vector<CopyTest::Ends> pairs_to_next(unsigned node) const;
  void add_pairs(PredictionRuns& runs);
  void add_stores(PredictionRuns& runs);
  void group_pairs();
  void add_joint_rows();
  void add_rows_to_next();
  void make_rows(PredictionRuns& runs);
  void join_both_ways();
  void fold_samples();
  [[nodiscard]] bool is_joined(unsigned from, unsigned to) const;
  [[nodiscard]] runs::Request request_of_row(const PredictedRow& row, std::size_t machine) const;

  const std::vector<PredictedMachine> machines_;
  const std::size_t compared_;
  const PredictionSizes sizes_;
  std::vector<std::vector<CopyTest::Ends>> pairs_;  ///< By run.
  std::vector<std::vector<std::vector<CopyTest>>>
      tests_;                                  ///< By machine and run; a copy, a short one, ...
  std::vector<std::vector<CopyTest>> stores_;  ///< By machine: of all pairs that can store.
  std::vector<PredictedRow> rows_;
};

}  // namespace gf::app
