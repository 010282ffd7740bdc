// SPDX-License-Identifier: Apache-2.0
// Share of a link that ACK, NAK and UpdateFC take when they are packets, compared with the closed
// form of the specification's counting, and the remaining `efficiency` without them.
#include <array>
#include <fmt/format.h>

#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/pcie_dllps.h"

namespace gf::papers::sc16 {
namespace {

constexpr double kLinkRate = 15.754e9;   // bytes per second, the default of `rate`
constexpr double kEfficiency = 0.85239;  // the default
constexpr double kOverhead = 20;         // bytes of a TLP below 4 GiB
constexpr std::array<unsigned, 6> kPayloads = {128, 256, 512, 1024, 2048, 4096};
/// One block in 371 of 16 B is a skip ordered set (PCIe 3.0, 4.2.7.3: one in 370 to 375).
constexpr double kBesideSkips = 370.0 / 371;

runs::Run ask(Judge& judge, const std::vector<GraphCopy>& copies, unsigned payload, bool dllps,
              const std::string& label) {
  Graphs graphs;
  graphs.add("copies", copies);
  runs::Request request = on_t2(graphs, {fmt::format("*.max_payload={} B", payload),
                                         std::string("*.dllps=") + (dllps ? "true" : "false")});
  if (dllps) request.options = {"--stats-of", "gpu0.dllps.wire_bytes"};
  return judge.ask(std::move(request), label);
}

runs::Run ask_opposed(Judge& judge, unsigned payload, bool dllps) {
  return ask(judge, {{0, 1, 16 * kMiB}, {1, 0, 16 * kMiB}}, payload, dllps,
             fmt::format("0->1 and 1->0, {} B{}", payload, dllps ? ", DLLPs" : ""));
}

/// Returns the DLLPs' share of the bytes on the link from GPU 0, in per cent.
double share_of(const runs::Run& run) {
  const core::CsvTable stats = run.csv("stats.csv");
  double bytes = 0;
  for (std::size_t row = 0; row < stats.rows(); ++row)
    if (stats.text(row, "path") == "gpu0.dllps" && stats.text(row, "name") == "wire_bytes")
      bytes += stats.number(row, "value");
  return 100 * bytes / (kLinkRate * kEfficiency * records_of(run).front().time());
}

double share_by_count(unsigned payload) {
  return 100 * model::dllp_share({kLinkRate * kEfficiency, payload + kOverhead,
                                  model::pcie3_x16_timer_ns(payload) * 1e-9});
}

Figure figure_of(const std::vector<double>& shares) {
  Series simulated{"simulated", Role::kSimulated, Mark::kLinePoints, {}, shares, ""};
  Series counted{"counted by the specification", Role::kAnalytic, Mark::kLine, {}, {}, ""};
  for (const unsigned payload : kPayloads) {
    simulated.x.push_back(payload);
    counted.x.push_back(payload);
    counted.y.push_back(share_by_count(payload));
  }
  Chart chart;
  chart.x = {"largest payload", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"share of a direction", "%", Scale::kLinear, 0.0, {}, {}};
  chart.series = {simulated, counted};
  return {"dllps", "Share of DLLPs on a link of 16 lanes with writes both ways",
          "ACK and UpdateFC, 8 B each, by the timers of PCIe 3.0.", chart};
}

}  // namespace

void dllps(Judge& judge) {
  std::vector<runs::Run> opposed;
  for (const unsigned payload : kPayloads) opposed.push_back(ask_opposed(judge, payload, true));
  const runs::Run without = ask_opposed(judge, 256, false);
  const std::vector<GraphCopy> lone = {{0, 1, 16 * kMiB}};
  const runs::Run lone_with = ask(judge, lone, 256, true, "0->1, DLLPs");
  const runs::Run lone_without = ask(judge, lone, 256, false, "0->1");

  const auto rate = [](const runs::Run& run) { return records_of(run).front().rate(); };
  std::vector<double> shares;
  for (const runs::Run& run : opposed) shares.push_back(share_of(run));
  const std::string id = "pcie.dllps.";
  for (std::size_t i = 0; i < 3; ++i)
    judge.set(fmt::format("{}share.{}", id, kPayloads[i]), shares[i]);
  judge.set(id + "two_way", 100 * rate(opposed[1]) / rate(without));
  judge.set(id + "one_way", 100 * rate(lone_with) / rate(lone_without));
  judge.set(id + "k80", rate(lone_with) / 1073741824.0);
  const double tlps = kLinkRate * kBesideSkips * 256 / (256 + kOverhead);
  judge.set(id + "rest", 100 * (1 - rate(lone_with) / tlps));
  judge.draw(figure_of(shares));
}

}  // namespace gf::papers::sc16
