// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/tool_output.h"

namespace gf::app {

const std::vector<PredictedTool>& predicted_tools() {
  static const std::vector<PredictedTool> all{
      {"nvbandwidth", "nvbandwidth", nvbandwidth_values},
      {"nvbandwidth-json", "nvbandwidth-json", nvbandwidth_values},
      {"p2pBandwidthLatencyTest", "p2pBandwidthLatencyTest", p2p_values},
      {"bandwidthTest", "bandwidthTest", bandwidth_test_values},
      {"ib_write_bw", "perftest", ib_write_values},
      {"all_reduce_perf", "nccl-tests", nccl_tests_values},
      {"all_gather_perf", "nccl-tests", nccl_tests_values},
      {"reduce_scatter_perf", "nccl-tests", nccl_tests_values},
      {"broadcast_perf", "nccl-tests", nccl_tests_values},
      {"reduce_perf", "nccl-tests", nccl_tests_values},
      {"alltoall_perf", "nccl-tests", nccl_tests_values},
      {"sendrecv_perf", "nccl-tests", nccl_tests_values}};
  return all;
}

std::vector<std::string> predicted_tool_names() {
  std::vector<std::string> names;
  for (const PredictedTool& tool : predicted_tools()) names.push_back(tool.name);
  return names;
}

std::string tool_output(const std::string& name, const PredictedMachine& machine,
                        const ToolSettings& settings, PredictionRuns& runs,
                        std::vector<std::string>& left_out) {
  ToolSettings named = settings;
  named.tool = name;
  for (const PredictedTool& tool : predicted_tools())
    if (tool.name == name)
      return papers::tools::find_tool(tool.format)
          ->write(tool.measure(machine, named, runs, left_out));
  return {};
}

}  // namespace gf::app
