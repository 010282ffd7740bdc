// SPDX-License-Identifier: Apache-2.0
// The same work on 1 to 8 GPUs, and on one GPU as large as all of them.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpuCounts[] = {1, 2, 4, 8};

/// One GPU with the SMs and the memory of `n`: the best that NUMA-aware GPUs could reach. For n = 8
/// it has the DRAM bandwidth of 8, but only 64 instead of 128 L2 slices and channels, the limit of
/// a GPU.
Words as_large_as(unsigned n) {
  if (n == 1) return {"policy=paper", "gpus=1"};
  const unsigned slices = std::min(16 * n, 64u);
  // The bandwidth of n GPUs with 16 channels of 48 GB/s, with fewer channels if necessary.
  return {"policy=paper",
          "gpus=1",
          fmt::format("gpu.sms={}", 16 * n),
          fmt::format("gpu.memory.slices={}", slices),
          fmt::format("gpu.memory.channels={}", slices),
          fmt::format("gpu.memory.channel_rate={} GB/s", 48 * 16 * n / slices),
          fmt::format("gpu.memory.l2={} MiB", 4 * n),
          fmt::format("gpu.memory.tlb_entries={}", 4096 * n),
          fmt::format("gpu.memory.walks={}", 16 * n)};
}

/// Settings of the paper's GPUs: pages are placed at first touch, and half of the level 2 cache is
/// for lines of other GPUs.
Words numa_aware(unsigned n) {
  return {"policy=paper", fmt::format("gpus={}", n), "placement=first_touch",
          "gpu.memory.remote_ways=8"};
}

/// Like numa_aware(), and each GPU has copies of data that it reads and no kernel writes.
Words with_copies(unsigned n) {
  return {"policy=paper", fmt::format("gpus={}", n), "placement=replicate_read_only",
          "gpu.memory.remote_ways=8"};
}

Series curve(const std::string& name, const std::vector<double>& speedups) {
  Series series{name, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (std::size_t i = 0; i < speedups.size(); ++i) {
    series.x.push_back(kGpuCounts[i]);
    series.y.push_back(speedups[i]);
  }
  return series;
}

/// Runs of one workload by kGpuCounts; the first uses one GPU of the usual size.
struct Scaling {
  std::string workload;
  std::vector<runs::Run> runs;  ///< [0]: one GPU.

  [[nodiscard]] std::vector<double> speedups() const {
    std::vector<double> all;
    for (const runs::Run& run : runs) all.push_back(runs[0].value("cycles") / run.value("cycles"));
    return all;
  }
};

template <class Settings>
std::vector<Scaling> ask(const NodeRuns& node, const Words& workloads, Settings settings_of) {
  std::vector<Scaling> all;
  for (const std::string& workload : workloads) {
    all.push_back({workload, {}});
    for (const unsigned n : kGpuCounts)
      all.back().runs.push_back(node.run(workload, settings_of(n)));
  }
  return all;
}

/// Means over the workloads, by kGpuCounts.
std::vector<double> means(const std::vector<Scaling>& all) {
  std::vector<std::vector<double>> by_gpus(std::size(kGpuCounts));
  for (const Scaling& one : all) {
    const std::vector<double> speedups = one.speedups();
    for (std::size_t i = 0; i < speedups.size(); ++i) by_gpus[i].push_back(speedups[i]);
  }
  std::vector<double> result;
  for (const std::vector<double>& speedups : by_gpus) result.push_back(mean(speedups));
  return result;
}

/// Settings of four GPUs, and their row.
struct Variant {
  const char* row;
  Words settings;
  std::vector<runs::Run> runs = {};  ///< By workload.
};

/// Requests runs with the mechanisms removed one by one, and with copies of data that each kernel
/// only reads.
std::vector<Variant> ask_variants(const NodeRuns& node, const Words& workloads) {
  std::vector<Variant> all = {
      {"touch", {"policy=paper", "gpus=4", "placement=first_touch"}},
      {"plain", {"policy=paper", "gpus=4"}},
      {"each_kernel",
       {"policy=paper", "gpus=4", "placement=replicate_each_kernel", "gpu.memory.remote_ways=8"}}};
  for (Variant& variant : all)
    for (const std::string& workload : workloads)
      variant.runs.push_back(node.run(workload, variant.settings));
  return all;
}

void judge_variants(Judge& judge, const std::string& id, const std::vector<Scaling>& joined,
                    const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    std::vector<double> over_one;
    for (std::size_t i = 0; i < joined.size(); ++i)
      over_one.push_back(joined[i].runs[0].value("cycles") / variant.runs[i].value("cycles"));
    judge.set(fmt::format("{}.{}.4", id, variant.row), mean(over_one));
  }
}

