// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/analytic/pcie_congestion_hol.cpp tlm_models/analytic/pcie_options.h
// Properties that hold for every set of communications and every reading of the open points.
#include "tlm_models/analytic/pcie_congestion.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tlm_models/topology/pcie/pcie_automorphisms.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::pcie_congestion_test {
namespace {

using Flows = std::vector<PcieCongestion::Flow>;

/// Up to one communication a GPU.
Flows random_flows(core::RandomStream& random, unsigned gpus) {
  Flows flows;
  for (unsigned src = 0; src < gpus; ++src) {
    const auto dst = static_cast<unsigned>(random.below(gpus + 2));
    if (dst < gpus && dst != src) flows.push_back({src, dst});
  }
  return flows;
}

std::vector<PcieModelOptions> all_readings() {
  std::vector<PcieModelOptions> readings;
  for (auto cause : {HolCause::kAnyLowering, HolCause::kConflictsOnly})
    for (auto carried :
         {CarriedFactor::kSharedPorts, CarriedFactor::kEveryPort, CarriedFactor::kConflictPorts})
      for (unsigned bits = 0; bits < 4; ++bits) {
        PcieModelOptions options;
        options.hol_cause = cause;
        options.carried = carried;
        options.hol_chain = (bits & 1) != 0;
        options.raise_upstream = (bits & 2) != 0;
        readings.push_back(options);
      }
  return readings;
}

std::vector<double> final_factors(PcieCongestion& model, const Flows& flows) {
  std::vector<double> result;
  for (const CongestionFactors& factors : model.evaluate(flows)) result.push_back(factors.final);
  return result;
}

TEST(PcieCongestion, FactorsAndPortSumsStayWithinOne) {
  for (const char* name : {"t1", "t2", "t2_even4", "rc:3,2,2", "rc:8,8", "chain:6"})
    for (const PcieModelOptions& options : all_readings()) {
      PcieCongestion model(make_pcie_tree(name), options);
      core::RandomStream random(7, name);
      for (int i = 0; i < 200; ++i) {
        for (const CongestionFactors& f :
             model.evaluate(random_flows(random, model.tree().device_count()))) {
          EXPECT_GT(f.final, 0);
          EXPECT_LE(f.final, 1);
          EXPECT_LE(f.blocked, f.downstream);
          EXPECT_LE(f.downstream, f.upstream);
        }
        for (double load : model.link_loads()) EXPECT_LE(load, 1 + 1e-9) << name;
      }
    }
}

/// 0->2 is held up by 1->4, which meets 6->4 at the end: Table I.
TEST(PcieCongestion, AShareOfTheBlockingLeavesTheRestOfTheWay) {
  const Flows flows = {{0, 2}, {1, 4}, {3, 2}, {6, 4}};
  const auto with = [&](double share, bool chain) {
    PcieModelOptions options;
    options.tau = 0.2;
    options.hol_share = share;
    options.hol_chain = chain;
    PcieCongestion model(pcie_tree_t2(), options);
    return final_factors(model, flows);
  };
  for (const bool chain : {false, true}) {
    EXPECT_NEAR(with(1, chain)[0], 0.3, 1e-12) << "Table I";
    EXPECT_NEAR(with(0.5, chain)[0], 0.4, 1e-12) << "half the way from 1/2";
    EXPECT_NEAR(with(0.5, chain)[2], 0.6, 1e-12) << "3->2 gets what is left (9)";
    EXPECT_NEAR(with(0, chain)[0], 0.5, 1e-12);
    EXPECT_NEAR(with(0, chain)[2], 0.5, 1e-12);
    for (const double share : {0.0, 0.5, 1.0}) {
      EXPECT_NEAR(with(share, chain)[1], 0.3, 1e-12) << "who blocks is not moved";
      EXPECT_NEAR(with(share, chain)[3], 0.7, 1e-12);
    }
  }
}

TEST(PcieCongestion, RenumberingTheTreeRenumbersTheFactors) {
  for (const char* name : {"t1", "t2"})
    for (const PcieModelOptions& options : all_readings()) {
      PcieCongestion model(make_pcie_tree(name), options);
      const auto images = pcie_automorphisms(model.tree());
      core::RandomStream random(11, name);
      for (int i = 0; i < 40; ++i) {
        const Flows flows = random_flows(random, 8);
        const auto& image = images[random.below(images.size())];
        Flows mapped;
        for (const auto& flow : flows) mapped.push_back({image[flow.src], image[flow.dst]});
        const auto before = final_factors(model, flows), after = final_factors(model, mapped);
        for (std::size_t k = 0; k < flows.size(); ++k) EXPECT_NEAR(before[k], after[k], 1e-12);
      }
    }
}

TEST(PcieCongestion, OrderOfTheListDoesNotMatter) {
  PcieCongestion model(pcie_tree_t2());
  core::RandomStream random(13, "order");
  for (int i = 0; i < 200; ++i) {
    Flows flows = random_flows(random, 8);
    const auto before = final_factors(model, flows);
    std::reverse(flows.begin(), flows.end());
    const auto after = final_factors(model, flows);
    for (std::size_t k = 0; k < flows.size(); ++k)
      EXPECT_NEAR(before[k], after[flows.size() - 1 - k], 1e-12);
  }
}

TEST(PcieCongestion, CommunicationInAnotherSubtreeChangesNothing) {
  PcieCongestion model(pcie_tree_t2());
  core::RandomStream random(17, "disjoint");
  for (int i = 0; i < 200; ++i) {
    Flows flows = random_flows(random, 4);  // below plx_a
    const auto before = final_factors(model, flows);
    flows.push_back({4 + static_cast<unsigned>(random.below(2)), 6});
    auto after = final_factors(model, flows);
    after.pop_back();
    EXPECT_EQ(before, after);
  }
}

TEST(PcieCongestion, LoneCommunicationLosesOnlyAtTheRootComplex) {
  PcieCongestion model(pcie_tree_t2());
  EXPECT_DOUBLE_EQ(final_factors(model, {{0, 1}})[0], 1);
  EXPECT_DOUBLE_EQ(final_factors(model, {{0, 3}})[0], 1);
  EXPECT_DOUBLE_EQ(final_factors(model, {{0, 4}})[0], 1 / 1.21);
  EXPECT_TRUE(model.evaluate({}).empty());
}

TEST(PcieCongestion, ThirdConflictOfFig3) {
  PcieCongestion model(pcie_tree_t2());
  const double tau = model.options().tau;
  EXPECT_NEAR(final_factors(model, {{0, 1}, {4, 1}})[0], 0.5 + tau, 1e-12);  // 1.485x slower
  EXPECT_NEAR(final_factors(model, {{0, 1}, {4, 1}})[1], 0.5 - tau, 1e-12);
}

TEST(PcieCongestion, OptionsAreChecked) {
  for (double tau : {-0.1, 0.6, std::numeric_limits<double>::quiet_NaN()}) {
    PcieModelOptions options;
    options.tau = tau;
    EXPECT_THROW(PcieCongestion(pcie_tree_t2(), options), core::UserError);
  }
  PcieModelOptions options;
  options.bandwidth = core::ByteRate(0);
  EXPECT_THROW(options.validate(), core::UserError);
  options = {};
  options.least_share = 0;
  EXPECT_THROW(options.validate(), core::UserError);
}

}  // namespace
}  // namespace gf::model::pcie_congestion_test
