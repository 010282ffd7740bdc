// SPDX-License-Identifier: Apache-2.0
// gpufabric workloads: the suite, a member, a file; nothing is simulated.
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tlm_models/gpu/workloads/registry.h"

namespace gf::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Workloads, TableHasTheWholeSuiteAndFiles) {
  const Captured run = program({"workloads"});
  EXPECT_EQ(run.code, 0) << run.err;
  for (const std::string& name : model::workload_names())
    EXPECT_THAT(run.out, HasSubstr("\n" + name + " "));
  EXPECT_THAT(run.out, HasSubstr("\nfile:PATH "));
}

TEST(Workloads, MemberShowsOptionsAndTraffic) {
  const Captured run = program({"workloads", "stream_triad", "--options", "repeats=2"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(StartsWith("stream_triad: a = b + 3 c"), HasSubstr("\nrepeats"),
                    HasSubstr("triad_1"), Not(HasSubstr("triad_2")), HasSubstr("gpu3 in/out MB"),
                    HasSubstr("asymmetry 0.00"), HasSubstr("1.00 times at most")));
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

TEST(Workloads, ExampleFileReadsBack) {
  const ScratchDirectory scratch;
  write_file(scratch / "my.workload", program({"workloads", "--example"}).out);
  const Captured run = program({"workloads", "file:" + (scratch / "my.workload").string()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(StartsWith("scale_and_count: file:"), HasSubstr("\ncheck "),
                             HasSubstr("busiest link")));
}

TEST(Workloads, WrongWordsAreUsageErrors) {
  const Captured name = program({"workloads", "hpgmg_uwm"});
  EXPECT_EQ(name.code, 2);
  EXPECT_THAT(name.err, AllOf(HasSubstr("hpgmg_uwm"), HasSubstr("nearest: hpgmg_uvm")));
  const Captured option = program({"workloads", "bfs", "--options", "scales=14"});
  EXPECT_EQ(option.code, 2);
  EXPECT_THAT(option.err, AllOf(HasSubstr("scales"), HasSubstr("nearest: scale")));
  EXPECT_EQ(program({"workloads", "bfs", "--size", "huge"}).code, 2);
  EXPECT_EQ(program({"workloads", "bfs", "--gpus", "17"}).code, 2);
  EXPECT_EQ(program({"workloads", "bfs", "--example"}).code, 2);
}

TEST(Workloads, WrongFileIsNamedWithItsLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad", "[workload]\nname = x\nsize = 3\n");
  const Captured run = program({"workloads", "file:" + (scratch / "bad").string()});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, AllOf(HasSubstr("bad:3: "), HasSubstr("expected")));
  EXPECT_EQ(program({"workloads", "file:/nonexistent"}).code, 5);
}

}  // namespace
}  // namespace gf::test
