// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/programs/atoms.h workloads/kernels/programs/comd_lists.cpp
#include "workloads/kernels/programs/comd.h"

#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::comd_test {
namespace {

const Context kContext{WorkloadSize::kSmall, 4, 5};
const AtomSpec kSpec{4, 4, 8, 2, 1};

/// Every pair of atoms.
AtomForces plain(const AtomBox& box) {
  AtomForces forces(box.atoms());
  for (std::uint32_t a = 0; a < box.atoms(); ++a)
    for (std::uint32_t b = 0; b < box.atoms(); ++b) box.add_force(a, b, forces[a]);
  return forces;
}

void expect_near(const AtomForces& got, const AtomForces& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  double sum = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i].x, wanted[i].x, 1e-12);
    ASSERT_NEAR(got[i].y, wanted[i].y, 1e-12);
    ASSERT_NEAR(got[i].z, wanted[i].z, 1e-12);
    sum += wanted[i].x * wanted[i].x;
  }
  EXPECT_GT(sum, 1);
}

TEST(Comd, ForcesAreThoseOfAllPairs) {
  const AtomRun run = make_comd(kSpec, kContext);
  expect_near(run.answer(), plain(*run.box));
}

TEST(Comd, ListsGiveTheSameForces) {
  const AtomRun ta = make_comd_ta(kSpec, kContext);
  expect_near(ta.answer(), plain(*ta.box));
  const AtomRun wa = make_comd_wa(kSpec, kContext);
  expect_near(wa.answer(), plain(*wa.box));
}

TEST(Comd, PositionsThatAreGatheredAreTheNeighbours) {
  const AtomRun run = make_comd_wa({4, 4, 8, 1, 1}, {WorkloadSize::kSmall, 1, 5});
  const auto& position = test::data_of(run.workload, "position_0");
  const auto reads = test::uses(run.workload.kernels[0], WarpOp::kLoad, position);
  const auto lists = run.box->neighbour_lists();
  for (std::uint32_t atom = 0; atom < run.box->atoms(); ++atom)  // each is read by its neighbours
    EXPECT_EQ(reads.at(atom * 4), lists[atom].size());
}

TEST(Comd, EachForceIsWrittenOnce) {
  for (const bool warp_an_atom : {false, true}) {
    const AtomRun run = (warp_an_atom ? make_comd_wa : make_comd_ta)(kSpec, kContext);
    const auto stored =
        test::uses(run.workload.kernels[0], WarpOp::kStore, test::data_of(run.workload, "force"));
    EXPECT_EQ(stored.size(), run.box->atoms() * 4u);
    for (const auto& [at, n] : stored) EXPECT_EQ(n, 1u);
  }
}

TEST(Comd, DirectionsTurnWithTheSteps) {
  const WorkloadTraffic traffic = summarize(make_comd_ta({8, 8, 16, 2, 1}, kContext).workload, 4);
  ASSERT_EQ(traffic.kernels[0].name, "force_0");
  ASSERT_EQ(traffic.kernels[2].name, "force_1");
  for (const unsigned even : {0u, 2u}) {
    EXPECT_GT(traffic.kernels[0].in(even), 10 * traffic.kernels[0].out(even));
    EXPECT_GT(traffic.kernels[2].out(even), 10 * traffic.kernels[2].in(even));
  }
}

TEST(Comd, PhasesLastAsLongAsTheyAreTold) {
  const WorkloadTraffic traffic = summarize(make_comd_ta({4, 4, 8, 4, 2}, kContext).workload, 4);
  const auto first_reads = [&](unsigned step) {
    const KernelTraffic& force = traffic.kernels[2 * step];
    return force.in(0) > force.out(0);
  };
  EXPECT_TRUE(first_reads(0) && first_reads(1));
  EXPECT_FALSE(first_reads(2) || first_reads(3));
}

}  // namespace
}  // namespace gf::model::suite::comd_test
