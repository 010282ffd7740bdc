// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/arbitration/flit_arbiter_if.h
#include "hw/router/arbitration/arbiters.h"

#include <gtest/gtest.h>
#include <map>

namespace gf::hw::router::arbiters_test {
namespace {

struct Ages final : CandidatesIf {
  core::Cycle birth(unsigned candidate) const override { return births.at(candidate); }
  std::map<unsigned, core::Cycle> births;
};

TEST(FlitRoundRobin, TakesTheFirstFromItsTurnOn) {
  const FlitRoundRobin arbiter;
  const Ages none;
  EXPECT_EQ(arbiter.choose(0b10110, 0, none), 1u);
  EXPECT_EQ(arbiter.choose(0b10110, 2, none), 2u);
  EXPECT_EQ(arbiter.choose(0b10110, 3, none), 4u);
  EXPECT_EQ(arbiter.choose(0b10110, 5, none), 1u) << "begins again";
}

TEST(OldestFlitFirst, TakesTheOneGeneratedFirst) {
  const OldestFlitFirst arbiter;
  Ages ages;
  ages.births = {{1, 30}, {2, 20}, {4, 20}};
  EXPECT_EQ(arbiter.choose(0b10110, 0, ages), 2u) << "of equals the lowest";
  EXPECT_EQ(arbiter.choose(0b10010, 3, ages), 4u) << "turns do not count";
}

TEST(Arbiters, AreMadeByName) {
  for (const std::string& name : arbiter_registry().names()) EXPECT_NE(make_arbiter(name), nullptr);
}

}  // namespace
}  // namespace gf::hw::router::arbiters_test
