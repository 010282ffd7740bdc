// SPDX-License-Identifier: Apache-2.0
// Fig. 6: the microbenchmark with software agents compared with cudaMemcpy, by chunk, on three
// machines.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/micro_runs.h"
#include "papers/isca21_proact/proact_app_runs.h"
#include "papers/isca21_proact/proact_experiments.h"

namespace gf::papers::isca21 {
namespace {

constexpr unsigned kChildThreads = 256;  ///< Table II: its value wherever CDP is the choice.
/// The quick size follows one rule on all machines: the kernel has so many waves of CTAs, with 32
/// KiB per SM. Transfers begin when the first wave ends.
constexpr std::uint64_t kWaves = 16, kWaveOfAnSm = 32 * kKibi;

/// A machine of Table I.
struct Generation {
  std::string name;    ///< Name of the system, without "4x_".
  std::string shown;   ///< In text.
  unsigned polling;    ///< Transfer threads: Table II's; on Kepler as many as for CDP.
  unsigned sms;        ///< Per GPU.
  bool finer = false;  ///< Adds chunks of 8 KiB, where Kepler's regions meet.
};

std::uint64_t bytes_of(const Generation& generation, Size size) {
  return size == Size::kLarge ? 256 * kMebi : kWaves * kWaveOfAnSm * generation.sms;
}

struct MicroCurves {
  std::vector<std::uint64_t> chunks;
  std::vector<double> cdp, polling;
  double tuned = 0;  ///< MicroRuns::tuned().

