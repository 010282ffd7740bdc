// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "core/system/scratch_directory.h"
#include "papers/experiment_registry.h"
#include "papers/judge.h"
#include "papers/rows.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::test {
namespace {

using namespace papers;

constexpr const char* kSource = "[DEMO], a made-up paper, Fig. 1";

Chart bandwidth_curves() {
  Chart chart;
  chart.x = {"message size", "B", Scale::kLog2, {}, {}, {}};
  chart.y = {"bandwidth", "GiB/s", Scale::kLinear, 0.0, {}, {}};
  const struct {
    const char* name;
    double peak;
  } kFlows[] = {
      {"0→1 alone", 11.6}, {"4→1 alone", 9.6}, {"0→1 with 4→1", 8.05}, {"0→1 with 2→1", 5.8}};
  for (const auto& flow : kFlows) {
    Series simulated{flow.name, Role::kSimulated, Mark::kLinePoints, {}, {}, flow.name};
    Series analytic{flow.name, Role::kAnalytic, Mark::kLine, {}, {}, flow.name};
    for (double size = 4096; size <= 320e6; size *= 4) {
      simulated.x.push_back(size);
      simulated.y.push_back(flow.peak * size / (size + 60e3));
      analytic.x.push_back(size);
      analytic.y.push_back(flow.peak);
    }
    chart.series.push_back(simulated);
    if (flow.peak < 9) chart.series.push_back(analytic);
  }
  chart.series.push_back(
      {"0→1 alone", Role::kPublished, Mark::kPoints, {3e8}, {11.6}, "0→1 alone"});
  chart.guides = {{Guide::Along::kY, 5.8, "half of 11.6"}};
  return chart;
}

void curves(Judge& judge) {
  judge.set("demo.curves.peak", 11.59);
  judge.set("demo.curves.half", 0.503);
  judge.set("demo.curves.rc", 1.52);
  judge.set("demo.curves.small", 1.004);
  judge.set("demo.curves.seed", static_cast<double>(judge.seed()));
  for (Figure& figure :
       std::vector<Figure>{{"fig1",
                            "Bandwidth of concurrent communications against message size",
                            "Small messages see no congestion: they are gone before the other flow "
                            "arrives. Published: the one number that the text gives.",
                            bandwidth_curves(),
                            {{"demo.curves.peak"}}}})
    judge.draw(std::move(figure));
  judge.note("The curves are made up & exist only to exercise <the page>.");
}

/// A bell by adding uniform numbers.
double bell(std::mt19937_64& random, double sigma) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) * 0x1p-53;
  return sum * sigma;
}

void errors(Judge& judge) {
  std::mt19937_64 random(judge.seed());
  std::vector<double> values;
  for (int i = 0; i < 20000; ++i) values.push_back(bell(random, i % 5 == 0 ? 9.0 : 1.2));
  double inside = 0;
  for (double v : values) inside += std::abs(v) <= 15 ? 1 : 0;
  Chart chart;
  chart.x = {"error of the packet level against the analytic model", "%", {}, {}, {}, {}};
  chart.y = {"communications", "", Scale::kLog10, 0.7, {}, {}};
  chart.series = {histogram("random graphs", Role::kSimulated, values, -60, 60, 60)};
  chart.guides = {{Guide::Along::kX, -15, "−15 %"}, {Guide::Along::kX, 15, "15 %"}};
  judge.set("demo.errors.share", 100 * inside / 20000);
  for (Figure& figure : std::vector<Figure>{
           {"fig6", "How far communications are from the model", "Logarithmic counts.", chart}})
    judge.draw(std::move(figure));
}

void orders(Judge& judge) {
  std::mt19937_64 random(judge.seed());
  std::vector<double> values;
  for (int i = 0; i < 20736; ++i) values.push_back(3.3 + bell(random, 0.25));
  Chart chart;
  chart.x = {"orders, fastest first", "%", {}, 0.0, 100.0, {}};
  chart.y = {"elapsed time", "T_ref", {}, {}, {}, {}};
  chart.series = {
      sorted_curve("all 20,736 orders", Role::kAnalytic, values),
      {"replayed", Role::kSimulated, Mark::kPoints, {0, 50, 100}, {2.35, 3.3, 4.3}, ""}};
  judge.set("demo.orders.ratio", 1.87);
  for (Figure& figure :
       std::vector<Figure>{{"fig9", "Times of all orders of a 2D halo exchange", "Sorted.", chart}})
    judge.draw(std::move(figure));
}

StepDiagram rings() {
  StepDiagram diagram;
  diagram.nodes = two_rows_of_four();
  diagram.steps = {
      {"Step 1", {{0, 1}, {1, 0}, {2, 3}, {3, 2}, {4, 5}, {5, 4}, {6, 7}, {7, 6}}},
      {"Step 2",
       {{0, 4, true}, {4, 0, true}, {1, 2}, {2, 1}, {5, 6}, {6, 5}, {3, 7, true}, {7, 3, true}}},
      {"Step 3", {{1, 5, true}, {5, 1, true}, {2, 6, true}, {6, 2, true}, {0, 3}, {4, 7}}}};
  diagram.marked_meaning = "crosses the root complex";
  return diagram;
}

