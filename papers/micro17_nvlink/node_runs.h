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
/// And the two forms of CoMD with larger boxes, each of which takes as long as four others.
Words with_large_boxes(Words workloads);
Words whole_suite();  ///< All of its members.

/// Settings of the policy `paper`: how often it looks, and what a turn of a lane takes.
Words paper_policy(const std::string& sample, const std::string& turn);

/// How many times faster a workload is with other lanes than with 8 each way that stay: two runs.
class Gain {
 public:
  Gain(runs::Run still, runs::Run other) : still_(std::move(still)), other_(std::move(other)) {}
  [[nodiscard]] double value() const { return still_.value("cycles") / other_.value("cycles"); }

 private:
  runs::Run still_;
  runs::Run other_;
};
using Gains = std::vector<Gain>;  ///< Of the workloads of a suite, in its order.
std::vector<double> values_of(const Gains& gains);

/// Options of a run that samples statistics, those that match `globs`, and keeps no others.
Words sampled(const std::string& period, const std::string& globs);

/// Asks for runs of the platform `nvlink_node`.
class NodeRuns {
 public:
  explicit NodeRuns(Judge& judge) : judge_(judge) {}

  /// `settings`: parameters as "name=value". `options`: further words of `gpufabric run`.
  [[nodiscard]] runs::Run run(const std::string& workload, const Words& settings = {},
                              const Words& options = {}) const;
  /// GPU 0 moves so much in the memory of GPU 1 by `how`, "write" or "read".
  [[nodiscard]] runs::Run one_way(const std::string& how, const Words& settings,
                                  const Words& options, unsigned mebibytes = 16) const;
  /// `both`: settings of both runs.
  [[nodiscard]] Gain gain(const std::string& workload, const Words& settings,
                          const Words& both = {}) const;
  [[nodiscard]] Gains gains(const Words& workloads, const Words& settings,
                            const Words& both = {}) const;

 private:
  Judge& judge_;
};

}  // namespace gf::papers::micro17
