// SPDX-License-Identifier: Apache-2.0
// What parameters that are assumed or calibrated move: Fig. 7's means of 4x Volta with other
// values.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/app_runs.h"
#include "papers/isca21_proact/proact_experiments.h"

namespace gf::papers::isca21 {
namespace {

constexpr const char* kSystem = "4x_volta";
const Transfer kPolling{"polling", "16 KiB", 2048};  // what the profiler takes where not inline

/// A value that a parameter might as well have.
struct Variant {
  std::string id;
  std::string shown;
  Words settings{};
  bool caches = false;  ///< They hold what elements name of the region: only own bytes come.
};

std::vector<Variant> variants() {
  return {
      {"defaults", "as it is"},
      {"work_half", "work 0.5", {"work=0.5"}},
      {"caches", "only own bytes", {}, true},
      {"work_twice", "work 2", {"work=2"}},
      {"call_2us", "copy_call 2 us", {"host.copy_call=2 us"}},
      {"call_8us", "copy_call 8 us", {"host.copy_call=8 us"}},
      {"per_gpu", "copy_threads per_gpu", {"host.copy_threads=per_gpu"}},
      {"async", "copies async", {"host.copies=async"}},
      {"blocking", "calls block, per_gpu", {"host.copies=blocking", "host.copy_threads=per_gpu"}},
      {"sync_1us", "sync 1 us", {"host.sync=1 us"}},
      {"sync_10us", "sync 10 us", {"host.sync=10 us"}},
      {"launch_5us", "launch_latency 8000", {"dispatch.launch_latency=8000"}},
      {"poll_0", "poll_cost 0", {"host.poll_cost=0"}},
      {"poll_100", "poll_cost 100", {"host.poll_cost=100"}},
      {"poll_400", "poll_cost 400", {"host.poll_cost=400"}},
      {"stores_512", "peer_requests 512", {"gpu.memory.peer_requests=512"}},
      {"pages_64k", "page 64 KiB", {"pages.page=64 KiB"}},
      {"l2_slow", "data_latency 120", {"gpu.memory.data_latency=120"}},
      {"dram_slow", "dram_latency 300 ns", {"gpu.memory.dram_latency=300 ns"}}};
}

/// Geometric means of the five applications, over one GPU.
struct Means {
  double memcpy, proact, limit;
};

Means means(const AppRuns& runs, const Variant& variant) {
  std::vector<double> memcpy, proact, limit;
  for (const App& app : apps()) {
    Words settings = variant.settings;
    if (variant.caches) settings.push_back(fmt::format("work={}", app.own));
    const double one = runs.one_gpu(kSystem, app, settings);
    const auto speedup = [&](const Transfer& transfer) {
      return one / runs.time(kSystem, app, transfer, settings);
    };
    memcpy.push_back(speedup(kMemcpy));
    proact.push_back(std::max(speedup(kInline), speedup(kPolling)));
    limit.push_back(speedup(kInfinite));
  }
  return {geometric_mean(memcpy), geometric_mean(proact), geometric_mean(limit)};
}

Figure figure_of(const std::vector<Variant>& variants, const std::vector<Means>& all) {
  HeatMap heat;
  heat.row_label = "changed";
  heat.column_label = "mean of";
  heat.value_label = "speed-up";
  heat.unit = "x";
  heat.columns = {"memcpy", "PROACT", "limit"};
  for (const Variant& variant : variants) heat.rows.push_back(variant.shown);
  for (const Means& means : all)
    heat.values.insert(heat.values.end(), {means.memcpy, means.proact, means.limit});
  return {"sensitivity", "What parameters move, 4x Volta",
          "Over one GPU, means of five applications; one parameter at a time.", heat};
}

}  // namespace

ExperimentResult sensitivity(const ExperimentContext& context) {
  ExperimentContext quick = context;
  quick.full = false;
  ExperimentResult result;
  const std::vector<Variant> all = variants();
  const AppRuns runs(quick, result, static_cast<unsigned>(all.size() * apps().size() * 5));
  const std::string id = "proact.sensitivity.";
  std::vector<Means> found;
  double least_gain = 1e9, least_share = 1e9;
  for (const Variant& variant : all) {
    const Means m = found.emplace_back(means(runs, variant));
    least_gain = std::min(least_gain, m.proact / m.memcpy);
    least_share = std::min(least_share, 100 * m.proact / m.limit);
    result.measurements.push_back(
        row(id + variant.id, variant.shown + ": cudaMemcpy, PROACT, limit", "2.1 3 3.6",
            fmt::format("{:.2f} {:.2f} {:.2f}", m.memcpy, m.proact, m.limit),
            not_gated("means of all machines are published")));
  }
  result.measurements.push_back(row(id + "gain", "PROACT over cudaMemcpy, least of these", "faster",
                                    least_gain, at_least(1, "an order that the text states")));
  result.measurements.push_back(row(id + "share", "PROACT of the limit, least of these", 83.0,
                                    least_share, in_range(88, 100, "row PROACT-14"), "%"));
  result.figures = {figure_of(all, found)};
  return result;
}

}  // namespace gf::papers::isca21
