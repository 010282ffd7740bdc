// SPDX-License-Identifier: Apache-2.0
#include "core/param/param.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::param_test {
namespace {

struct Sample : ParamGroup {
  Param<unsigned> lanes = param("lanes", 16u, "width", "PCIe 3.0", between(1u, 32u));
  Param<sc_core::sc_time> latency =
      param("latency", sc_core::sc_time(150, sc_core::SC_NS), "of a hop", "assumed");
  Param<std::string> policy =
      param("policy", "fixed", "who is first", "assumed", one_of({"fixed", "oldest"}));
  Param<Bytes> window = param("window", kibibytes(4), "of addresses", "assumed",
                              power_of_two(Bytes(16), mebibytes(1)));
  Param<unsigned> entries = param("entries", 8u, "of a table", "assumed", multiple_of(4u, 4u, 64u));
  Param<std::vector<unsigned>> weights =
      param("weights", std::vector<unsigned>{1, 2}, "by port", "assumed", between(1u, 9u));
};

std::vector<std::string> paths(const ParamRegistry& registry) {
  std::vector<std::string> paths;
  for (const ParamRow& row : registry.rows()) paths.push_back(row.path);
  return paths;
}

TEST(Param, MembersAreDeclaredInTheirOrder) {
  ParamRegistry registry;
  registry.add_override("dev.lanes", "8", "command line");
  Sample sample;
  sample.declare(registry.root().child("dev"));
  EXPECT_THAT(paths(registry), ElementsAre("dev.lanes", "dev.latency", "dev.policy", "dev.window",
                                           "dev.entries", "dev.weights"));
  EXPECT_EQ(sample.lanes, 8u);
  EXPECT_EQ(registry.rows()[0].default_value, "16");
  EXPECT_EQ(registry.rows()[0].meaning, "width");
  EXPECT_EQ(registry.rows()[3].legal, "16 B ... 1 MiB, a power of two");
  EXPECT_EQ(registry.rows()[4].legal, "4 ... 64, a multiple of 4");
}

TEST(Param, SomeOfThemCanBeDeclaredElsewhere) {
  ParamRegistry registry;
  Sample sample;
  sample.declare_only(registry.root(), {"policy"});
  sample.declare_but(registry.root().child("dev"), {"policy", "latency", "weights"});
  EXPECT_THAT(paths(registry), ElementsAre("policy", "dev.lanes", "dev.window", "dev.entries"));
}

TEST(Param, ACopyHasValuesOfItsOwn) {
  Sample sample;
  Sample copy = sample;
  copy.lanes = 4;
  copy.policy = "oldest";
  EXPECT_EQ(sample.lanes, 16u);
  EXPECT_EQ(sample.policy, "fixed");
  ParamRegistry registry;
  registry.add_override("*.lanes", "2", "command line");
  copy.declare(registry.root().child("copy"));
  EXPECT_EQ(copy.lanes, 2u);
  EXPECT_EQ(sample.lanes, 16u);
  EXPECT_EQ(registry.rows()[2].default_value, "oldest");
  sample = copy;
  EXPECT_EQ(sample.lanes, 2u);
}

TEST(Param, WhatCodeSetsIsHeldWithinTheLimits) {
  Sample sample;
  EXPECT_NO_THROW(sample.validate("dev"));
  sample.lanes = 33;
  EXPECT_THAT(test::error_of([&] { sample.validate("dev"); }),
              AllOf(HasSubstr("dev.lanes = 33"), HasSubstr("1 ... 32")));
  sample = Sample();
  sample.policy = "newest";
  EXPECT_THAT(test::error_of([&] { sample.validate("dev"); }),
              AllOf(HasSubstr("dev.policy = newest"), HasSubstr("one of fixed, oldest")));
  sample = Sample();
  sample.weights = std::vector<unsigned>{1, 10};
  EXPECT_THAT(test::error_of([&] { sample.validate("dev"); }), HasSubstr("dev.weights = 1,10"));
}

/// A value that is refused on the command line.
std::string refused(const std::string& path, const std::string& value) {
  return test::refusal_of([&] {
    ParamRegistry registry;
    registry.add_override(path, value, "command line");
    Sample().declare(registry.root());
  });
}

TEST(Param, FormsOfWholeNumbersAreHeld) {
  EXPECT_EQ(refused("window", "64 KiB"), "");
  EXPECT_THAT(refused("window", "48 KiB"), HasSubstr("a power of two"));
  EXPECT_THAT(refused("window", "8 B"), HasSubstr("16 B ... 1 MiB"));
  EXPECT_EQ(refused("entries", "12"), "");
  EXPECT_THAT(refused("entries", "14"), HasSubstr("a multiple of 4"));
}

TEST(Param, TakesTheRoomOfItsValue) {
  EXPECT_EQ(sizeof(Param<unsigned>), sizeof(unsigned));
  EXPECT_EQ(sizeof(Param<sc_core::sc_time>), sizeof(sc_core::sc_time));
  EXPECT_EQ(sizeof(Param<std::string>), sizeof(std::string));
}

}  // namespace
}  // namespace gf::core::param_test
