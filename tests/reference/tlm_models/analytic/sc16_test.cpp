// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/analytic/pcie_congestion_hol.cpp
// Holds: tlm_models/analytic/pcie_options.h
// Holds: tlm_models/topology/pcie/pcie_presets.h
// [SC16] against the analytic model: worked examples, Tables I and II, halo ratios.
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::sc16_test {
namespace {

struct Published {
  double value = 0;
  double tolerance = 0;
};

Published published(const std::string& quantity) {
  std::ifstream in(GF_SOURCE_DIR "/tests/reference/tlm_models/analytic/sc16_quantities.csv");
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, quantity.size() + 1, quantity + ",") != 0) continue;
    std::istringstream fields(line);
    std::string name, value, unit, tolerance;
    for (std::string* field : {&name, &value, &unit, &tolerance}) std::getline(fields, *field, ',');
    return {std::stod(value), std::stod(tolerance)};
  }
  ADD_FAILURE() << "no row " << quantity;
  return {};
}

void expect_published(const std::string& quantity, double measured) {
  const Published row = published(quantity);
  EXPECT_NEAR(measured, row.value, row.tolerance * row.value) << quantity;
  testing::Test::RecordProperty(quantity, std::to_string(measured));
}

Schedule worked_graph() {  // [SC16], VI
  Schedule graph{"table1", {}};
  for (const auto& [src, dst] : {std::pair(0u, 2u), {1u, 4u}, {3u, 2u}, {6u, 4u}})
    graph.tasks.push_back({src, dst, core::mebibytes(300), sc_core::SC_ZERO_TIME});
  return graph;
}

PcieCongestion worked_model() {
  PcieModelOptions options;
  options.tau = 1.0 / 5;
  return PcieCongestion(pcie_tree_t2(), options);
}

TEST(Sc16, Example1UpstreamPort) {
  std::vector<PortFlow> flows{{4, 0.6, false}, {4, 0.4, false}, {5, 0.3, false}, {5, 0.5, false}};
  arbitrate_upstream(flows);
  EXPECT_DOUBLE_EQ(flows[0].factor + flows[1].factor, 5.0 / 9);
  EXPECT_DOUBLE_EQ(flows[2].factor + flows[3].factor, 4.0 / 9);
  const double printed[] = {0.33, 0.22, 0.17, 0.28};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(flows[i].factor, printed[i], 0.005);
}

TEST(Sc16, Example2DownstreamPort) {
  std::vector<PortFlow> flows{{18, 0.7, true}, {20, 0.9, false}};
  arbitrate_downstream(flows, {0.2, false, 0.01});
  EXPECT_DOUBLE_EQ(flows[0].factor, 0.3);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.7);
}

TEST(Sc16, Example3HeadOfLine) {
  // a, b, c enter by port 12; port 17 lowers a to rho'_a(17) = 0.2, c has less than that.
  std::vector<HolFlow> flows{{0.2, true, false}, {0.4, false, false}, {0.1, false, false}};
  block_head_of_line(flows);
  EXPECT_DOUBLE_EQ(flows[1].factor, 0.2);  // min(rho_b(12), rho'_a(17))
  EXPECT_DOUBLE_EQ(flows[2].factor, 0.1);  // min(rho_c(12), rho'_a(17))
  EXPECT_TRUE(flows[1].blocked);
  EXPECT_FALSE(flows[2].blocked);
}

TEST(Sc16, Table1EveryCell) {
  PcieCongestion model = worked_model();
  const auto& factors = model.evaluate({{0, 2}, {1, 4}, {3, 2}, {6, 4}});
  const double printed[4][5] = {{1, 1. / 2, 1. / 2, 3. / 10, 3. / 10},
                                {1, 1. / 2, 3. / 10, 3. / 10, 3. / 10},
                                {1, 1, 1. / 2, 1. / 2, 7. / 10},
                                {1, 1, 7. / 10, 7. / 10, 7. / 10}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_DOUBLE_EQ(factors[i].source, printed[i][0]) << i;
    EXPECT_DOUBLE_EQ(factors[i].upstream, printed[i][1]) << i;
    EXPECT_DOUBLE_EQ(factors[i].downstream, printed[i][2]) << i;
    EXPECT_DOUBLE_EQ(factors[i].blocked, printed[i][3]) << i;
    EXPECT_DOUBLE_EQ(factors[i].final, printed[i][4]) << i;
  }
}

TEST(Sc16, Table2) {
  PcieCongestion model = worked_model();
  std::vector<CongestionStep> steps;
  const auto times = predict_times(model, worked_graph(), &steps);
  ASSERT_EQ(steps.size(), 2u);
  expect_published("table2.step1", steps[0].end * 1e3);
  expect_published("table2.step2", steps[1].end * 1e3);
  EXPECT_EQ(times[2].end, steps[0].end);
  EXPECT_EQ(times[3].end, steps[0].end);
  EXPECT_EQ(times[0].end, times[1].end);
  expect_published("table2.sent", steps[0].rows[0].sent_bytes / (1 << 20));
  EXPECT_EQ(steps[0].rows[2].left_bytes, 0);
  EXPECT_DOUBLE_EQ(steps[1].rows[0].factors.final, 0.5);
  EXPECT_DOUBLE_EQ(steps[1].rows[1].factors.final, 0.5);
}

TEST(Sc16, TablesHoldUnderEveryReading) {
  for (unsigned bits = 0; bits < 24; ++bits) {
    PcieModelOptions options;
    options.tau = 1.0 / 5;
    options.hol_cause = bits % 2 != 0 ? HolCause::kConflictsOnly : HolCause::kAnyLowering;
    options.hol_chain = bits / 2 % 2 != 0;
    options.raise_upstream = bits / 4 % 2 != 0;
    options.carried = static_cast<CarriedFactor>(bits / 8);
    PcieCongestion model(pcie_tree_t2(), options);
    const auto& factors = model.evaluate({{0, 2}, {1, 4}, {3, 2}, {6, 4}});
    EXPECT_DOUBLE_EQ(factors[0].final, 0.3) << bits;
    EXPECT_DOUBLE_EQ(factors[2].final, 0.7) << bits;
    EXPECT_NEAR(predict_times(model, worked_graph())[0].end, 65.013e-3, 0.3e-3) << bits;
  }
}

TEST(Sc16, Halo2dRatio) {
  const HaloSweep sweep(pcie_tree_t2(), {}, workload::halo_2d_neighbours(8));
  EXPECT_EQ(sweep.count(), 20736u);
  expect_published("halo2d.slowest_over_fastest", sweep.slowest() / sweep.fastest());
  EXPECT_NEAR(sweep.slowest() / sweep.fastest(), 2.001, 0.0005);  // deviation PCIE-2
}

TEST(Sc16, Halo3dRatios) {
  const HaloSweep sweep(pcie_tree_t2(), {}, workload::halo_3d_neighbours(8));
  EXPECT_EQ(sweep.count(), 1679616u);
  expect_published("halo3d.slowest_over_fastest", sweep.slowest() / sweep.fastest());
  expect_published("halo3d.slowest_over_median", sweep.slowest() / sweep.median());
  EXPECT_NEAR(sweep.slowest() / sweep.fastest(), 2.581, 0.0006);  // deviation PCIE-2
  EXPECT_NEAR(sweep.slowest() / sweep.median(), 1.440, 0.0006);   // deviation PCIE-2
}

}  // namespace
}  // namespace gf::model::sc16_test
