// SPDX-License-Identifier: Apache-2.0
// Fig. 6: the errors of the analytic model, here against the packet level.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/pcie_congestion.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::papers::sc16 {
namespace {

/// Random graphs of 2 to 7 edges and every collective.
constexpr const char* kGraphs =
    "workload=random:edges=2..7,graphs=2000,bytes=256 KiB;scatter:root=0,bytes=256 KiB;"
    "gather:root=0,bytes=256 KiB;all_to_all:order=index,bytes=256 KiB;"
    "all_to_all:order=rotated,bytes=256 KiB;all_to_all:order=xor,bytes=256 KiB;"
    "ring:bytes=256 KiB;halo2d:bytes=256 KiB;halo3d:bytes=256 KiB";
/// Every graph of up to four edges, on a topology of four GPUs.
constexpr const char* kSubsetGraphs = "workload=exhaustive:edges=4,bytes=256 KiB";

/// Errors in per cent: of all communications, and only of those slowed down in the model.
struct Errors {
  std::vector<double> all;
  std::vector<double> congested;
  double graphs = 0;
};

/// Time of each communication without contention, according to the analytic model.
class LoneTimes {
 public:
  explicit LoneTimes(const std::string& topology) : model_(model::make_pcie_tree(topology)) {}
  double of(const Record& record) {
    const double factor = model_.evaluate({{record.src, record.dst}}).front().final;
    return record.bytes / (factor * model_.options().bandwidth.bytes_per_second());
  }

 private:
  model::PcieCongestion model_;
};

void collect(const runs::Run& run, const std::string& topology, Errors& errors) {
  LoneTimes lone(topology);
  for (const Record& record : records_of(run)) {
    const double predicted = record.analytic_end - record.start;
    const double error = 100 * (predicted / record.time() - 1);  // as in the paper: VII
    errors.all.push_back(error);
    // Communications without slowdown are easy to predict and would hide the errors of the others.
    if (predicted > 1.02 * lone.of(record)) errors.congested.push_back(error);
  }
  errors.graphs += run.value("graphs");
}

/// Returns the per cent of `errors` from `low` to `high`.
double share(const std::vector<double>& errors, double low, double high) {
  const auto inside = std::count_if(errors.begin(), errors.end(),
                                    [&](double error) { return low <= error && error <= high; });
  return 100.0 * static_cast<double>(inside) / static_cast<double>(errors.size());
}

/// Ends of the error distribution that the paper prints, in per cent.
struct Published {
  double low;
  double high;
};

Figure figure_of(const Errors& errors, const std::string& topology, const Published& published) {
  Chart chart;
  chart.x = {"relative error of the prediction", "%", Scale::kLinear, -60.0, 60.0, {}};
  chart.y = {"communications", "", Scale::kLinear, 0.0, {}, {}};
  chart.series = {histogram("all communications", Role::kSimulated, errors.all, -60, 60, 48)};
  const auto printed = [](double error, const char* sentence) {
    return Guide{Guide::Along::kX, error, sentence, {}, Role::kPublished};
  };
  chart.guides = {
      printed(-15, "-15 %: over 97 % of the paper's communications lie between this line"),
      printed(15, "+15 %: and this one"), printed(published.low, "the paper's least"),
      printed(published.high, "the paper's largest")};
  return {"fig6", "Error of the analytic model against the packet level, " + topology,
          "The paper compares its model with hardware; here it is compared with the packet level. "
          "The error is the predicted over the simulated time, minus 1.",
          chart};
}

void report(const Errors& errors, const std::string& topology, const Published& published,
            Judge& judge) {
  const std::string id = "pcie.fig6." + topology;
  const auto [low, high] = std::minmax_element(errors.all.begin(), errors.all.end());
  judge.set(id, share(errors.all, -15, 15));
  judge.set(id + ".congested", share(errors.congested, -15, 15));
  judge.set(id + ".worst_low", *low);
  judge.set(id + ".worst_high", *high);
  judge.set(id + ".below_30", share(errors.all, -100, -30));
  judge.draw(figure_of(errors, topology, published));
  judge.note(fmt::format("{} graphs, {} communications, {} of them congested.", errors.graphs,
                         errors.all.size(), errors.congested.size()));
}

}  // namespace

void fig6_t1(Judge& judge) {
  const runs::Run run = judge.ask(pcie_run("pcie_t1", {kGraphs}), "random and collective graphs");
  Errors errors;
  collect(run, "t1", errors);
  report(errors, "t1", {-46, 31}, judge);
}

void fig6_t2(Judge& judge) {
  const auto subset = [&](const char* topology) {
    return judge.ask(pcie_run("pcie_tree", {std::string("topology=") + topology, kSubsetGraphs}),
                     std::string(topology) + ": every graph of up to four edges");
  };
  const runs::Run run = judge.ask(pcie_run("pcie_t2", {kGraphs}), "random and collective graphs");
  const runs::Run first = subset("t2_first4"), even = subset("t2_even4");
  Errors errors;
  collect(run, "t2", errors);
  collect(first, "t2_first4", errors);
  collect(even, "t2_even4", errors);
  report(errors, "t2", {-56, 29}, judge);
}

}  // namespace gf::papers::sc16