void judge_copies(Judge& judge, const std::string& id, const std::vector<Scaling>& copied,
                  const std::vector<Scaling>& large) {
  const std::vector<double> reached = means(copied);
  const std::vector<double> bound = means(large);
  for (std::size_t i = 1; i < std::size(kGpuCounts); ++i) {
    judge.set(fmt::format("{}.mean.{}", id, kGpuCounts[i]), reached[i]);
    judge.set(fmt::format("{}.theory.{}", id, kGpuCounts[i]), 100 * reached[i] / bound[i]);
  }
}

void judge_scaling(Judge& judge, const std::string& id, const std::vector<Scaling>& joined,
                   const std::vector<Scaling>& large) {
  const std::vector<double> reached = means(joined);
  const std::vector<double> bound = means(large);
  Chart chart;
  chart.x = {"GPUs", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"speed-up over one GPU", "x", Scale::kLinear, 0.0, {}, {}};
  for (const Scaling& one : joined) chart.series.push_back(curve(one.workload, one.speedups()));
  chart.series.push_back(curve("mean", reached));
  chart.series.push_back(curve("mean, one GPU as large", bound));
  std::vector<FigureRow> rows;
  for (std::size_t i = 1; i < std::size(kGpuCounts); ++i) {
    const std::string row = fmt::format("{}.mean.{}", id, kGpuCounts[i]);
    judge.set(row, reached[i]);
    judge.set(fmt::format("{}.theory.{}", id, kGpuCounts[i]), 100 * reached[i] / bound[i]);
    rows.push_back({row, Guide::Along::kY, kGpuCounts[i]});
  }
  judge.draw({"scaling", "Speed-up by number of GPUs",
              "Policy `paper`, first touch, half of the level 2 caches for lines of other GPUs; "
              "the work is the same for each number of GPUs. One GPU with the SMs and the memory "
              "of all is the scaling that [NUMA17] calls theoretical.",
              chart, rows});
}

/// Returns the quick suite without hpgmg_uvm, which is hpgmg with its data on other GPUs.
Words without_variants() {
  Words members = quick_suite();
  members.erase(std::remove(members.begin(), members.end(), "hpgmg_uvm"), members.end());
  return members;
}

Words joined_settings(unsigned n) { return n == 1 ? as_large_as(1) : numa_aware(n); }
Words copied_settings(unsigned n) { return n == 1 ? as_large_as(1) : with_copies(n); }

}  // namespace

void scaling(Judge& judge) {
  const NodeRuns node(judge);
  const Words workloads = without_variants();
  const std::vector<Scaling> joined = ask(node, workloads, joined_settings);
  const std::vector<Scaling> large = ask(node, workloads, as_large_as);
  judge_scaling(judge, "nvlink.scaling", joined, large);
}

void scaling_whole(Judge& judge) {
  const NodeRuns node(judge);
  const Words workloads = with_large_boxes(quick_suite());
  const std::vector<Scaling> joined = ask(node, workloads, joined_settings);
  const std::vector<Scaling> large = ask(node, workloads, as_large_as);
  const std::vector<Scaling> copied = ask(node, workloads, copied_settings);
  const std::vector<Variant> variants = ask_variants(node, workloads);
  judge_scaling(judge, "nvlink.full.scaling", joined, large);
  judge_copies(judge, "nvlink.full.scaling.copies", copied, large);
  judge_variants(judge, "nvlink.full.scaling", joined, variants);
}

}  // namespace gf::papers::micro17
