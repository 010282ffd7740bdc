// SPDX-License-Identifier: Apache-2.0
// Fig. 2: share of payload on a link when a peer's memory is written store by store.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/isca21_proact/proact_experiments.h"
#include "tlm_models/analytic/store_goodput.h"

namespace gf::papers::isca21 {
namespace {

struct LinkKind {
  std::string name;     ///< Value of `fabric`.
  std::string shown;    ///< In text.
  std::string setting;  ///< Of the run.
};

const std::vector<unsigned> kSizes = {4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256};

std::vector<runs::Run> ask_sizes(Judge& judge, const LinkKind& kind) {
  std::vector<runs::Run> runs;
  for (const unsigned bytes : kSizes)
    runs.push_back(
        judge.ask({"store_goodput",
                   {"fabric=" + kind.name, fmt::format("bytes={} B", bytes), kind.setting},
                   {},
                   {},
                   {}},
                  fmt::format("{}, {} B", kind.shown, bytes)));
  return runs;
}

/// Sets the rows of a kind of link and draws its two series.
void judge_kind(Judge& judge, const LinkKind& kind, const std::vector<runs::Run>& runs,
                Chart& chart) {
  Series measured{kind.shown + ", measured", Role::kSimulated, Mark::kPoints, {}, {}, kind.name};
  Series closed{kind.shown + ", packet format", Role::kAnalytic, Mark::kLine, {}, {}, kind.name};
  const std::string id = "proact.fig2." + kind.name;
  double worst = 0;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    for (Series* series : {&measured, &closed}) series->x.push_back(kSizes[i]);
    measured.y.push_back(runs[i].value("goodput"));
    closed.y.push_back(100 * model::store_goodput(model::parse_store_format(kind.name), kSizes[i]));
    worst = std::max(worst, std::abs(measured.y.back() - closed.y.back()));
    if (kSizes[i] == 4) judge.set(id + ".4b", measured.y.back());
    if (kSizes[i] == 4) judge.set(id + ".4b_exact", measured.y.back());
    if (kSizes[i] == 128) judge.set(id + ".128b", measured.y.back());
  }
  judge.set(id + ".curve", worst);
  chart.series.push_back(measured);
  chart.series.push_back(closed);
}

}  // namespace

void goodput(Judge& judge) {
  // Fig. 2 is about packets; flow control and acknowledgements of PCIe are a constant factor.
  const LinkKind kinds[] = {{"nvlink", "NVLink", "nvlink.lanes=16"},
                            {"pcie", "PCIe 3.0", "pcie.efficiency=1"}};
  std::vector<std::vector<runs::Run>> asked;
  for (const LinkKind& kind : kinds) asked.push_back(ask_sizes(judge, kind));
  Chart chart;
  chart.x = {"store", "B", Scale::kLog2, 4, 256, {}};
  chart.y = {"goodput", "%", Scale::kLinear, 0, 100, {}};
  for (std::size_t i = 0; i < asked.size(); ++i) judge_kind(judge, kinds[i], asked[i], chart);
  judge.draw({"fig2",
              "Goodput by store size",
              "A stream of stores over one link, and the limit set by the packet formats.",
              chart,
              {{"proact.fig2.nvlink.4b", Guide::Along::kY, 4},
               {"proact.fig2.pcie.4b", Guide::Along::kY, 4}}});
}

}  // namespace gf::papers::isca21
