// SPDX-License-Identifier: Apache-2.0
// The same program on 1 to 8 GPUs, and on one GPU as large as all of them.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpuCounts[] = {1, 2, 4, 8};

/// The programs, with the grids of 8 GPUs on every machine. The grids of one GPU would leave most
/// of a large GPU idle.
Words on_gpus(unsigned n, Words more) {
  Words all = {"policy=paper", fmt::format("gpus={}", n), "made_for=8"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// One GPU has no lines of other GPUs, so all of its level 2 cache is for its own.
const Words kAlone = {"gpu.memory.remote_ways=0"};

/// One GPU with the SMs and the memory of `n`: the best that NUMA-aware GPUs could reach. For n = 8
/// it has the DRAM bandwidth of 8, but only 64 instead of 128 L2 slices and channels, the limit of
/// a GPU.
Words as_large_as(unsigned n) {
  if (n == 1) return on_gpus(1, kAlone);
  const unsigned slices = std::min(16 * n, 64u);
  // The bandwidth of n GPUs with 16 channels of 48 GB/s, with fewer channels if necessary.
  return on_gpus(1, {kAlone.front(), fmt::format("gpu.sms={}", 16 * n),
                     fmt::format("gpu.memory.slices={}", slices),
                     fmt::format("gpu.memory.channels={}", slices),
                     fmt::format("gpu.memory.channel_rate={} GB/s", 48 * 16 * n / slices),
                     fmt::format("gpu.memory.l2={} MiB", 4 * n),
                     fmt::format("gpu.memory.tlb_entries={}", 4096 * n),
                     fmt::format("gpu.memory.walks={}", 16 * n)});
}

/// The paper's machine.
Words numa_aware(unsigned n) { return on_gpus(n, {}); }

/// Like numa_aware(), and each GPU has copies of data that it reads and no kernel writes.
Words with_copies(unsigned n) { return on_gpus(n, {"placement=replicate_read_only"}); }

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

/// Requests runs of the members that scale. The formula of lonestar_sp is a uniform random one, as
/// modules for pairs of GPUs would be another formula for each number of GPUs.
class Members {
 public:
  Members(const NodeRuns& node, const char* size)
      : node_(node), size_(std::string("size=") + size), names_(whole_suite()) {
    // A generator of traffic, whose work is defined by the GPUs of a pair: one GPU has none.
    names_.erase(std::remove(names_.begin(), names_.end(), "random_asymmetric"), names_.end());
  }

  [[nodiscard]] const Words& names() const { return names_; }
  [[nodiscard]] runs::Run run(const std::string& name, Words settings) const {
    settings.push_back(size_);
    if (name == "lonestar_sp") settings.emplace_back("workload_options=modules=1");
    return node_.run(name, settings);
  }
  template <class Settings>
  [[nodiscard]] std::vector<Scaling> scaling(Settings settings_of) const {
    std::vector<Scaling> all;
    for (const std::string& name : names_) {
      all.push_back({name, {}});
      for (const unsigned n : kGpuCounts) all.back().runs.push_back(run(name, settings_of(n)));
    }
    return all;
  }

 private:
  const NodeRuns& node_;
  std::string size_;
  Words names_;
};

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
std::vector<Variant> ask_variants(const Members& members) {
  std::vector<Variant> all = {
      {"touch", on_gpus(4, {"gpu.memory.remote_ways=0"})},
      {"plain", on_gpus(4, {"gpu.memory.remote_ways=0", "placement=as_written"})},
      {"each_kernel", on_gpus(4, {"placement=replicate_each_kernel"})}};
  for (Variant& variant : all)
    for (const std::string& name : members.names())
      variant.runs.push_back(members.run(name, variant.settings));
  return all;
}

void judge_variants(Judge& judge, const std::string& id, const std::vector<Scaling>& scaled,
                    const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    std::vector<double> over_one;
    for (std::size_t i = 0; i < scaled.size(); ++i)
      over_one.push_back(scaled[i].runs[0].value("cycles") / variant.runs[i].value("cycles"));
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
              "the program is the same for each number of GPUs. One GPU with the SMs and the "
              "memory of all is the scaling that [NUMA17] calls theoretical.",
              chart, rows});
}

Words joined_settings(unsigned n) { return n == 1 ? as_large_as(1) : numa_aware(n); }
Words copied_settings(unsigned n) { return n == 1 ? as_large_as(1) : with_copies(n); }

}  // namespace

void scaling(Judge& judge) {
  const NodeRuns node(judge);
  const Members members(node, "small");
  const std::vector<Scaling> joined = members.scaling(joined_settings);
  const std::vector<Scaling> large = members.scaling(as_large_as);
  judge_scaling(judge, "nvlink.scaling", joined, large);
}

void scaling_large(Judge& judge) {
  const NodeRuns node(judge);
  const Members members(node, "large");
  const std::vector<Scaling> joined = members.scaling(joined_settings);
  const std::vector<Scaling> large = members.scaling(as_large_as);
  judge_scaling(judge, "nvlink.full.scaling", joined, large);
}

void copies_for_readers(Judge& judge) {
  const NodeRuns node(judge);
  const Members members(node, "small");
  const std::vector<Scaling> large = members.scaling(as_large_as);
  const std::vector<Scaling> copied = members.scaling(copied_settings);
  const std::vector<Variant> variants = ask_variants(members);
  judge_copies(judge, "nvlink.full.copies", copied, large);
  judge_variants(judge, "nvlink.full.copies", copied, variants);
}

}  // namespace gf::papers::micro17
