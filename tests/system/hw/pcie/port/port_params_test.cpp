// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/pcie_outcomes.h"
#include "tlm_models/analytic/pcie_dllps.h"

namespace gf::port_params_test {
namespace {

using namespace pcie_outcomes;  // NOLINT: what these tests share

TEST(Sensitivity, FewCreditsStarveTheLink) {
  const Outcome base = run(kOne, kUnchanged);
  const auto with = [](unsigned header) {
    return
        [header](PcieBench& b) { b.each_port([&](PortParams& p) { p.header_credits = header; }); };
  };
  const Outcome few = run(kOne, with(8));
  const Outcome one = run(kOne, with(1));
  EXPECT_EQ(base.no_credit, 0);
  EXPECT_GT(few.no_credit, 0);
  EXPECT_GT(one.no_credit, few.no_credit);
  EXPECT_GT(few.ends[0], 1.05 * base.ends[0]);
  EXPECT_GT(one.ends[0], 4 * few.ends[0]);
}

TEST(Sensitivity, DataCreditsCountToo) {
  const Outcome few =
      run(kOne, [](PcieBench& b) { b.each_port([](PortParams& p) { p.data_credits = 32; }); });
  EXPECT_GT(few.no_credit, 0);
}

TEST(Sensitivity, CreditLatencyHurtsWhereCreditsAreFew) {
  const auto with = [](double ns) {
    return [ns](PcieBench& b) {
      b.each_port([](PortParams& p) { p.header_credits = 8; });
      b.each_link([&](LinkParams& l) { l.credit_latency = {ns, sc_core::SC_NS}; });
    };
  };
  EXPECT_GT(run(kOne, with(400)).ends[0], 1.3 * run(kOne, with(100)).ends[0]);
}

TEST(Sensitivity, SlowUpdatesOfCreditsHurtWhereCreditsAreFew) {
  const auto with = [](double ns, unsigned credits) {
    return [=](PcieBench& b) {
      b.each_port([&](PortParams& p) {
        p.dllp.dllps = true;
        p.dllp.dllp_wait = {ns, sc_core::SC_NS};
        p.header_credits = credits;
      });
    };
  };
  EXPECT_GT(run(kOne, with(400, 8)).ends[0], 1.3 * run(kOne, with(20, 8)).ends[0]);
  EXPECT_NEAR(run(kOne, with(400, 128)).ends[0], run(kOne, with(20, 128)).ends[0], 500);
  EXPECT_GT(run(kOne, with(400, 8)).no_credit, run(kOne, with(20, 8)).no_credit);
}

/// Returns when both of two opposite copies have ended, in ns.
double end_of_exchange(bool dllps) {
  const Outcome both = run({{0, 1, 1 << 20}, {1, 0, 1 << 20}}, [&](PcieBench& bench) {
    bench.each_port([&](PortParams& port) {
      port.dllp.dllps = dllps;
      const double rate = port.link.rate.get().bytes_per_second();
      const double timer = model::pcie3_x16_timer_ns(256) * 1e-9;
      port.link.efficiency = dllps ? 370.0 / 371 : model::ideal_efficiency({rate, 276, timer}, 3);
    });
  });
  return std::max(both.ends[0], both.ends[1]);
}

TEST(IdealEfficiency, IsWhatDllpsOnTheLinkLeave) {
  EXPECT_NEAR(end_of_exchange(false) / end_of_exchange(true), 1, 0.002);
}

}  // namespace
}  // namespace gf::port_params_test
