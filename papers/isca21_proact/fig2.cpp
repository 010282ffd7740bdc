// SPDX-License-Identifier: Apache-2.0
// Fig. 2: which part of a link is payload when peers' memory is written store by store.
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "papers/child_run.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "tlm_models/analytic/store_goodput.h"

namespace gf::papers::isca21 {
namespace {

struct LinkKind {
  std::string name;     ///< Value of `fabric`.
  std::string shown;    ///< In text.
  double published;     ///< Per cent at 4 B, as printed.
  double exact;         ///< The same from the packet format.
  std::string setting;  ///< Of the run.
};

const std::vector<unsigned> kSizes = {4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256};

struct Curve {
  Series measured;
  Series closed;
  double worst = 0;  ///< Largest difference, in per cent of the link.
};

Curve measure(const ExperimentContext& context, const LinkKind& kind, ExperimentResult& result) {
  Curve curve;
  curve.measured = {kind.shown + ", measured", Role::kSimulated, Mark::kPoints, {}, {}, kind.name};
  curve.closed = {kind.shown + ", packet format", Role::kAnalytic, Mark::kLine, {}, {}, kind.name};
  for (const unsigned bytes : kSizes) {
    const ChildRun run = run_program(context, fmt::format("{}_{}", kind.name, bytes),
                                     {"run", "store_goodput", "-p", "fabric=" + kind.name, "-p",
                                      fmt::format("bytes={} B", bytes), "-p", kind.setting});
    result.runs.push_back(run.link(fmt::format("{}, {} B", kind.shown, bytes)));
    const double closed = 100 * model::store_goodput(model::parse_store_format(kind.name), bytes);
    for (Series* series : {&curve.measured, &curve.closed}) series->x.push_back(bytes);
    curve.measured.y.push_back(run.value("goodput"));
    curve.closed.y.push_back(closed);
    curve.worst = std::max(curve.worst, std::abs(curve.measured.y.back() - closed));
  }
  return curve;
}

void add_rows(const LinkKind& kind, const Curve& curve, ExperimentResult& result) {
  const std::string id = "proact.fig2." + kind.name;
  const auto at = [&](unsigned bytes) {
    for (std::size_t i = 0; i < kSizes.size(); ++i)
      if (kSizes[i] == bytes) return curve.measured.y[i];
    return 0.0;
  };
  result.measurements.push_back({id + ".4b", kind.shown + ": goodput of 4 B stores", Kind::kDerived,
                                 kind.published, at(4), "%",
                                 absolute(0.5, "printed in whole per cent"), "", ""});
  result.measurements.push_back({id + ".4b_exact", kind.shown + ": the same, from the format",
                                 Kind::kDerived, kind.exact, at(4), "%",
                                 relative(1e-3, "nothing but packets on the link"), "", ""});
  result.measurements.push_back({id + ".128b", kind.shown + ": goodput of 128 B stores",
                                 Kind::kDerived, "high", at(128), "%",
                                 at_least(80, "the text calls 128 B sufficient"), "", ""});
  result.measurements.push_back({id + ".curve", kind.shown + ": largest distance from the format",
                                 Kind::kDerived, 0.0, curve.worst, "%",
                                 absolute(0.1, "4 B to 256 B; ends of a run left out"), "", ""});
}

}  // namespace

ExperimentResult goodput(const ExperimentContext& context) {
  // Fig. 2 shows packets; flow control and acknowledgements of PCIe are a factor for all sizes.
  const LinkKind kinds[] = {{"nvlink", "NVLink", 8, 100 * 4.0 / 48, "nvlink.lanes=16"},
                            {"pcie", "PCIe 3.0", 14, 100 * 4.0 / 28, "pcie.efficiency=1"}};
  ExperimentResult result;
  Chart chart;
  chart.x = {"store", "B", Scale::kLog2, 4, 256, {}};
  chart.y = {"goodput", "%", Scale::kLinear, 0, 100, {}};
  for (const LinkKind& kind : kinds) {
    const Curve curve = measure(context, kind, result);
    add_rows(kind, curve, result);
    chart.series.push_back(curve.measured);
    chart.series.push_back(curve.closed);
  }
  result.figures = {{"fig2", "Goodput by the size of stores",
                     "A stream of stores over one link, and what the packet formats leave.",
                     chart}};
  return result;
}

}  // namespace gf::papers::isca21
