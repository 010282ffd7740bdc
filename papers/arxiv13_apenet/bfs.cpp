// SPDX-License-Identifier: Apache-2.0
// Graph500 breadth-first search over the cards and over InfiniBand. The paper's table is lost; its
// numbers are recollections for scale 20, printed with --full and never gated.
#include <fmt/format.h>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/app_runs.h"

namespace gf::papers::apenet13 {
namespace {

constexpr unsigned kRanks[] = {1, 2, 4, 8};
const std::vector<double> kRecalledCards = {6.7e7, 9.8e7, 1.3e8, 1.7e8};
const std::vector<double> kRecalledIb = {6.2e7, 7.8e7, 8.2e7, 2.0e8};
const Words kCards = {"over=apenet"};
const Words kIb = {"over=ib"};

Measurement row(const std::string& id, const std::string& what, Value published, double simulated,
                Tolerance tolerance, const std::string& unit = "x", Kind kind = Kind::kEmergent) {
  return {"apenet.bfs." + id,   what, kind, std::move(published), simulated, unit,
          std::move(tolerance), "",   ""};
}

double ratio(const AppRuns& runs, unsigned ranks, const std::string& name, const Words& other) {
  return runs.value(ranks, kCards, name) / runs.value(ranks, other, name);
}

void add_table(const AppRuns& runs, bool full, std::vector<Measurement>& rows) {
  const Tolerance recalled = not_gated("a recollection of the table, which is lost");
  for (unsigned i = 0; i < 4; ++i) {
    const std::string np = std::to_string(kRanks[i]);
    rows.push_back(row("teps." + np, "NP = " + np + ", P2P on",
                       full ? Value{kRecalledCards[i]} : Value{},
                       runs.value(kRanks[i], kCards, "teps"), recalled, "1/s",
                       i == 0 ? Kind::kCalibrated : Kind::kEmergent));
    rows.push_back(row("teps_ib." + np, "NP = " + np + ", InfiniBand",
                       full ? Value{kRecalledIb[i]} : Value{}, runs.value(kRanks[i], kIb, "teps"),
                       recalled, "1/s"));
  }
}

void add_orders(const AppRuns& runs, std::vector<Measurement>& rows) {
  rows.push_back(row("behind.8", "NP = 8: TEPS over InfiniBand's", "below 1",
                     ratio(runs, 8, "teps", kIb),
                     at_most(1.0, "the text: InfiniBand is faster after four nodes")));
  for (const unsigned ranks : {2u, 4u}) {
    rows.push_back(row(fmt::format("ahead.{}", ranks),
                       fmt::format("NP = {}: TEPS over InfiniBand's", ranks), "above 1",
                       ratio(runs, ranks, "teps", kIb), in_range(0.6, 1.0, "row APENET-22")));
  }
  rows.push_back(row("network.4", "NP = 4: network time over InfiniBand's", 0.5,
                     ratio(runs, 4, "network", kIb), in_range(1.3, 2.6, "row APENET-22")));
  const Words staged = {"over=ib", "ib.slot=x4", "ib.buffers=staged"};
  rows.push_back(row("network.4.staged", "the same, IB in a slot of 4 lanes, GPU buffers staged",
                     0.5, ratio(runs, 4, "network", staged), not_gated("row APENET-22")));
  for (unsigned i = 1; i < 4; ++i) {
    const unsigned ranks = kRanks[i];
    rows.push_back(row(fmt::format("scaling.{}", ranks),
                       fmt::format("TEPS at NP = {} over NP = {}", ranks, ranks / 2), "grows",
                       runs.value(ranks, kCards, "teps") / runs.value(ranks / 2, kCards, "teps"),
                       at_least(1.05, "strong scaling of the table")));
  }
}

/// Beyond the paper: its next steps.
void add_claims(const AppRuns& runs, std::vector<Measurement>& rows) {
  for (const unsigned ranks : {16u, 24u}) {
    rows.push_back(row(fmt::format("teps.{}", ranks), fmt::format("NP = {}, P2P on", ranks),
                       Value{}, runs.value(ranks, kCards, "teps"),
                       not_gated("conclusions: the next step of the cluster"), "1/s"));
  }
  for (const unsigned ranks : {4u, 8u}) {
    rows.push_back(
        row(fmt::format("hardware_lookups.{}", ranks),
            fmt::format("NP = {}: TEPS with hardware look-ups over without", ranks), Value{},
            runs.value(ranks, kHardwareLookups, "teps") / runs.value(ranks, kCards, "teps"),
            at_least(1.1, "our claim: the processor that receives is the limit")));
  }
}

Figure figure(const AppRuns& runs, bool full) {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLinear, {}, {}, {"1", "2", "4", "8"}};
  chart.y = {"traversed edges a second", "1/s", Scale::kLinear, 0.0, {}, {}};
  const std::vector<double> x = {0, 1, 2, 3};
  const auto add = [&](const char* name, Role role, const Words& settings) {
    std::vector<double> y;
    for (const unsigned ranks : kRanks) y.push_back(runs.value(ranks, settings, "teps"));
    chart.series.push_back({name, role, Mark::kBars, x, y, ""});
  };
  add("APEnet+, P2P on", Role::kSimulated, kCards);
  add("InfiniBand, LogGP", Role::kAnalytic, kIb);
  if (full) {
    chart.series.push_back(
        {"APEnet+, recalled", Role::kPublished, Mark::kBars, x, kRecalledCards, ""});
    chart.series.push_back(
        {"InfiniBand, recalled", Role::kPublished, Mark::kBars, x, kRecalledIb, ""});
  }
  return {"teps", "Strong scaling of a breadth-first search",
          full ? "Scale 20, edge factor 16." : "Scale 16, edge factor 16.", chart};
}

}  // namespace

ExperimentResult breadth_first_search(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, "apenet_bfs",
                     {context.full ? "app.scale=20" : "app.scale=16"});
  add_table(runs, context.full, result.measurements);
  add_orders(runs, result.measurements);
  add_claims(runs, result.measurements);
  const AppRuns short_lists(context, result, "apenet_bfs", {"app.scale=10"});
  for (const unsigned ranks : {2u, 4u}) {
    result.measurements.push_back(
        row(fmt::format("short.{}", ranks),
            fmt::format("NP = {}, scale 10: network time over InfiniBand's", ranks), "below 1",
            ratio(short_lists, ranks, "network", kIb),
            at_most(1.0, "conclusions: P2P is ahead where messages are short")));
  }
  result.figures = {figure(runs, context.full)};
  result.notes.emplace_back("Parents of every search were validated as Graph500 asks.");
  return result;
}

}  // namespace gf::papers::apenet13
