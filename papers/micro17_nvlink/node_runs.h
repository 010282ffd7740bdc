// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/judge.h"
#include "papers/means.h"

namespace gf::papers::micro17 {

using runs::Words;

Words quick_suite();  ///< Members of the suite that run in about a second.
/// Adds the two forms of CoMD with larger boxes; each takes as long as four others.
Words with_large_boxes(Words workloads);
Words whole_suite();  ///< All members of the suite.

/// Settings of [NUMA17]'s machine in all experiments with workloads of the suite: pages are placed
/// at first touch, and half of the level 2 cache is for lines of other GPUs (MICRO 2017).
Words paper_machine();

/// Settings of the policy `paper`: its sample time, and the time to turn a lane.
Words paper_policy(const std::string& sample, const std::string& turn);

/// Speed-up of a workload with other lanes over fixed lanes, 8 each way: two runs.
class Gain {
 public:
  Gain(runs::Run still, runs::Run other) : still_(std::move(still)), other_(std::move(other)) {}
  [[nodiscard]] double value() const { return still_.value("cycles") / other_.value("cycles"); }

 private:
  runs::Run still_;
  runs::Run other_;
};
using Gains = std::vector<Gain>;  ///< By workload of a suite, in its order.
std::vector<double> values_of(const Gains& gains);

/// Returns options of a run that samples the statistics matching `globs`, and keeps no others.
Words sampled(const std::string& period, const std::string& globs);

/// Requests runs of the platform `nvlink_node`.
class NodeRuns {
 public:
  /// `machine`: settings of all runs of workloads; the settings of a run override them.
  explicit NodeRuns(Judge& judge, Words machine = paper_machine())
      : judge_(judge), machine_(std::move(machine)) {}

  /// `settings`: parameters as "name=value". `options`: further options of `gpufabric run`.
  /// The solver's own set-up places the data of hpgmg_uvm, in all experiments.
  [[nodiscard]] runs::Run run(const std::string& workload, const Words& settings = {},
                              const Words& options = {}) const;
  /// Requests a run in which GPU 0 moves `mebibytes` in the memory of GPU 1, by `how`: "write" or
  /// "read". The data stay there, on any machine.
  [[nodiscard]] runs::Run one_way(const std::string& how, const Words& settings,
                                  const Words& options, unsigned mebibytes = 16) const;
  /// Requests a run in which GPU 0 and GPU 1 write 16 MiB into each other's memory at a time.
  [[nodiscard]] runs::Run both_ways(const Words& settings, const Words& options) const;
  /// `both`: settings of both runs.
  [[nodiscard]] Gain gain(const std::string& workload, const Words& settings,
                          const Words& both = {}) const;
  [[nodiscard]] Gains gains(const Words& workloads, const Words& settings,
                            const Words& both = {}) const;

 private:
  [[nodiscard]] runs::Run of_file(const std::string& name, const std::string& kernels,
                                  const Words& settings, const Words& options) const;

  Judge& judge_;
  Words machine_;
};

}  // namespace gf::papers::micro17
