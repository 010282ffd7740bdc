// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/gpu_sets.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "workloads/collectives/channel_names.h"

namespace gf::model {
namespace {

/// For each GPU, sorted, its paths to the others, sorted.
using Paths = std::vector<std::vector<std::pair<ChannelPath, SearchRate>>>;

Paths paths_of(const MachinePlan& part) {
  const ChannelLinks links(part);
  Paths all(links.gpus());
  for (unsigned a = 0; a < links.gpus(); ++a) {
    for (unsigned b = 0; b < links.gpus(); ++b)
      if (a != b) all[a].emplace_back(links.between(a, b).type, links.between(a, b).rate);
    std::sort(all[a].begin(), all[a].end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// C(n, k), or kMostGpuSets + 1 if it is larger.
std::uint64_t binomial(unsigned n, unsigned k) {
  std::uint64_t value = 1;
  for (unsigned i = 1; i <= std::min(k, n - k); ++i) {
    value = value * (n - i + 1) / i;
    if (value > kMostGpuSets) return kMostGpuSets + 1;
  }
  return value;
}

MachinePlan part_of(const MachinePlan& plan, const std::vector<unsigned>& devices) {
  MachinePlan part = plan;
  part.ranks = devices;
  return part;
}

GpuSet make_choice(const MachinePlan& part) {
  GpuSet choice;
  for (const unsigned gpu : part.ranks) choice.gpus.push_back(part.devices[gpu].name);
  choice.rings = search_channels(part, ChannelPattern::kRing, false);
  return choice;
}

}  // namespace

std::vector<GpuSet> gpu_sets(const MachinePlan& plan, unsigned count) {
  const std::vector<unsigned> gpus = gpus_in_order(plan);
  const auto have = static_cast<unsigned>(gpus.size());
  if (count < 2 || count > have)
    core::fail_config(plan.name, "gpus", std::to_string(count), fmt::format("2 ... {}", have),
                      "the machine has so many");
  if (binomial(have, count) > kMostGpuSets)
    core::fail_config(
        plan.name, "gpus", std::to_string(count),
        fmt::format("a number with at most {} choices of {} GPUs", kMostGpuSets, have),
        "take fewer, or all but a few");
  std::map<Paths, std::size_t> kinds;
  std::vector<GpuSet> choices;
  std::vector<bool> taken(have, false);
  std::fill(taken.begin(), taken.begin() + count, true);
  do {
    std::vector<unsigned> devices;
    for (unsigned i = 0; i < have; ++i)
      if (taken[i]) devices.push_back(gpus[i]);
    const MachinePlan part = part_of(plan, devices);
    const auto [entry, is_new] = kinds.emplace(paths_of(part), choices.size());
    if (is_new)
      choices.push_back(make_choice(part));
    else
      ++choices[entry->second].alike;
  } while (std::prev_permutation(taken.begin(), taken.end()));
  std::stable_sort(choices.begin(), choices.end(), [](const GpuSet& a, const GpuSet& b) {
    const double first = a.rings.graph.total().bytes_per_second();
    const double second = b.rings.graph.total().bytes_per_second();
    return first != second ? first > second : a.alike > b.alike;
  });
  return choices;
}

GpuSet gpu_set(const MachinePlan& plan, const std::string& names) {
  return make_choice(part_of_gpus(plan, names));
}

}  // namespace gf::model
