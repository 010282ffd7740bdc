// SPDX-License-Identifier: Apache-2.0
#include "papers/micro17_nvlink/node_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fstream>
#include <numeric>

#include "tlm_models/gpu/workloads/registry.h"

namespace gf::papers::micro17 {

Words suite(const ExperimentContext& context) {
  if (context.full) return model::workload_names();
  return {"stream_triad", "stencil3d",   "hpgmg", "hpgmg_uvm",        "comd", "comd_ta", "comd_wa",
          "bfs",          "lonestar_sp", "gemm",  "random_asymmetric"};
}

const ChildRun& NodeRuns::run(const std::string& workload, const Words& settings,
                              const Words& options) const {
  const std::string key =
      fmt::format("{} {} {}", workload, fmt::join(settings, " "), fmt::join(options, " "));
  const auto known = runs_.find(key);
  if (known != runs_.end()) return known->second;
  Words words = {"run", "nvlink_node", "-p", "workload=" + workload};
  for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
  words.insert(words.end(), options.begin(), options.end());
  const std::string name = fmt::format("run_{}", runs_.size());
  const ChildRun& run = runs_.emplace(key, run_program(context_, name, words)).first->second;
  const bool file = workload.rfind("file:", 0) == 0;
  const std::string shown = file ? std::filesystem::path(workload).stem().string() : workload;
  result_.runs.push_back(run.link(fmt::format("{}, {}", shown, fmt::join(settings, ", "))));
  return run;
}

double NodeRuns::speedup(const std::string& workload, const Words& settings,
                         const Words& both) const {
  Words still = both;
  still.emplace_back("policy=static");
  Words turning = both;
  turning.insert(turning.end(), settings.begin(), settings.end());
  return cycles(workload, still) / cycles(workload, turning);
}

std::vector<double> NodeRuns::speedups(const Words& workloads, const Words& settings,
                                       const Words& both) const {
  std::vector<double> all;
  for (const std::string& workload : workloads) all.push_back(speedup(workload, settings, both));
  return all;
}

std::string one_way_workload(const ExperimentContext& context, const std::string& how) {
  const auto path = context.outdir / (how + ".ini");
  std::ofstream file(path);
  fmt::print(file, "[workload]\nname = {}\n\n[data.remote]\nbytes = 16 MiB\n", how);
  fmt::print(file, "placement = explicit\nhomes = 1\n\n[kernel.move]\nctas = 64\n");
  fmt::print(file, "warps_per_cta = 8\ngpu = 0\ndo = loop i 32\n");
  for (unsigned half = 0; half < 2; ++half) {
    const bool load = how == "read" || (how == "mixed" && half == 1);
    fmt::print(file, "do = {} 16 remote[262144*cta + 32768*warp + 1024*i + 16*lane + {}]\n",
               load ? "load" : "store", 512 * half);
  }
  fmt::print(file, "do = end\n");
  return "file:" + path.string();
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}
double most(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

Sampled read_series(const ChildRun& run) { return core::read_series(run.directory / "series.csv"); }

}  // namespace gf::papers::micro17
