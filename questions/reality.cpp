// SPDX-License-Identifier: Apache-2.0
// Presets of machines compared with measurements on such machines. Nothing was tuned to these
// figures: the presets' numbers were written down before the comparison (docs/machines.md, "Beside
// reality").
#include <fmt/format.h>
#include <optional>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"

namespace gf::papers::cluster {
namespace {

/// Ten million integers of 4 B, copied by p2pBandwidthLatencyTest.
constexpr std::uint64_t kCopied = 40'000'000;

/// A machine that is not on the market: GPUs directly at two root complexes
/// (docs/examples/server.ini).
const char* const kServer =
    "about = four GPUs on two sockets\n"
    "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3] pcie gen4 x16\n"
    "[rc0]\nlinks = rc1 socket 20.8 GB/s 25 ns\n[gpu[0..3]]\npreset = v100\n";

/// One number of one machine, and its measurement, if known.
struct Figure {
  const char* id;
  const char* machine;              ///< Empty: kServer.
  std::optional<unsigned> copy_to;  ///< Destination of a copy from GPU 0; nothing: an all-reduce.
  std::optional<double> measured;   ///< GB/s.
  const char* bytes = "16 MiB";     ///< Bytes of the all-reduce.
};
const Figure kFigures[] = {{"v100_copy", "dgx1_v100", 3, 47.88},
                           {"h100_copy", "dgx_h100", 1, 376.6},
                           {"h100_allreduce", "dgx_h100", {}, 370},
                           {"socket_within", "", 1, 26.34},
                           {"socket_across", "", 2, 22.2},
                           {"dgx1_allreduce", "dgx1_v100", {}, {}},
                           {"hgx_16_allreduce", "hgx_16", {}, {}, "4 MiB"}};

runs::Run ask_figure(Judge& judge, const Figure& figure) {
  runs::Request request;
  request.platform = "cluster";
  const std::string machine = figure.machine;
  if (machine.empty())
    request.inputs["machine"] = kServer;
  else
    request.settings = {"machine=" + machine};
  if (figure.copy_to)
    request.inputs["schedule"] =
        fmt::format("graph,src,dst,bytes\ncopy,0,{},{}\n", *figure.copy_to, kCopied);
  else
    request.settings = with(
        request.settings, {std::string("workload=allreduce:bytes=") + figure.bytes, "tasks=false"});
  return judge.ask(std::move(request), figure.id);
}

/// Returns GB/s: of a copy, or busbw.
double rate_of(const Figure& figure, const runs::Run& run) {
  if (!figure.copy_to) return run.value("collective_0.busbw") / 1e9;
  return static_cast<double>(kCopied) / time_of(run.csv("tasks.csv"), "copy", "0") / 1e9;
}

}  // namespace

void reality(Judge& judge) {
  std::vector<runs::Run> asked;
  for (const Figure& figure : kFigures) asked.push_back(ask_figure(judge, figure));
  Chart chart;
  chart.x = {"figure", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"simulated over measured", "x", Scale::kLinear, 0.0, {}, {}};
  Series series{"simulated over measured", Role::kSimulated, Mark::kBars, {}, {}, ""};
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Figure& figure = kFigures[i];
    const double rate = rate_of(figure, asked[i]);
    judge.set(fmt::format("cluster.reality.{}", figure.id), rate);
    if (!figure.measured) continue;
    series.x.push_back(static_cast<double>(chart.x.categories.size()));
    series.y.push_back(rate / *figure.measured);
    chart.x.categories.push_back(figure.id);
  }
  chart.series.push_back(std::move(series));
  chart.guides = {{Guide::Along::kY, 1, "as measured"}};
  judge.draw({"reality", "Machine presets against measurements of others",
              "Copies of 40 MB, all-reduces of 16 MiB; presets unchanged.", chart});
}

}  // namespace gf::papers::cluster
