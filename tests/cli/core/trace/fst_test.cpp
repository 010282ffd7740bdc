// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/support/matchers.h"
#include "tests/support/observed_runs.h"
#include "tests/support/program.h"

namespace gf::test::fst_test {
namespace {

using namespace observed_runs;  // NOLINT: what these tests share

TEST(Fst, TakesThePlaceOfTheVcd) {
  const ScratchDirectory scratch;
  exits(0, run("pcie_t2", some_copies({"--vcd", "plx_a.*", "--vcd-format", "fst", "--outdir",
                                       scratch / "run"})));
  EXPECT_FALSE(fs::exists(scratch / "run/waves.vcd"));
  EXPECT_GT(fs::file_size(scratch / "run/waves.fst"), 0u);
  EXPECT_THAT(read_file(scratch / "run/waves.gtkw"), HasSubstr("[dumpfile] \"/run/waves.fst\""));
  EXPECT_THAT(read_file(scratch / "run/run.json"),
              AllOf(HasSubstr("waves.fst"), Not(HasSubstr("waves.vcd"))));
  ASSERT_EQ(run("pcie_t2", some_copies({"--vcd", "plx_a.*", "--outdir", scratch / "vcd"})).code, 0);
  const Captured back = exits(0, capture({"/usr/bin/fst2vcd", scratch / "run/waves.fst"}));
  std::istringstream vcd(back.out), original(read_file(scratch / "vcd/waves.vcd"));
  const auto times = [](std::istream& in) {
    Words all;
    for (std::string line; std::getline(in, line);)
      if (line[0] == '#') all.push_back(line);
    return all;
  };
  EXPECT_EQ(times(vcd), times(original)) << "the same changes at the same times";
}

TEST(Fst, AMissingConverterIsAnErrorBeforeTheRun) {
  const ScratchDirectory scratch;
  EXPECT_THAT(
      exits(2, capture({"/usr/bin/env", "PATH=/proc/nowhere", GF_PROGRAM, "run", "pcie_t2", "--vcd",
                        "plx_a.*", "--vcd-format", "fst", "--outdir", scratch / "run"}))
          .err,
      AllOf(HasSubstr("vcd2fst"), HasSubstr("package gtkwave")));
  EXPECT_FALSE(fs::exists(scratch / "run"));
}

TEST(Fst, OtherFormatsAreRefused) {
  EXPECT_THAT(exits(2, run("pcie_t2", {"--vcd", "*", "--vcd-format", "vdc", "--outdir", "x"})).err,
              HasSubstr("--vcd-format = vdc: expected one of vcd, fst"));
  EXPECT_EQ(run("pcie_t2", {"--vcd-format", "fst", "--outdir", "x"}).code, 2);
}

}  // namespace
}  // namespace gf::test::fst_test
