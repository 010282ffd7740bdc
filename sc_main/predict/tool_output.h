// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measurements/tools/tools.h"
#include "sc_main/predict/copy_tests.h"

namespace gf::app {

/// The options of a tool's call that `predict --as` can set.
struct ToolSettings {
  std::string tool{};                          ///< Name of the PredictedTool.
  core::Bytes copy{std::uint64_t{4} << 20};    ///< Size of copies.
  core::Bytes least{8};                        ///< First size of a collective or message.
  core::Bytes most{std::uint64_t{128} << 20};  ///< Its last size.
  unsigned factor = 2;                         ///< Ratio of each size to the one before.
  core::Bytes limit{std::uint64_t{1} << 30};   ///< Most bytes that one size moves.
  /// p2pBandwidthLatencyTest: kernels copy where GPUs access each other, not copy engines.
  bool sm_copy = false;
};

/// A tool whose output `predict --as` can write.
struct PredictedTool {
  std::string name;    ///< As --as takes it.
  std::string format;  ///< Name of the papers::tools::Tool that writes it.
  /// Makes the runs and returns the values. Adds to `left_out` what the tool prints and the model
  /// does not have, a sentence each. Throws as PredictionRuns::make().
  std::vector<papers::tools::Measured> (*measure)(const PredictedMachine& machine,
                                                  const ToolSettings& settings,
                                                  PredictionRuns& runs,
                                                  std::vector<std::string>& left_out);
};

const std::vector<PredictedTool>& predicted_tools();
std::vector<std::string> predicted_tool_names();

/// Returns the output of the tool `name`, with the values of runs on `machine`. Throws as
/// PredictionRuns::make(). Precondition: it is one of predicted_tool_names().
std::string tool_output(const std::string& name, const PredictedMachine& machine,
                        const ToolSettings& settings, PredictionRuns& runs,
                        std::vector<std::string>& left_out);

/// The tools, as PredictedTool::measure.
std::vector<papers::tools::Measured> nvbandwidth_values(const PredictedMachine& machine,
                                                        const ToolSettings& settings,
                                                        PredictionRuns& runs,
                                                        std::vector<std::string>& left_out);
std::vector<papers::tools::Measured> p2p_values(const PredictedMachine& machine,
                                                const ToolSettings& settings, PredictionRuns& runs,
                                                std::vector<std::string>& left_out);
std::vector<papers::tools::Measured> bandwidth_test_values(const PredictedMachine& machine,
                                                           const ToolSettings& settings,
                                                           PredictionRuns& runs,
                                                           std::vector<std::string>& left_out);
std::vector<papers::tools::Measured> ib_write_values(const PredictedMachine& machine,
                                                     const ToolSettings& settings,
                                                     PredictionRuns& runs,
                                                     std::vector<std::string>& left_out);
std::vector<papers::tools::Measured> nccl_tests_values(const PredictedMachine& machine,
                                                       const ToolSettings& settings,
                                                       PredictionRuns& runs,
                                                       std::vector<std::string>& left_out);

}  // namespace gf::app
