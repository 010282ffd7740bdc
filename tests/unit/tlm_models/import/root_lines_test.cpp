// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/root_lines.h"

#include "tests/support/matchers.h"

namespace gf::model::root_lines_test {
namespace {

/// Four root complexes: two of NUMA node 0, one of node 1, one of no node.
struct Roots {
  FoundMachine machine;
  std::vector<std::string> names{"rc0", "rc1", "rc2", "rc3"};
  ImportGuesses guesses;

  explicit Roots(const std::string& cpu) {
    for (const std::optional<unsigned> numa :
         std::vector<std::optional<unsigned>>{0u, 1u, 0u, std::nullopt}) {
      FoundDevice root;
      root.kind = DeviceKind::kRootComplex;
      root.numa = numa;
      root.part_id = machine.devices.size() == 1 ? cpu : "";
      root.place = {"f", static_cast<unsigned>(10 + machine.devices.size())};
      machine.add(root);
    }
  }
};

TEST(RootLines, NumaNodesMeetAtTheFirstOne) {
  Roots all("");
  const RootLines roots(all.machine, all.names, all.guesses);
  ASSERT_TRUE(roots.links(0));
  EXPECT_EQ(roots.links(0)->value, "rc1 socket, rc3 socket, rc2 socket 64 GB/s 25 ns");
  for (const unsigned other : {1u, 2u, 3u}) EXPECT_FALSE(roots.links(other)) << other;
  EXPECT_FALSE(roots.cpu());
  const std::vector<ImportGuess> guesses = all.guesses.worst_first();
  ASSERT_EQ(guesses.size(), 3u);
  EXPECT_EQ(guesses[0].reason, "no file names a CPU that is known");
  EXPECT_EQ(guesses[1].what, "joined as a star around rc0");
  EXPECT_EQ(guesses[2].what, "socket 64 GB/s 25 ns to rc0");
}

TEST(RootLines, AKnownProcessorHasItsLink) {
  Roots all("GenuineIntel:6:85");
  const RootLines roots(all.machine, all.names, all.guesses);
  ASSERT_TRUE(roots.cpu());
  EXPECT_THAT(roots.cpu()->comment, HasSubstr("from f:11"));
  EXPECT_THAT(roots.links(0)->value, Not(HasSubstr("rc1 socket,"))) << "a rate of its own";
}

TEST(RootLines, EachNumaNodeHasOneMemory) {
  Roots all("");
  const RootLines roots(all.machine, all.names, all.guesses);
  for (const unsigned first : {0u, 1u, 3u}) EXPECT_TRUE(roots.memory(first)) << first;
  EXPECT_FALSE(roots.memory(2)) << "that of rc0";
  EXPECT_THAT(roots.memory(0)->comment, StartsWith("guessed: "));
}

TEST(RootLines, LeavesOutRootComplexesWithoutName) {
  Roots all("");
  all.names = {"", "rc0", "", ""};
  const RootLines roots(all.machine, all.names, all.guesses);
  EXPECT_FALSE(roots.links(1)) << "the only one";
  EXPECT_TRUE(all.guesses.worst_first().empty());
}

}  // namespace
}  // namespace gf::model::root_lines_test
