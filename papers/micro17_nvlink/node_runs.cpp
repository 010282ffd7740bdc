// SPDX-License-Identifier: Apache-2.0
#include "papers/micro17_nvlink/node_runs.h"

#include <fmt/format.h>

#include "workloads/kernels/workload_registry.h"

namespace gf::papers::micro17 {
namespace {

/// A kernel in which 512 warps of GPU `gpu` move a slice each of the memory of GPU `home`, 1 KiB
/// per loop iteration, as a part of a workload file.
std::string moving_kernel(const std::string& how, unsigned gpu, unsigned home, unsigned mebibytes) {
  const unsigned turns = 2 * mebibytes;
  std::string text = fmt::format(
      "\n[data.on_{1}]\nbytes = {2} MiB\nplacement = explicit\nhomes = {1}\n\n"
      "[kernel.move_{0}]\nctas = 64\nwarps_per_cta = 8\ngpu = {0}\nstream = {0}\ndo = loop i {3}\n",
      gpu, home, mebibytes, turns);
  // An access of a warp is 32 lanes of 16 B, so an iteration of 1 KiB takes two.
  for (unsigned half = 0; half < 2; ++half)
    text +=
        fmt::format("do = {} 16 on_{}[{}*cta + {}*warp + 1024*i + 16*lane + {}]\n",
                    how == "read" ? "load" : "store", home, 8192 * turns, 1024 * turns, 512 * half);
  return text + "do = end\n";
}

std::string workload_file(const std::string& name, const std::string& kernels) {
  return "[workload]\nname = " + name + "\n" + kernels;
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

Words paper_machine() { return {"placement=first_touch", "gpu.memory.remote_ways=8"}; }

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
  if (workload == "hpgmg_uvm") request.settings.emplace_back("workload_options=setup=own");
  for (const Words* some : {&machine_, &settings})
    request.settings.insert(request.settings.end(), some->begin(), some->end());
  return judge_.ask(std::move(request), fmt::format("{}, {}", workload, fmt::join(settings, ", ")));
}

runs::Run NodeRuns::one_way(const std::string& how, const Words& settings, const Words& options,
                            unsigned mebibytes) const {
  return of_file(how, moving_kernel(how, 0, 1, mebibytes), settings, options);
}

runs::Run NodeRuns::both_ways(const Words& settings, const Words& options) const {
  return of_file("exchange", moving_kernel("write", 0, 1, 16) + moving_kernel("write", 1, 0, 16),
                 settings, options);
}

runs::Run NodeRuns::of_file(const std::string& name, const std::string& kernels,
                            const Words& settings, const Words& options) const {
  runs::Request request{
      "nvlink_node", settings, {}, options, {{"workload=file:", workload_file(name, kernels)}}};
  return judge_.ask(std::move(request), fmt::format("{}, {}", name, fmt::join(settings, ", ")));
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
