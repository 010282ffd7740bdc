// SPDX-License-Identifier: Apache-2.0
// Kernels of loads and stores on one GPU: its memory bandwidth, and the times of a load and a
// launch.
#include <fmt/format.h>

#include "measurements/predictions.h"

namespace gf::papers::blind {
namespace {

constexpr unsigned kMiB = 1u << 20;
constexpr unsigned kLanes = 32;
constexpr unsigned kLine = 128;
/// Both are larger than the level 2 caches of all parts here; the rate is that of the difference.
constexpr unsigned kSmall = 12 * kMiB;
constexpr unsigned kLarge = 36 * kMiB;

/// A kernel that goes once through its arrays of `bytes` each.
struct Pass {
  std::vector<std::string> loads;
  std::vector<std::string> stores;
  unsigned each = 8;          ///< Bytes per lane.
  unsigned warps = 32;        ///< Warps per CTA.
  unsigned strided_ctas = 0;  ///< CTAs that stride over the arrays; 0: one access a thread.
};
const Pass kCopy{{"a"}, {"c"}};
const Pass kTriad{{"b", "c"}, {"a"}};
const Pass kDot{{"a", "b"}, {}, 8, 32, 256};
const Pass kSaxpy{{"x", "y"}, {"y"}, 4};
const Pass kMemcpy{{"from"}, {"to"}, 16, 4};

std::string data(const std::string& name, unsigned bytes) {
  return fmt::format("[data.{}]\nbytes = {} B\nplacement = first_touch\n", name, bytes);
}

std::string text_of(const Pass& pass, unsigned bytes) {
  std::string text = "[workload]\nname = pass\n";
  std::vector<std::string> arrays = pass.loads;
  for (const std::string& store : pass.stores)
    if (store != arrays.back()) arrays.push_back(store);
  for (const std::string& array : arrays) text += data(array, bytes);
  const unsigned warp = kLanes * pass.each;
  const unsigned cta = warp * pass.warps;
  const unsigned ctas = pass.strided_ctas > 0 ? pass.strided_ctas : bytes / cta;
  const std::string where =
      fmt::format("[{}*turn + {}*cta + {}*warp + {}*lane]\n", ctas * cta, cta, warp, pass.each);
  text += fmt::format("[kernel.pass]\nctas = {}\nwarps_per_cta = {}\ndo = loop turn {}\n", ctas,
                      pass.warps, bytes / (ctas * cta));
  for (const std::string& array : pass.loads)
    text += fmt::format("do = load {} {}{}", pass.each, array, where);
  for (const std::string& array : pass.stores)
    text += fmt::format("do = store {} {}{}", pass.each, array, where);
  return text + "do = end\n";
}

/// Returns a kernel in which one lane goes `passes` times over 1 MiB, which fits level 2 but not
/// the L1.
std::string chase(unsigned passes) {
  return "[workload]\nname = chase\n" + data("a", kMiB) +
         fmt::format(
             "[kernel.chase]\nctas = 1\ndo = loop pass {}\ndo = loop i {}\n"
             "do = load 4 a[{}*i] lanes 1\ndo = end\ndo = end\n",
             passes, kMiB / kLine, kLine);
}

/// Returns `kernels` nearly empty kernels in one stream.
std::string launches(unsigned kernels) {
  std::string text = "[workload]\nname = launches\n" + data("a", kMiB);
  for (unsigned kernel = 0; kernel < kernels; ++kernel)
    text += fmt::format("[kernel.k{}]\nctas = 1\ndo = compute 1\n", kernel);
  return text;
}

runs::Run ask(Judge& judge, const std::string& preset, const std::string& workload,
              const std::string& label) {
  return judge.ask(
      {"gpu_node", {"preset=" + preset, "gpus=1"}, {}, {}, {{"workload=file:", workload}}},
      preset + ", " + label);
}

/// Returns GB/s; each loaded byte and each stored byte counts once.
double rate(const Pass& pass, double bytes, double seconds) {
  const auto arrays = static_cast<double>(pass.loads.size() + pass.stores.size());
  return arrays * bytes / seconds / 1e9;
}

/// Predicts the rate for arrays that no cache holds, without the launch.
Prediction steady(Judge& judge, const std::string& row, const std::string& preset,
                  const Pass& pass) {
  const runs::Run small = ask(judge, preset, text_of(pass, kSmall), row + ", 12 MiB");
  const runs::Run large = ask(judge, preset, text_of(pass, kLarge), row + ", 36 MiB");
  return {row,
          [=] { return rate(pass, kLarge - kSmall, large.value("time") - small.value("time")); }};
}

/// Predicts the rate of one copy of that size, including its launch.
Prediction whole(Judge& judge, const std::string& row, const std::string& preset, unsigned bytes) {
  const runs::Run run = ask(judge, preset, text_of(kMemcpy, bytes), row);
  return {row, [=] { return rate(kMemcpy, bytes, run.value("time")); }};
}

Prediction level_2(Judge& judge) {
  constexpr unsigned kMore = 2;
  const runs::Run some = ask(judge, "v100", chase(2), "dependent loads, 2 passes");
  const runs::Run more = ask(judge, "v100", chase(2 + kMore), "dependent loads, 4 passes");
  constexpr unsigned kLoads = kMore * kMiB / kLine;
  return {"v100_l2", [=] { return (more.value("cycles") - some.value("cycles")) / kLoads; }};
}

Prediction launch(Judge& judge) {
  constexpr unsigned kMore = 32;
  const runs::Run some = ask(judge, "v100", launches(kMore), "32 empty kernels");
  const runs::Run more = ask(judge, "v100", launches(2 * kMore), "64 empty kernels");
  return {"v100_launch",
          [=] { return (more.value("time") - some.value("time")) / kMore * 1e6; }};  // us
}

}  // namespace

Predictions memory_numbers(Judge& judge) {
  Predictions all;
  for (const std::string preset : {"v100", "p100"}) {
    all.push_back(steady(judge, preset + "_copy", preset, kCopy));
    all.push_back(steady(judge, preset + "_triad", preset, kTriad));
    all.push_back(steady(judge, preset + "_dot", preset, kDot));
  }
  all.push_back(steady(judge, "v100_saxpy", "v100", kSaxpy));
  all.push_back(steady(judge, "v100_self", "v100", kMemcpy));
  all.push_back(whole(judge, "v100_d2d", "v100", 32'000'000));
  all.push_back(whole(judge, "k40m_d2d", "k40m", 32 * kMiB));
  all.push_back(level_2(judge));
  all.push_back(launch(judge));
  return all;
}

}  // namespace gf::papers::blind
