// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers::sc16 {
namespace {

constexpr std::array<std::uint64_t, 9> kSizes = {4ull << 10,   16ull << 10, 64ull << 10,
                                                 256ull << 10, 1ull << 20,  4ull << 20,
                                                 16ull << 20,  64ull << 20, 300ull << 20};
// The host issues copies one after the other: the second begins this much later [assumed].
sc_core::sc_time issue_interval() { return {10, sc_core::SC_US}; }

/// One of Fig. 3's conflicts: the copy that is measured, and the one that disturbs it.
struct Conflict {
  const char* id;
  const char* title;
  unsigned src, dst;
  unsigned other_src, other_dst;
};
constexpr std::array<Conflict, 3> kConflicts = {{
    {"conflict1", "0->3 with 1->2", 0, 3, 1, 2},
    {"conflict2", "0->1 with 2->1", 0, 1, 2, 1},
    {"conflict3", "0->1 with 4->1", 0, 1, 4, 1},
}};

std::string name_of(const std::string& what, std::uint64_t bytes) {
  return what + "_" + std::to_string(bytes);
}

void append_lone(unsigned src, unsigned dst, std::uint64_t bytes,
                 std::vector<model::CongestionGraph>& graphs) {
  const std::string name =
      name_of("lone_" + std::to_string(src) + "_" + std::to_string(dst), bytes);
  graphs.push_back({name, {{name, src, dst, core::Bytes(bytes), {}}}});
}

std::vector<model::CongestionGraph> all_graphs() {
  std::vector<model::CongestionGraph> graphs;
  for (std::uint64_t bytes : kSizes) {
    append_lone(0, 3, bytes, graphs);
    append_lone(0, 1, bytes, graphs);
    append_lone(4, 1, bytes, graphs);
    for (const Conflict& conflict : kConflicts) {
      const std::string name = name_of(conflict.id, bytes);
      const core::Bytes size(bytes);
      graphs.push_back({name,
                        {{name, conflict.src, conflict.dst, size, {}},
                         {name, conflict.other_src, conflict.other_dst, size, issue_interval()}}});
    }
  }
  return graphs;
}

/// GB/s of the first communication of each size's graph `what`.
class Curves {
 public:
  explicit Curves(const GraphRun& run) : run_(run) {}

  [[nodiscard]] double rate(const std::string& what, std::uint64_t bytes) const {
    for (const CommunicationRecord& record : run_.communications) {
      if (record.graph != name_of(what, bytes)) continue;
      return record.bytes / (record.end - record.start) / 1e9;  // its first line: the measured one
    }
    throw ChildRunError("communications.csv has no graph " + name_of(what, bytes));
  }

  [[nodiscard]] Series series(const std::string& what, const std::string& title) const {
    Series series;
    series.name = title;
    series.mark = Mark::kLinePoints;
    for (std::uint64_t bytes : kSizes) {
      series.x.push_back(static_cast<double>(bytes));
      series.y.push_back(rate(what, bytes));
    }
    return series;
  }

 private:
  const GraphRun& run_;
};

std::string lone_name(const Conflict& conflict) {
  return "lone_" + std::to_string(conflict.src) + "_" + std::to_string(conflict.dst);
}

Measurement slowdown(const std::string& id, const std::string& quantity, double published,
                     double simulated, Tolerance tolerance) {
  return {id, quantity, Kind::kEmergent, published, simulated, "x", std::move(tolerance), "", ""};
}

Figure figure_of(const Curves& curves) {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"bandwidth", "GB/s", Scale::kLinear, 0.0, {}, {}};
  chart.series.push_back(curves.series("lone_0_1", "0->1 alone"));
  chart.series.push_back(curves.series("lone_0_3", "0->3 alone"));
  chart.series.push_back(curves.series("lone_4_1", "4->1 alone"));
  for (const Conflict& conflict : kConflicts) {
    chart.series.push_back(curves.series(conflict.id, conflict.title));
  }
  return {"fig3", "Bandwidth of conflicts against message size",
          "Of the copy named first. The other one is issued 10 us later (assumed), so that short "
          "messages pass before it comes. The paper's points were lost; its statements are the "
          "rows of the table.",
          chart};
}

}  // namespace

ExperimentResult fig3(const ExperimentContext& context) {
  const GraphRun run = run_graphs(context, "pcie_t2", "fig3", all_graphs());
  const Curves curves(run);
  const std::uint64_t largest = kSizes.back();
  const std::uint64_t smallest = kSizes.front();
  ExperimentResult result;
  constexpr std::array<double, 3> kPublished = {2.0, 2.0, 1.44};
  for (std::size_t i = 0; i < kConflicts.size(); ++i) {
    const Conflict& conflict = kConflicts[i];
    const std::string id = std::string("pcie.fig3.") + conflict.id;
    Measurement ratio = slowdown(
        id, std::string(conflict.title) + ", 300 MiB: slow-down of the first", kPublished[i],
        curves.rate(lone_name(conflict), largest) / curves.rate(conflict.id, largest),
        i < 2 ? relative(0.05, "half of the bandwidth each, as III-B says")
              : relative(0.10, "packet_cost was chosen between this number and Table II"));
    if (i == 2) ratio.kind = Kind::kCalibrated;
    result.measurements.push_back(ratio);
    result.measurements.push_back(slowdown(
        id + ".small", std::string(conflict.title) + ", 4 KiB: slow-down of the first", 1.0,
        curves.rate(lone_name(conflict), smallest) / curves.rate(conflict.id, smallest),
        relative(0.05, "III-B: no congestion observed for small messages")));
  }
  result.measurements.push_back(
      slowdown("pcie.fig3.root_complex", "4->1 alone against 0->1 alone, 300 MiB", 1.21,
               curves.rate("lone_0_1", largest) / curves.rate("lone_4_1", largest),
               in_range(1.21 * 0.95, 1.25 * 1.05, "1.21 in VII and about 1.25 in III-B, 5 %")));
  result.figures.push_back(figure_of(curves));
  result.runs.push_back(run.child.link("T2, Fig. 3: every size and conflict"));
  return result;
}

}  // namespace gf::papers::sc16
