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

/// Four NUMA nodes with a root complex each, on two processors.
Roots quadrants() {
  Roots all("AuthenticAMD:23:49");
  for (unsigned root = 0; root < 4; ++root) {
    FoundDevice& device = all.machine.devices[root];
    device.numa = root;
    device.package = root / 2;
    device.package_nodes = 4;  // two of them have no PCI
    device.package_place = {"f", 20 + root / 2};
  }
  return all;
}

TEST(RootLines, NodesOfAProcessorAreJoinedInsideIt) {
  Roots all = quadrants();
  const RootLines roots(all.machine, all.names, all.guesses);
  EXPECT_EQ(roots.links(0)->value, "rc2 socket 32 GB/s 50 ns, rc1 socket 64 GB/s 25 ns");
  EXPECT_THAT(roots.links(0)->comment, HasSubstr("inside a processor (from f:20), as fast"));
  EXPECT_EQ(roots.links(2)->value, "rc3 socket 64 GB/s 25 ns");
  for (const unsigned other : {1u, 3u}) EXPECT_FALSE(roots.links(other)) << other;
  for (const ImportGuess& guess : all.guesses.worst_first())
    EXPECT_THAT(guess.what, Not(HasSubstr("star"))) << "there are two processors";
}

TEST(RootLines, NodesOfAProcessorAreJoinedEachToEach) {
  Roots all = quadrants();
  for (FoundDevice& device : all.machine.devices) device.package = 0;
  const RootLines roots(all.machine, all.names, all.guesses);
  const std::string inside = " socket 64 GB/s 25 ns";
  EXPECT_EQ(roots.links(0)->value, "rc1" + inside + ", rc2" + inside + ", rc3" + inside);
  EXPECT_EQ(roots.links(1)->value, "rc2" + inside + ", rc3" + inside);
  EXPECT_EQ(roots.links(2)->value, "rc3" + inside);
}

TEST(RootLines, NodesOfAProcessorShareItsMemory) {
  Roots all = quadrants();
  const RootLines roots(all.machine, all.names, all.guesses);
  EXPECT_EQ(roots.memory(1)->value, "51.2 GB/s 100 ns");
  EXPECT_THAT(roots.memory(1)->comment, HasSubstr("shared by the 4 NUMA nodes"));
}

TEST(RootLines, ManyProcessorsAreAStar) {
  Roots all = quadrants();
  for (unsigned root = 0; root < 4; ++root) all.machine.devices[root].package = root;
  const RootLines roots(all.machine, all.names, all.guesses);
  EXPECT_THAT(roots.links(0)->value, AllOf(HasSubstr("rc1"), HasSubstr("rc2"), HasSubstr("rc3")));
  EXPECT_EQ(all.guesses.worst_first()[1].subject, "processors");
}

TEST(RootLines, DistancesTellNeighbours) {
  Roots all = quadrants();
  for (unsigned root = 0; root < 4; ++root) all.machine.devices[root].package = root;
  const auto link_by = [&](const std::vector<double>& distances) {
    for (unsigned a = 0; a < 4; ++a)
      for (unsigned b = 0; b < 4; ++b)
        all.machine.distances.of[{a, b}] = distances[(b + 4 - a) % 4];
    all.machine.distances.place = {"f", 30};
    std::string text;
    const RootLines roots(all.machine, all.names, all.guesses = ImportGuesses());
    for (unsigned root = 0; root < 4; ++root)
      if (const auto links = roots.links(root)) text += links->value + "; ";
    return text;
  };
  const std::string link = " socket 32 GB/s 50 ns";
  EXPECT_EQ(link_by({10, 21, 31, 21}),
            "rc1" + link + ", rc3" + link + "; rc2" + link + "; rc3" + link + "; ")
      << "a ring";
  EXPECT_THAT(all.guesses.worst_first()[0].what, Not(HasSubstr("star")));
  EXPECT_EQ(link_by({10, 21, 21, 21}), "rc1" + link + ", rc2" + link + ", rc3" + link + "; rc2" +
                                           link + ", rc3" + link + "; rc3" + link + "; ");
  EXPECT_EQ(link_by({10, 31, 21, 31}), "rc1" + link + ", rc2" + link + ", rc3" + link + "; ")
      << "two pairs apart: the star";
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
