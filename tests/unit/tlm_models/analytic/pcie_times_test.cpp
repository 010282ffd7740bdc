// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_times.h"

#include <gtest/gtest.h>

#include "tlm_models/topology/pcie/pcie_presets.h"
#include "workloads/copies/copy_generators.h"

namespace gf::model::pcie_times_test {
namespace {

Schedule graph_of(const std::vector<std::array<double, 4>>& rows) {
  Schedule graph{"g", {}};
  for (const auto& [src, dst, mib, start_ms] : rows)
    graph.tasks.push_back({static_cast<unsigned>(src), static_cast<unsigned>(dst),
                           core::mebibytes(static_cast<std::uint64_t>(mib)),
                           sc_core::sc_time(start_ms, sc_core::SC_MS)});
  return graph;
}

TEST(PcieTimes, LoneCommunicationTakesTheReferenceTime) {
  PcieCongestion model(pcie_tree_t2());
  const double reference = reference_seconds(model, core::mebibytes(300));
  EXPECT_NEAR(reference, 300.0 / 1024 / 11.6, 1e-12);
  EXPECT_NEAR(predict_times(model, graph_of({{0, 1, 300, 0}}))[0].end, reference, 1e-12);
}

TEST(PcieTimes, GpuServesItsOwnByStartThenByPosition) {
  PcieCongestion model(pcie_tree_t2());
  const auto times =
      predict_times(model, graph_of({{0, 1, 300, 1}, {0, 2, 300, 0}, {0, 3, 300, 1}}));
  EXPECT_EQ(times[1].begin, 0);
  EXPECT_EQ(times[0].begin, times[1].end);
  EXPECT_EQ(times[2].begin, times[0].end);
  EXPECT_DOUBLE_EQ(times[2].issued, 1e-3);
}

TEST(PcieTimes, LateStartLeavesAGap) {
  PcieCongestion model(pcie_tree_t2());
  const auto times = predict_times(model, graph_of({{0, 1, 1, 0}, {2, 3, 1, 500}}));
  EXPECT_DOUBLE_EQ(times[1].begin, 0.5);
}

TEST(PcieTimes, ConflictBeginsWhenTheSecondOneStarts) {
  PcieCongestion model(pcie_tree_t1());
  const double reference = reference_seconds(model, core::mebibytes(300)) * 1e3;
  const auto times = predict_times(model, graph_of({{0, 2, 300, 0}, {1, 3, 300, reference / 2}}));
  EXPECT_NEAR(times[0].end * 1e3, 1.5 * reference, 1e-6);
  EXPECT_NEAR(times[1].end * 1e3, 2.0 * reference, 1e-6);
}

TEST(PcieTimes, TimesGrowWithTheSize) {
  PcieCongestion model(pcie_tree_t2());
  for (int i = 0; i < 50; ++i) {
    const std::string name = "g" + std::to_string(i);
    const auto one = predict_times(model, workload::random(8, 7, core::mebibytes(1), 3, name));
    const auto many = predict_times(model, workload::random(8, 7, core::mebibytes(300), 3, name));
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_NEAR(many[k].end, 300 * one[k].end, 1e-9 * many[k].end);
  }
}

TEST(PcieTimes, StepsAccountForEveryByte) {
  PcieCongestion model(pcie_tree_t2());
  const auto graph = workload::random(8, 20, core::mebibytes(30), 5, "steps");
  std::vector<CongestionStep> steps;
  const auto times = predict_times(model, graph, &steps);
  std::vector<double> sent(graph.tasks.size(), 0);
  double last = 0;
  for (const CongestionStep& step : steps) {
    EXPECT_GE(step.begin, last);
    last = step.end;
    for (const StepRow& row : step.rows)
      sent[row.communication] += (step.end - step.begin) * row.factors.final *
                                 model.options().bandwidth.bytes_per_second();
  }
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_NEAR(sent[i], static_cast<double>(graph.tasks[i].bytes.count()), 1.0);
    EXPECT_GT(times[i].end, times[i].begin);
  }
}

TEST(PcieTimes, ManyInputsAtOnePortStillFinish) {
  PcieCongestion model(make_pcie_tree("rc:2,8"));
  const auto times = predict_times(model, workload::gather(16, 0, core::mebibytes(1)));
  for (const PredictedTime& time : times) EXPECT_GT(time.end, 0);
  EXPECT_EQ(times.size(), 15u);
}

}  // namespace
}  // namespace gf::model::pcie_times_test
