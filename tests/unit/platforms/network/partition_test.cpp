// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/clock_domain.h hw/router/transit.h core/system/thread_team.h
// A network that is cut into parts gives the numbers of one that is not, whoever serves them.
#include "platforms/network/partition.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/param/params.h"
#include "core/system/thread_team.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/in_child.h"
#include "tests/support/matchers.h"
#include "tests/support/network_machine.h"

namespace gf::platforms::network::partition_test {
namespace {

struct Case {
  std::string shape;
  std::string routing;
  bool whole_packets = false;
  unsigned speedup = 2;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.shape << ", " << c.routing << (c.whole_packets ? ", cut-through" : ", wormhole")
       << ", speed-up " << c.speedup;
}

/// Nine routers in a ring, two nodes each, channels of four cycles.
const std::string& ring_file() {
  static const test::ScratchDirectory scratch;
  static const std::string file = scratch / "ring";
  if (!std::filesystem::exists(file)) {
    std::string lines;
    for (unsigned r = 0; r < 9; ++r)
      lines +=
          fmt::format("router {} node {} node {} router {} 4\n", r, 2 * r, 2 * r + 1, (r + 1) % 9);
    test::write_file(file, lines);
  }
  return file;
}

/// A shape whose parameters are what a user would give.
std::unique_ptr<ShapeIf> built(const Case& of, NetworkParams& params) {
  std::unique_ptr<ShapeIf> shape = make_shape(of.shape, false);
  core::ParamRegistry given;
  if (!of.routing.empty()) given.add_override("routing", of.routing, "test");
  if (of.shape == "dragonfly") {
    for (const auto& [name, value] : {std::pair{"p", "2"}, {"a", "4"}, {"h", "2"}})
      given.add_override(name, value, "test");
  }
  if (of.shape == "file") given.add_override("file", ring_file(), "test");
  shape->declare(given.root());
  shape->build(params, false, 1);
  return shape;
}

struct Ran {
  std::vector<double> numbers;
  double window = 0;
};

Ran run(const Case& of, unsigned parts, unsigned threads) {
  std::vector<double> all = test::in_child([&] {
    core::simulation_threads() = threads;
    NetworkParams params = test::busy_network(0);
    params.router.speedup = of.speedup;
    params.router.whole_packets = of.whole_packets;
    const std::unique_ptr<ShapeIf> shape = built(of, params);
    params.part_of = cut(*shape, parts);
    test::NetworkMachine machine("machine", shape->topology(), params, shape->routing());
    core::run_simulation({});
    std::vector<double> numbers = machine.numbers();
    EXPECT_EQ(machine.network().clock().parts(), parts);
    numbers.push_back(static_cast<double>(machine.network().clock().window()));
    return numbers;
  });
  Ran ran;
  if (all.empty()) return ran;
  ran.window = all.back();
  all.pop_back();
  ran.numbers = std::move(all);
  return ran;
}

class AnyNetwork : public testing::TestWithParam<Case> {};

TEST_P(AnyNetwork, GivesTheSameNumbersInAnyNumberOfParts) {
  NetworkParams params = test::busy_network(0);
  const unsigned routers = built(GetParam(), params)->topology().routers();
  const Ran whole = run(GetParam(), 1, 1);
  ASSERT_THAT(whole.numbers, SizeIs(testing::Gt(3 * routers)));
  EXPECT_EQ(whole.window, 1);
  // A group of a dragonfly stays whole where its routing looks at all of it.
  const unsigned most = GetParam().routing == "ugal_g" ? 9 : routers;
  for (const unsigned parts : {2u, 7u, most}) {
    const Ran cut = run(GetParam(), parts, 1);
    EXPECT_GT(cut.window, 1) << parts;
    EXPECT_EQ(cut.numbers, whole.numbers) << parts << " parts";
  }
  EXPECT_EQ(run(GetParam(), 7, 2).numbers, whole.numbers) << "two threads";
}

INSTANTIATE_TEST_SUITE_P(
    Networks, AnyNetwork,
    testing::Values(Case{"dragonfly", "min"}, Case{"dragonfly", "val", true, 1},
                    Case{"dragonfly", "ugal_l"}, Case{"dragonfly", "ugal_g"},
                    Case{"dragonfly", "ugal_l_vc"}, Case{"dragonfly", "ugal_l_vc_h", true},
                    Case{"dragonfly", "ugal_l_cr"}, Case{"dragonfly", "par", false, 1},
                    Case{"torus", ""}, Case{"torus", "", true, 1}, Case{"fat_tree", "adaptive"},
                    Case{"fat_tree", "random", true}, Case{"fat_tree", "deterministic", false, 1},
                    Case{"hyperx", "dor"}, Case{"hyperx", "val", true}, Case{"hyperx", "ugal_l"},
                    Case{"file", ""}));

TEST(Partition, KeepsBlocksWholeWhereThereAreEnough) {
  NetworkParams params;
  const auto shape = built({"dragonfly", "min"}, params);
  EXPECT_TRUE(cut(*shape, 1).empty());
  for (const unsigned parts : {2u, 4u, 9u}) {
    const std::vector<unsigned> part_of = cut(*shape, parts);
    ASSERT_THAT(part_of, SizeIs(36));
    for (unsigned r = 0; r < 36; ++r) EXPECT_EQ(part_of[r], part_of[r / 4 * 4]) << r;
    for (unsigned part = 0; part < parts; ++part) EXPECT_THAT(part_of, Contains(part));
  }
}

TEST(Partition, CutsAFatTreeBelowItsTop) {
  NetworkParams params;
  const auto shape = built({"fat_tree", "adaptive"}, params);
  const std::vector<unsigned> part_of = cut(*shape, 4);
  for (unsigned r = 0; r < 48; ++r) EXPECT_EQ(part_of[r], r % 16 / 4) << r;
}

std::string refusal(const Case& of, unsigned parts) {
  NetworkParams params;
  const auto shape = built(of, params);
  return test::refusal_of([&] { cut(*shape, parts); });
}

TEST(Partition, RefusesMoreThanThereAreRoutersAndWhatLooksBeyondItsPart) {
  EXPECT_THAT(
      refusal({"dragonfly", "min"}, 37),
      testing::AllOf(HasSubstr("partitions = 37"), HasSubstr("1 ... 36, the number of routers")));
  EXPECT_THAT(
      refusal({"dragonfly", "ugal_g"}, 10),
      testing::AllOf(HasSubstr("1 ... 9, the number of groups"), HasSubstr("routing = ugal_g")));
  EXPECT_EQ(refusal({"dragonfly", "ugal_g"}, 9), "");
  EXPECT_EQ(refusal({"dragonfly", "ugal_l"}, 36), "");
}

TEST(Partition, SmallNetworksStayWhole) {
  NetworkParams params;
  EXPECT_EQ(parts_that_serve(*built({"dragonfly", "min"}, params)), 1u);
}

}  // namespace
}  // namespace gf::platforms::network::partition_test
