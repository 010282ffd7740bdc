// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/observed_runs.h"
#include "tests/support/program.h"

namespace gf::test::output_meter_test {
namespace {

using namespace observed_runs;  // NOLINT: what these tests share

TEST(MaxOutput, EndsFilesAndNotTheRun) {
  const ScratchDirectory scratch;
  const Words copies = some_copies({"--json"});
  Words plain = copies, limited = copies;
  plain.insert(plain.end(), {"--outdir", scratch / "plain"});
  limited.insert(limited.end(), {"--vcd", "*", "--series", "1 us", "--max-output", "300 kB",
                                 "--outdir", scratch / "run"});
  const Captured whole = run("pcie_t2", plain);
  const Captured cut = exits(0, run("pcie_t2", limited));
  EXPECT_EQ(cut.out, whole.out);
  EXPECT_EQ(read_file(scratch / "run/stats.csv"), read_file(scratch / "plain/stats.csv"));
  EXPECT_THAT(cut.err, AllOf(HasSubstr("warning: waves.vcd: ends at "), HasSubstr("300 kB"),
                             HasSubstr("--max-output raises the limit")));
  EXPECT_LE(fs::file_size(scratch / "run/waves.vcd"), 300'000u);
  EXPECT_LE(fs::file_size(scratch / "run/series.csv"), 300'100u);
  const Captured read =
      capture({"/usr/bin/vcd2fst", scratch / "run/waves.vcd", scratch / "waves.fst"});
  EXPECT_EQ(read.code, 0) << "a cut waveform is a whole file: " << read.err;
}

TEST(MaxOutput, SaysBeforehandWhatWouldNotFit) {
  const ScratchDirectory scratch;
  const Captured cut =
      exits(0, run("pcie_t2", some_copies({"--series", "10 ns", "--stop-at", "10 us",
                                           "--max-output", "1 MB", "--outdir", scratch / "run"})));
  const std::size_t warned = cut.err.find("warning: series.csv: ");
  const std::size_t ended = cut.err.find("series.csv: ends at");
  ASSERT_NE(warned, std::string::npos) << cut.err;
  ASSERT_NE(ended, std::string::npos) << cut.err;
  EXPECT_LT(warned, ended);
  EXPECT_THAT(cut.err, HasSubstr("until 10 us that makes about "));
}

TEST(MaxOutput, RefusesWhatIsNoSize) {
  for (const std::string size : {"0", "1", "-1 GB", "many", "1 s"}) {
    const Captured refused =
        run("pcie_t2", {"--series", "1 us", "--max-output", size, "--outdir", "x"});
    EXPECT_EQ(refused.code, 2) << size;
    EXPECT_THAT(refused.err, HasSubstr("--max-output")) << size;
  }
}

}  // namespace
}  // namespace gf::test::output_meter_test
