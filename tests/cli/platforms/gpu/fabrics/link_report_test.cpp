// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::link_report_test {
namespace {

using namespace nvlink_runs;  // NOLINT: what these tests share

TEST(NvlinkRun, WritesLinksAndKernels) {
  const ScratchDirectory scratch;
  const Captured run = exits(0, run_small(phases({"--outdir", scratch / "run"})));
  EXPECT_THAT(run.out, AllOf(StartsWith("random_asymmetric: 2 of 2 kernels ended, "),
                             HasSubstr("out GB/s"), HasSubstr("lanes turned")));
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  ASSERT_EQ(links.size(), 3u);
  EXPECT_THAT(links[0], StartsWith("gpu,link,out_bytes,out_payload,"));
  EXPECT_THAT(links[2], StartsWith("1,0,"));
  const auto kernels = lines_of(read_file(scratch / "run/kernels.csv"));
  ASSERT_GE(kernels.size(), 3u);
  EXPECT_EQ(kernels[0], "index,kernel,launched,started,ended");
}

TEST(NvlinkRun, StoppedEarlyEverythingIsOverTheTimeUntilThen) {
  const ScratchDirectory scratch;
  const Captured run =
      exits(0, run_small(phases({"--stop-at", "20 us", "--json", "--outdir", scratch / "run"})));
  const auto results = core::parse_json(run.out).at("results");
  const auto value = [&](const char* name) { return results.at(name).at("value").get<double>(); };
  EXPECT_DOUBLE_EQ(value("time"), 20e-6);
  EXPECT_DOUBLE_EQ(value("cycles"), 20000);
  double most = 0;
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  for (std::size_t i = 1; i < links.size(); ++i) {
    const auto fields = fields_of(links[i]);
    const double in = std::stod(fields.at(6));
    most = std::max({most, std::stod(fields.at(4)), std::stod(fields.at(8))});
    EXPECT_NEAR(std::stod(fields.at(8)), in / 20e-6 / 64e9, 1e-6);
  }
  EXPECT_GT(most, 0.3);
  EXPECT_NEAR(value("link_utilization_max"), most, 1e-6);
}

TEST(NvlinkRun, EnergyOfStatisticsAndOfLinksIsOverOneInterval) {
  const ScratchDirectory scratch;
  const Captured run = run_small(
      phases({"-p", "sample_time=50 us", "--json", "--outdir", scratch / "run"}));  // looks late
  ASSERT_EQ(run.code, 0) << run.err;
  double picojoules = 0;
  for (const std::string& line : lines_of(read_file(scratch / "run/stats.csv")))
    if (line.find("_energy_pj,") != line.npos) picojoules += std::stod(fields_of(line).at(2));
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("link_energy").at("value").get<double>(), picojoules * 1e-12, 1e-12);
  double joules = 0;
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  for (std::size_t i = 1; i < links.size(); ++i) joules += std::stod(fields_of(links[i]).back());
  EXPECT_NEAR(joules, picojoules * 1e-12, 1e-12);
}

TEST(NvlinkRun, AreaOfPhysFollowsTheLanes) {
  const auto area = [](const char* lanes) {
    return results_of(run_small(phases({"-p", lanes, "--json"}))).at("phy_area");
  };
  EXPECT_NEAR(area("nvlink.lanes=16"), 2 * 2 * 3.3, 1e-9);  // two GPUs, two ends each
  EXPECT_NEAR(area("nvlink.lanes=32"), 2 * 2 * 6.6, 1e-9);
}

}  // namespace
}  // namespace gf::test::link_report_test
