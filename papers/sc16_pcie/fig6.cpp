// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie_presets.h"
#include "tlm_models/workloads/generators.h"

namespace gf::papers::sc16 {
namespace {

constexpr double kBand = 0.15;
const core::Bytes kMessage = core::kibibytes(256);

/// The validation set on one topology: every collective, and random graphs of 2 to 7 edges.
std::vector<model::CongestionGraph> validation_graphs(const model::PcieTree& tree,
                                                      std::uint64_t seed) {
  const std::string bytes = ",bytes=256 KiB";
  std::vector<model::CongestionGraph> graphs = model::make_workload(
      "random:edges=2..7,graphs=2000" + bytes + ";scatter:root=0" + bytes + ";gather:root=0" +
          bytes + ";all_to_all:order=index" + bytes + ";all_to_all:order=rotated" + bytes +
          ";all_to_all:order=xor" + bytes + ";ring:bytes=256 KiB;halo2d:bytes=256 KiB;" +
          "halo3d:bytes=256 KiB",
      tree, seed);
  return graphs;
}

/// Errors of communications, all and only of those that the model slows down.
struct Errors {
  std::vector<double> all;
  std::vector<double> congested;
};

/// Time of each communication if it were alone, by the analytic model.
class LoneTimes {
 public:
  explicit LoneTimes(const std::string& topology) : model_(model::make_pcie_tree(topology)) {}
  double of(const CommunicationRecord& record) {
    const double factor = model_.evaluate({{record.src, record.dst}}).front().final;
    return record.bytes / (factor * model_.options().bandwidth.bytes_per_second());
  }

 private:
  model::PcieCongestion model_;
};

void collect(const GraphRun& run, const std::string& topology, Errors& errors) {
  LoneTimes lone(topology);
  for (const CommunicationRecord& record : run.communications) {
    const double predicted = record.analytic_end - record.start;
    const double error = predicted / (record.end - record.start) - 1;  // as the paper: VII
    errors.all.push_back(error);
    if (predicted > 1.02 * lone.of(record)) errors.congested.push_back(error);
  }
}

double share_within(const std::vector<double>& errors) {
  const auto inside = std::count_if(errors.begin(), errors.end(),
                                    [](double error) { return std::abs(error) <= kBand; });
  return 100.0 * static_cast<double>(inside) / static_cast<double>(errors.size());
}

Measurement measured(const std::string& id, const std::string& quantity, Value published,
                     double simulated, Tolerance tolerance) {
  return {id, quantity, Kind::kEmergent, std::move(published), simulated, "%", std::move(tolerance),
          "", ""};
}

Figure figure_of(const Errors& errors, const std::string& topology) {
  Chart chart;
  chart.x = {"relative error of the prediction", "%", Scale::kLinear, -60.0, 60.0, {}};
  chart.y = {"communications", "", Scale::kLinear, 0.0, {}, {}};
  std::vector<double> percent;
  for (double error : errors.all) percent.push_back(100 * error);
  chart.series.push_back(histogram("all communications", Role::kSimulated, percent, -60, 60, 48));
  chart.guides = {{Guide::Along::kX, -15, "-15 %"}, {Guide::Along::kX, 15, "+15 %"}};
  return {"fig6", "Error of the analytic model against the packet level, " + topology,
          "The paper compares its model with hardware, here it is compared with the packet level. "
          "Prediction over simulated time, less 1.",
          chart};
}

struct Validation {
  std::string id;
  std::string platform;
  std::string topology;
  std::vector<std::string> subsets;  ///< Four-GPU topologies, every graph up to four edges.
  double least;
  std::string why;
};

ExperimentResult validate(const Validation& v, const ExperimentContext& context) {
  Errors errors;
  ExperimentResult result;
  const GraphRun main_run =
      run_graphs(context, v.platform, v.topology,
                 validation_graphs(model::make_pcie_tree(v.topology), context.seed));
  collect(main_run, v.topology, errors);
  result.runs.push_back(main_run.child.link(v.topology + ": random and collective graphs"));
  std::size_t graphs = static_cast<std::size_t>(main_run.child.value("graphs"));
  for (const std::string& subset : v.subsets) {
    const GraphRun run =
        run_graphs(context, "pcie_tree", subset,
                   model::workload::exhaustive(model::make_pcie_tree(subset), 4, kMessage),
                   {"-p", "topology=" + subset});
    collect(run, subset, errors);
    graphs += static_cast<std::size_t>(run.child.value("graphs"));
    result.runs.push_back(run.child.link(subset + ": every graph of up to four edges"));
  }
  const auto [low, high] = std::minmax_element(errors.all.begin(), errors.all.end());
  result.measurements = {
      measured(v.id, "communications predicted within +-15 %", std::string("> 97 %"),
               share_within(errors.all), at_least(v.least, v.why)),
      measured(v.id + ".congested", "the same, of congested ones alone", {},
               share_within(errors.congested), not_gated("the paper does not tell them apart")),
      measured(v.id + ".worst_low", "largest underestimate", v.platform == "pcie_t1" ? -46. : -56.,
               100 * *low, not_gated("of the paper's hardware, not of a model")),
      measured(v.id + ".worst_high", "largest overestimate", v.platform == "pcie_t1" ? 31. : 29.,
               100 * *high, not_gated("of the paper's hardware, not of a model"))};
  result.figures.push_back(figure_of(errors, v.topology));
  result.notes.push_back(fmt::format("{} graphs, {} communications, {} of them congested.", graphs,
                                     errors.all.size(), errors.congested.size()));
  return result;
}

}  // namespace

ExperimentResult fig6_t1(const ExperimentContext& context) {
  return validate({"pcie.fig6.t1",
                   "pcie_t1",
                   "t1",
                   {},
                   99,
                   "T1 has no root complex on any path: little is left open"},
                  context);
}

ExperimentResult fig6_t2(const ExperimentContext& context) {
  return validate({"pcie.fig6.t2",
                   "pcie_t2",
                   "t2",
                   {"t2_first4", "t2_even4"},
                   95,
                   "two models of one hardware; the paper's own share against hardware is 97 %"},
                  context);
}

}  // namespace gf::papers::sc16
