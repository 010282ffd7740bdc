// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/series_reader.h"
#include "papers/child_run.h"

namespace gf::papers::micro17 {

using Words = std::vector<std::string>;

/// Members of the suite: all with --full, else those that run in about a second.
Words suite(const ExperimentContext& context);

/// Runs of the platform `nvlink_node`. A run that was made is not made again.
class NodeRuns {
 public:
  NodeRuns(const ExperimentContext& context, ExperimentResult& result)
      : context_(context), result_(result) {}

  /// `settings`: parameters as "name=value". `options`: other arguments of `gpufabric run`.
  const ChildRun& run(const std::string& workload, const Words& settings = {},
                      const Words& options = {}) const;
  [[nodiscard]] double cycles(const std::string& workload, const Words& settings = {}) const {
    return run(workload, settings).value("cycles");
  }
  /// How many times faster than with lanes that stay, 8 each way; `both`: settings of both runs.
  [[nodiscard]] double speedup(const std::string& workload, const Words& settings,
                               const Words& both = {}) const;
  [[nodiscard]] std::vector<double> speedups(const Words& workloads, const Words& settings,
                                             const Words& both = {}) const;

 private:
  const ExperimentContext& context_;
  ExperimentResult& result_;
  mutable std::map<std::string, ChildRun> runs_;  ///< By what tells them apart.
};

/// A workload file below `directory`: GPU 0 moves 16 MiB in the memory of GPU 1, by `how`: "write",
/// "read", or "mixed" for both. Returns "file:PATH".
std::string one_way_workload(const ExperimentContext& context, const std::string& how);

double mean(const std::vector<double>& values);
double least(const std::vector<double>& values);
double most(const std::vector<double>& values);

/// The series.csv of a run.
using Sampled = core::SampledSeries;
Sampled read_series(const ChildRun& run);

}  // namespace gf::papers::micro17
