// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"

namespace gf::test::run_test {
namespace {

using nlohmann::json;
using small_run::small;

TEST(Run, DirectoryTellsWhatRan) {
  const ScratchDirectory scratch;
  const Captured run =
      exits(0, program(small({"--outdir", scratch / "a/run", "-p", "*.hop_latency=90 ns"})));
  const json record = core::parse_json(read_file(scratch / "a/run/run.json"));
  EXPECT_EQ(record["platform"], "pcie_t2");
  EXPECT_EQ(record["partial"], false);
  EXPECT_THAT(record["command"], HasSubstr("--workload 'ring:bytes=4 KiB'"));
  for (const std::string name : record["files"])
    EXPECT_TRUE(fs::exists(scratch / "a/run" / name)) << name;
  EXPECT_THAT(read_file(scratch / "a/run/config.resolved.ini"),
              AllOf(HasSubstr("workload = ring:bytes=4 KiB\n"),
                    HasSubstr("# command line; 1 ps ... 1 s; "), HasSubstr("hop_latency = 90 ns")));
}

TEST(Run, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  const std::vector<std::string> words{"run", "pcie_t2", "--workload", "random:bytes=4 KiB"};
  for (const std::string name : {"1", "2"}) {
    std::vector<std::string> run = words;
    run.insert(run.end(), {"--outdir", scratch / name, "--seed", "5"});
    ASSERT_EQ(program(run).code, 0);
  }
  for (const std::string file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

TEST(Run, DirectoryInUseIsRefusedBeforeTheRun) {
  const ScratchDirectory scratch;
  ASSERT_EQ(program(small({"--outdir", scratch / "run"})).code, 0);
  EXPECT_THAT(exits(2, program(small({"--outdir", scratch / "run"}))).err, HasSubstr("--force"));
  EXPECT_EQ(program(small({"--outdir", scratch / "run", "--force"})).code, 0);
  write_file(scratch / "foreign/thesis.tex", "years");
  EXPECT_EQ(program(small({"--outdir", scratch / "foreign", "--force"})).code, 2);
  EXPECT_EQ(read_file(scratch / "foreign/thesis.tex"), "years");
  EXPECT_EQ(program(small({"--outdir", "/proc/run"})).code, 2);
}

}  // namespace
}  // namespace gf::test::run_test
