// SPDX-License-Identifier: Apache-2.0
// gpufabric workloads: the suite, a member, a file; nothing is simulated.
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::test::workloads_test {
namespace {

TEST(Workloads, TableHasTheWholeSuiteAndFiles) {
  const Captured run = exits(0, program({"workloads"}));
  for (const std::string& name : model::workload_names())
    EXPECT_THAT(run.out, HasSubstr("\n" + name + " "));
  EXPECT_THAT(run.out, HasSubstr("\nfile:PATH "));
}

TEST(Workloads, MemberShowsOptionsAndTraffic) {
  const Captured run = exits(0, program({"workloads", "stream_triad", "--options", "repeats=2"}));
  EXPECT_THAT(run.out,
              AllOf(StartsWith("stream_triad: a = b + 3 c"), HasSubstr("\nrepeats"),
                    HasSubstr("triad_1"), Not(HasSubstr("triad_2")), HasSubstr("gpu3 in/out MB"),
                    HasSubstr("asymmetry 0.00"), HasSubstr("a factor of 1.00 at most")));
}

TEST(Workloads, GpusSizeAndSeedCount) {
  const auto shown = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"workloads", "random_asymmetric"});
    return program(more).out;
  };
  EXPECT_THAT(shown({"--gpus", "2"}), AllOf(HasSubstr("gpu1"), Not(HasSubstr("gpu2"))));
  EXPECT_EQ(shown({"--seed", "5"}), shown({"--seed", "5"}));
  EXPECT_NE(shown({"--size", "large"}), shown({}));
}

TEST(Workloads, WrongWordsAreUsageErrors) {
  EXPECT_THAT(exits(2, program({"workloads", "hpgmg_uwm"})).err,
              AllOf(HasSubstr("hpgmg_uwm"), HasSubstr("nearest: hpgmg_uvm")));
  EXPECT_THAT(exits(2, program({"workloads", "bfs", "--options", "scales=14"})).err,
              AllOf(HasSubstr("scales"), HasSubstr("nearest: scale")));
  EXPECT_EQ(program({"workloads", "bfs", "--size", "huge"}).code, 2);
  EXPECT_EQ(program({"workloads", "bfs", "--gpus", "73"}).code, 2);
  EXPECT_EQ(program({"workloads", "bfs", "--example"}).code, 2);
}

}  // namespace
}  // namespace gf::test::workloads_test