  [[nodiscard]] std::uint64_t cdp_chunk() const {
    return chunks[static_cast<std::size_t>(std::max_element(cdp.begin(), cdp.end()) - cdp.begin())];
  }
  [[nodiscard]] double cdp_at(std::uint64_t chunk) const {
    return cdp[static_cast<std::size_t>(std::find(chunks.begin(), chunks.end(), chunk) -
                                        chunks.begin())];
  }
  [[nodiscard]] double polling_wins() const {  ///< Share of the chunk sizes.
    double wins = 0;
    for (std::size_t n = 0; n < chunks.size(); ++n) wins += polling[n] > cdp[n] ? 1 : 0;
    return wins / static_cast<double>(chunks.size());
  }
};

std::vector<std::uint64_t> chunks_of(const Generation& generation, Size size) {
  const std::uint64_t bytes = bytes_of(generation, size);
  // At the quick size the larger machines run only the ends of their curves and two chunks between.
  if (size == Size::kQuick && !generation.finer) return {4 * kKibi, 64 * kKibi, kMebi, bytes};
  std::vector<std::uint64_t> chunks = {4 * kKibi};
  if (generation.finer) chunks.push_back(8 * kKibi);
  chunks.insert(chunks.end(), {16 * kKibi, 64 * kKibi, 256 * kKibi, kMebi});
  if (size == Size::kLarge) chunks.push_back(16 * kMebi);
  chunks.push_back(bytes);
  return chunks;
}

MicroCurves measure(Judge& judge, const Generation& generation, Size size) {
  const MicroRuns micro(judge, "4x_" + generation.name, bytes_of(generation, size));
  MicroCurves curves;
  curves.chunks = chunks_of(generation, size);
  std::vector<runs::Run> cdp, polling;
  for (const std::uint64_t chunk : curves.chunks) {
    cdp.push_back(micro.run("cdp", chunk, kChildThreads));
    polling.push_back(micro.run("polling", chunk, generation.polling));
  }
  for (const runs::Run& run : cdp) curves.cdp.push_back(micro.speedup(run));
  for (const runs::Run& run : polling) curves.polling.push_back(micro.speedup(run));
  curves.tuned = micro.tuned();
  judge.note(
      fmt::format("{} at GPU 0 (published: 256 MB); {} threads poll, and a child kernel has {}.",
                  size_text(micro.bytes()), generation.polling, kChildThreads));
  if (size == Size::kQuick)
    judge.note(
        fmt::format("The kernel has {} waves of CTAs on each machine. Transfers begin when the "
                    "first wave ends, which at the published size is after 1/100 of the kernel or "
                    "less: peaks are lower here by that much.",
                    kWaves));
  return curves;
}

/// `peaks`: rows whose published numbers are levels of a curve.
Figure figure_of(const Generation& generation, const MicroCurves& curves,
                 const std::vector<std::string>& peaks) {
  const std::vector<double> x(curves.chunks.begin(), curves.chunks.end());
  Chart chart;
  chart.x = {"chunk", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"speed-up over cudaMemcpy", "x", Scale::kLinear, 0.0, 2.0, {}};
  chart.series = {{"CDP", Role::kSimulated, Mark::kLinePoints, x, curves.cdp, ""},
                  {"polling", Role::kSimulated, Mark::kLinePoints, x, curves.polling, ""}};
  chart.guides = {{Guide::Along::kY, 1.0, "cudaMemcpy"}};
  Figure figure{"fig6_" + generation.name, "Microbenchmark on 4x " + generation.shown,
                "The kernel and the copies of cudaMemcpy take the same time, so 2 is the bound.",
                chart};
  for (const std::string& row : peaks) figure.rows.push_back({row});
  return figure;
}

/// Sets the rows common to all machines: peaks, an initiation-bound left end, a tail-bound right
/// end.
void judge_regions(Judge& judge, const std::string& id, const MicroCurves& curves) {
  const double cdp = most(curves.cdp), polling = most(curves.polling);
  judge.set(id + "cdp", cdp);
  judge.set(id + "polling", polling);
  judge.set(id + "cdp_fine", curves.cdp.front());
  judge.set(id + "cdp_tail", curves.cdp.back());
  judge.set(id + "bound", std::max(cdp, polling));
  judge.set(id + "tuned", curves.tuned);
}

}  // namespace

void micro_kepler(Judge& judge, Size size) {
  const Generation kepler{"kepler", "Kepler", 256, 15, true};
  const std::string id = rows_of("fig6.kepler", size);
  const MicroCurves curves = measure(judge, kepler, size);
  judge_regions(judge, id, curves);
  judge.set(id + "cdp_chunk", static_cast<double>(curves.cdp_chunk()) / kKibi);
  judge.set(id + "cdp_8k", curves.cdp_at(8 * kKibi));
  judge.set(id + "cdp_16k", curves.cdp_at(16 * kKibi));
  Figure figure = figure_of(kepler, curves, {id + "cdp"});
  for (const auto& [chunk, tag] : {std::pair(16 * kKibi, "16 KB"), std::pair(kMebi, "1 MB")})
    std::get<Chart>(figure.body)
        .guides.push_back({Guide::Along::kX, static_cast<double>(chunk),
                           "CDP is bandwidth-bound from 16KB to 1MB (the text)", tag,
                           Role::kPublished});
  judge.draw(std::move(figure));
}

void micro_pascal(Judge& judge, Size size) {
  const Generation pascal{"pascal", "Pascal", 4096, 56};
  const std::string id = rows_of("fig6.pascal", size);
  const MicroCurves curves = measure(judge, pascal, size);
  judge_regions(judge, id, curves);
  judge.set(id + "order", most(curves.polling) / most(curves.cdp));
  judge.set(id + "initiation", curves.polling.front() / curves.cdp.front());
  judge.draw(figure_of(pascal, curves, {id + "cdp", id + "polling"}));
}

void micro_volta(Judge& judge, Size size) {
  const Generation volta{"volta", "Volta", 2048, 80};
  const std::string id = rows_of("fig6.volta", size);
  const MicroCurves curves = measure(judge, volta, size);
  judge_regions(judge, id, curves);
  judge.set(id + "order", curves.polling_wins());
  judge.set(id + "initiation", curves.polling.front() / curves.cdp.front());
  judge.draw(figure_of(volta, curves, {id + "cdp"}));
}

}  // namespace gf::papers::isca21
