// SPDX-License-Identifier: Apache-2.0
#include "papers/micro17_nvlink/node_runs.h"

#include <fmt/format.h>

#include "workloads/kernels/workload_registry.h"

namespace gf::papers::micro17 {
namespace {

/// The workload of NodeRuns::one_way() as a file: 512 warps move a slice each, 1 KiB per loop
/// iteration.
std::string one_way_workload(const std::string& how, unsigned mebibytes) {
  const unsigned turns = 2 * mebibytes;
  std::string text = fmt::format(
      "[workload]\nname = {}\n\n[data.remote]\nbytes = {} MiB\nplacement = explicit\nhomes = 1\n\n"
      "[kernel.move]\nctas = 64\nwarps_per_cta = 8\ngpu = 0\ndo = loop i {}\n",
      how, mebibytes, turns);
  // An access of a warp is 32 lanes of 16 B, so an iteration of 1 KiB takes two.
  for (unsigned half = 0; half < 2; ++half)
    text += fmt::format("do = {} 16 remote[{}*cta + {}*warp + 1024*i + 16*lane + {}]\n",
                        how == "read" ? "load" : "store", 8192 * turns, 1024 * turns, 512 * half);
  return text + "do = end\n";
}

}  // namespace

Words quick_suite() {
  return {"stream_triad", "stencil3d",   "hpgmg", "hpgmg_uvm",        "comd",
          "bfs",          "lonestar_sp", "gemm",  "random_asymmetric"};
}

Words with_large_boxes(Words workloads) {
  workloads.insert(workloads.end(), {"comd_ta", "comd_wa"});
  return workloads;
}

Words whole_suite() { return model::workload_names(); }

Words paper_policy(const std::string& sample, const std::string& turn) {
  return {"policy=paper", "sample_time=" + sample, "switch_time=" + turn};
}

Words sampled(const std::string& period, const std::string& globs) {
  return {"--stats-of", "", "--series", period, "--series-of", globs};
}

std::vector<double> values_of(const Gains& gains) {
  std::vector<double> values;
  values.reserve(gains.size());
  for (const Gain& gain : gains) values.push_back(gain.value());
  return values;
}

runs::Run NodeRuns::run(const std::string& workload, const Words& settings,
                        const Words& options) const {
  runs::Request request{"nvlink_node", {"workload=" + workload}, {}, options, {}};
  request.settings.insert(request.settings.end(), settings.begin(), settings.end());
  return judge_.ask(std::move(request), fmt::format("{}, {}", workload, fmt::join(settings, ", ")));
}

runs::Run NodeRuns::one_way(const std::string& how, const Words& settings, const Words& options,
                            unsigned mebibytes) const {
  runs::Request request{
      "nvlink_node", settings, {}, options, {{"workload=file:", one_way_workload(how, mebibytes)}}};
  return judge_.ask(std::move(request), fmt::format("{}, {}", how, fmt::join(settings, ", ")));
}

Gain NodeRuns::gain(const std::string& workload, const Words& settings, const Words& both) const {
  Words still = both;
  still.emplace_back("policy=static");
  Words other = both;
  other.insert(other.end(), settings.begin(), settings.end());
  return {run(workload, still), run(workload, other)};
}

Gains NodeRuns::gains(const Words& workloads, const Words& settings, const Words& both) const {
  Gains all;
  for (const std::string& workload : workloads) all.push_back(gain(workload, settings, both));
  return all;
}

}  // namespace gf::papers::micro17