void steps(Judge& judge) {
  judge.set("demo.steps.first", "0→1 2→3 4→5 6→7");
  for (Figure& figure : std::vector<Figure>{
           {"fig8", "Fastest order of a halo exchange", "Two rows of four.", rings()}})
    judge.draw(std::move(figure));
}

void bars(Judge& judge) {
  Chart chart;
  chart.x = {"application", "", {}, {}, {}, {"PageRank", "SSSP", "ALS", "Diffusion", "Jacobi"}};
  chart.y = {"speed-up over one GPU", "", {}, {}, {}, {}};
  chart.series = {
      {"4 GPUs", Role::kSimulated, Mark::kBars, {0, 1, 2, 3, 4}, {2.4, 2.9, 3.1, 3.6, 3.7}, "4"},
      {"4 GPUs", Role::kAnalytic, Mark::kBars, {0, 1, 2, 3, 4}, {2.6, 3.0, 3.2, 3.7, 3.9}, "4"},
      {"4 GPUs", Role::kPublished, Mark::kBars, {0, 1, 2, 3, 4}, {2.2, 3.0, 3.0, 3.7, 3.6}, "4"}};
  Chart lanes;
  lanes.x = {"time", "us", {}, {}, {}, {}};
  lanes.y = {"lanes towards GPU 1", "", {}, 0.0, 16.0, {}};
  lanes.series = {{"link 0-1",
                   Role::kSimulated,
                   Mark::kSteps,
                   {0, 5, 10, 15, 20, 60},
                   {8, 9, 10, 11, 15, 15},
                   ""}};
  judge.set("demo.bars.zero", 0.0);
  for (Figure& figure :
       std::vector<Figure>{{"fig7", "Speed-up by application", "Three roles side by side.", chart},
                           {"fig10", "Lanes over time", "A step curve.", lanes}})
    judge.draw(std::move(figure));
}

void matrix(Judge& judge) {
  HeatMap map{"source GPU", "destination GPU", "bandwidth", "GB/s", {}, {}, {}};
  for (unsigned i = 0; i < 8; ++i) {
    map.rows.push_back(std::to_string(i));
    map.columns.push_back(std::to_string(i));
    for (unsigned j = 0; j < 8; ++j) {
      const double rate = i / 2 == j / 2 ? 12.46 : (i / 4 == j / 4 ? 12.1 : 10.3);
      map.values.push_back(i == j ? std::nullopt : std::optional<double>(rate));
    }
  }
  judge.set("demo.matrix.lowest", 10.3);
  for (Figure& figure :
       std::vector<Figure>{{"matrix", "Bandwidth between pairs", "As nvbandwidth prints it.", map}})
    judge.draw(std::move(figure));
}

constexpr const char* kRows =
    R"(id,quantity,published,reads_as,reference,unit,kind,gate,deviation,why,source
demo.curves.peak,bandwidth of 0→1 alone at 300 MiB,11.6,,,GiB/s,calibrated,rel 1 %,,the link efficiency was set to this number,
demo.curves.half,share of 0→1 beside 2→1,0.5,,,,emergent,rel 5 %,,"the text says ""half""",
demo.curves.rc,slow-down of 0→1 beside 4→1,1.44,,own arithmetic: 1.485,,emergent,1.5 ... 1.55,DEMO-1,"measured once on one machine; the paper's own model says 1.485",
demo.curves.small,slow-down at 4 KiB,no congestion,<= 1.1,,,emergent,<= 1.05,,the text gives no number,
demo.curves.seed,seed that the experiment was given,,,,,derived,-,,shown for the reader,
demo.errors.share,communications within ±15 %,> 97 %,>= 97,,%,emergent,>= 97,,"the paper compares with hardware, here with packets",
demo.orders.ratio,slowest / fastest,1.9,,,,derived,rel 6 %,,the paper leaves two points of its algorithm open,
demo.steps.first,first communications of the fastest order,0→1 2→3 4→5 6→7,,,,exact,equal,,"an order, not a number",
demo.bars.zero,packets lost,0,,,packets,derived,abs 0,,nothing may be lost,
demo.matrix.lowest,lowest bandwidth of a pair,10.3,,,GB/s,emergent,9.5 ... 11,,1.21 to 1.25 times slower,
)";

}  // namespace

std::vector<Experiment> with_rows(std::vector<Experiment> experiments, const char* rows) {
  assign_rows(read_rows(rows, "made-up rows"), experiments);
  return experiments;
}

ExperimentResult judged(const Experiment& experiment) {
  const core::ScratchDirectory scratch;
  runs::Store store(scratch.path());
  runs::Pool pool({}, store);
  constexpr std::uint64_t kSeed = 1;
  Judge its(experiment, pool, kSeed);
  // A turn at computing needs somebody who serves; none of these takes one.
  return judge(experiment, its);
}

std::vector<Experiment> drawing_experiments() {
  const auto kQuick = Experiment::Set::kQuick;
  return with_rows({{"demo.curves", "Congestion of two flows", kSource, kQuick, curves},
                    {"demo.errors", "Errors of many graphs", kSource, kQuick, errors},
                    {"demo.orders", "All orders of a halo exchange", kSource, kQuick, orders},
                    {"demo.steps", "The fastest order", kSource, kQuick, steps},
                    {"demo.bars", "Bars and steps", kSource, kQuick, bars},
                    {"demo.matrix", "A matrix", kSource, Experiment::Set::kFull, matrix}},
                   kRows);
}

}  // namespace gf::test
