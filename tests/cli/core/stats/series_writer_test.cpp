// SPDX-License-Identifier: Apache-2.0
// A run writes while it runs: timelines of every platform, waveforms as FST, within limits of size.
#include <fstream>

#include "papers/series_reader.h"
#include "tests/support/matchers.h"
#include "tests/support/observed_runs.h"
#include "tests/support/program.h"

namespace gf::test::series_writer_test {
namespace {

using observed_runs::run;

/// A series has rows for changes only; values that held complete it to the sums without a period.
TEST(Series, IsSmallAndStillWhole) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run("apenet_cluster", {"-p", "min=64 KiB", "-p", "max=64 KiB", "--series", "1 us",
                                   "--outdir", scratch / "run"})
                .code,
            0);
  const papers::SampledSeries series = papers::read_series(scratch / "run/series.csv");
  const std::size_t table = series.times.size() * series.values.size();
  std::size_t rows = 0;
  std::ifstream in(scratch / "run/series.csv");
  for (std::string line; std::getline(in, line);) ++rows;
  EXPECT_LT(rows * 10, table) << "most of a cluster does nothing new in a microsecond";
  const std::vector<double>& rate = series.values.at("switch_0.x_plus.tx.wire_bytes");
  double bytes = 0, before = 0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    bytes += rate[i] * (series.times[i] - before);
    before = series.times[i];
  }
  std::ifstream stats(scratch / "run/stats.csv");
  for (std::string line; std::getline(stats, line);)
    if (line.rfind("switch_0.x_plus.tx,wire_bytes,", 0) == 0) {
      EXPECT_NEAR(bytes, std::stod(line.substr(30)), 1e-6 * bytes);
    }
  EXPECT_GT(bytes, 65536);
}

/// A run that would take minutes, which keeps the statistics that `globs` names.
Captured run_keeping(const ScratchDirectory& scratch, const std::string& globs, const Words& more) {
  return program(
      Words{"run", "pcie_t2", "--quiet", "--outdir", scratch / "run", "--stats-of", globs} + more);
}

TEST(Statistics, ThatDoNotExistAreRefusedBeforeTheRun) {
  const ScratchDirectory scratch;
  const Captured run =
      exits(2, run_keeping(scratch, "*.tlps,gpu0.nothing", {"--workload", "ring:bytes=300 GiB"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("\"gpu0.nothing\" matches none of the"),
                             HasSubstr("; there is gpu0.")));
  EXPECT_FALSE(fs::exists(scratch / "run"));
}

TEST(Statistics, NoneAtAllMayBeKept) {
  const ScratchDirectory scratch;
  EXPECT_EQ(run_keeping(scratch, "", {"--workload", "ring:bytes=4 KiB"}).code, 0);
  EXPECT_EQ(read_file(scratch / "run/stats.csv"), "path,name,value,unit\n");
}

}  // namespace
}  // namespace gf::test::series_writer_test
