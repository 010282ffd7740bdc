// SPDX-License-Identifier: Apache-2.0
// Tables I and II, the worked example of section VI: in the analytic model, and the same copies at
// packet level. Also the two measured rates and the order of service.
#include <algorithm>
#include <array>

#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/pcie_congestion.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::papers::sc16 {
namespace {

constexpr std::array<const char*, 4> kNames = {"a", "b", "c", "d"};

/// A column of Table I.
struct Column {
  const char* id;
  double model::CongestionFactors::*factor;
};
constexpr std::array<Column, 5> kColumns = {{
    {"step_a", &model::CongestionFactors::source},
    {"step_b", &model::CongestionFactors::upstream},
    {"step_c", &model::CongestionFactors::downstream},
    {"step_d8", &model::CongestionFactors::blocked},
    {"step_d9", &model::CongestionFactors::final},
}};

/// What Table II prints besides elapsed times: the factors of both steps, and what (a) and (b) have
/// sent and not sent when (c) and (d) end.
void judge_steps(Judge& judge, const std::vector<Record>& records) {
  constexpr double kMessage = 300;  // MB, as the paper calls MiB
  model::PcieModelOptions options;
  options.tau = 0.2;
  model::PcieCongestion model(model::pcie_tree_t2(), options);
  const std::vector<model::CongestionFactors> first =
      model.evaluate({{0, 2}, {1, 4}, {3, 2}, {6, 4}});
  const std::vector<model::CongestionFactors> second = model.evaluate({{0, 2}, {1, 4}});
  const double step = records[2].analytic_end;
  for (std::size_t i = 0; i < kNames.size(); ++i)
    judge.set(std::string("pcie.table2.factor1.") + kNames[i], first[i].final);
  for (std::size_t i = 0; i < second.size(); ++i) {
    const double sent = first[i].final * step * kBandwidth / static_cast<double>(kMiB);
    judge.set(std::string("pcie.table2.factor2.") + kNames[i], second[i].final);
    judge.set(std::string("pcie.table2.remaining.") + kNames[i], kMessage - sent);
    judge.set(std::string("pcie.table2.text.") + kNames[i], kMessage - sent);
  }
  judge.set("pcie.table2.step2", (records[0].analytic_end - step) * 1e3);
}

}  // namespace

void bandwidth(Judge& judge) {
  constexpr double kTlp = 276.0 / 256;  // a write of 256 B with its header and framing
  Graphs graphs, shorter;
  graphs.add("lone", {{0, 1, 300 * kMiB}});
  shorter.add("lone", {{0, 1, 16 * kMiB}});
  const runs::Run run = judge.ask(on_t2(graphs), "0->1 alone, 300 MiB");
  const runs::Run whole = judge.ask(on_t2(shorter, {"*.efficiency=1"}), "0->1, nothing but TLPs");
  judge.set("pcie.bandwidth.link", kTlp * records_of(whole).front().rate() / 1e9);
  const Record lone = records_of(run).front();
  judge.set("pcie.bandwidth.k80", lone.rate() / 1073741824.0);
  judge.set("pcie.bandwidth.t_ref", lone.time() * 1e3);
}

void table1(Judge& judge) {
  const runs::Run run = judge.ask(on_t2(section_vi(32 * kMiB)), "0->2 1->4 3->2 6->4, 32 MiB each");
  model::PcieModelOptions options;
  options.tau = 0.2;  // "By selecting tau = 1/5", VI
  model::PcieCongestion model(model::pcie_tree_t2(), options);
  const auto& factors = model.evaluate({{0, 2}, {1, 4}, {3, 2}, {6, 4}});
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    for (const Column& column : kColumns)
      judge.set(std::string("pcie.table1.") + column.id + "." + kNames[i],
                factors[i].*column.factor);
    judge.set(std::string("pcie.table1.packet.") + kNames[i],
              run.value("comm_" + std::to_string(i) + ".share"));
  }
  judge.note(
      "Packet-level shares are the part of B = 11.6 GiB/s that each communication got until the "
      "first of them ended.");
}

void table2(Judge& judge) {
  const runs::Run run =
      judge.ask(on_t2(section_vi(300 * kMiB), {"tau=0.2"}), "0->2 1->4 3->2 6->4, 300 MiB each");
  const std::vector<Record> records = records_of(run);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    judge.set(std::string("pcie.table2.analytic.") + kNames[i], records[i].analytic_end * 1e3);
    judge.set(std::string("pcie.table2.packet.") + kNames[i], records[i].end * 1e3);
  }
  judge_steps(judge, records);
}

void fcfs(Judge& judge) {
  constexpr std::uint64_t kCopy = 16 * kMiB;
  Graphs graphs;
  graphs.add("alone", {{0, 4, kCopy}});
  graphs.add("fcfs", {{0, 4, kCopy}, {0, 1, kCopy}, {0, 2, kCopy}, {0, 3, kCopy}});
  const runs::Run run = judge.ask(on_t2(graphs), "four copies of GPU 0, 16 MiB each");
  const std::vector<Record> all = records_of(run);
  const std::vector<Record> issued(all.begin() + 1, all.end());
  const auto sooner = [](const Record& a, const Record& b) { return a.end < b.end; };
  const auto in_order = std::is_sorted_until(issued.begin(), issued.end(), sooner);
  judge.set("pcie.fcfs.order", static_cast<double>(in_order - issued.begin()));
  judge.set("pcie.fcfs.first", issued.front().time() / all.front().time());
  // If served one at a time, the copies take the sum of their times without contention: 1.21 + 3 in
  // T_ref.
  const double t_ref = kCopy / kBandwidth;
  judge.set("pcie.fcfs.serial", issued.back().end / (t_ref * (3 + 1.0 / (1 - 0.17355))));
}

}  // namespace gf::papers::sc16
