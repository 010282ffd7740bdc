// SPDX-License-Identifier: Apache-2.0
// The NVLink node as a user runs it.
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::nvlink_platform_test {
namespace {

using namespace nvlink_runs;  // NOLINT: what these tests share

TEST(NvlinkRun, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* directory : {"1", "2"})
    ASSERT_EQ(run_small(phases({"--outdir", scratch / directory})).code, 0);
  for (const char* file : {"stats.csv", "links.csv", "kernels.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

TEST(NvlinkRun, PolicyOfTheNodeIsThatOfItsLinks) {
  const auto turned = [](const char* policy) {
    const Captured run = run_small(phases({"-p", std::string("policy=") + policy, "--json"}));
    return results_of(run).at("lanes_turned");
  };
  EXPECT_EQ(turned("static"), 0);
  EXPECT_GT(turned("paper"), 0);
}

double hops(std::vector<std::string> more) {
  more.push_back("--json");
  const auto results = core::parse_json(run_small(more).out).at("results");
  return results.at("packet_hops").at("value").get<double>();
}

TEST(NvlinkRun, FirstTouchBringsDataHome) {
  EXPECT_GT(hops(phases({})), 0);
  EXPECT_EQ(hops(phases({"-p", "placement=first_touch"})), 0);  // each GPU reads its own lines
}

TEST(NvlinkRun, LinesThatAreKeptNeedNoLink) {
  const std::vector<std::string> layers = {"-p", "workload=gemm", "-p",
                                           "workload_options=batch=128,width=128"};
  std::vector<std::string> keeping = layers;
  keeping.insert(keeping.end(), {"-p", "gpu.memory.remote_ways=8"});
  EXPECT_LT(hops(keeping), hops(layers));
}

TEST(NvlinkRun, UnknownPolicyIsAUsageError) {
  const Captured run = run_small({"-p", "policy=papers"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("papers"), HasSubstr("static, paper")));
}

/// DRAM bandwidth and SMs of [PROACT21], Table I.
struct Preset {
  const char* name;
  double gigabytes_per_second;
  const char* sms;
};
class NvlinkPreset : public testing::TestWithParam<Preset> {};

TEST_P(NvlinkPreset, RunsAndHasTheNumbersOfTableI) {
  const ScratchDirectory scratch;
  const std::string file =
      std::string(GF_SOURCE_DIR) + "/platforms/gpu/presets/" + GetParam().name + ".ini";
  const Captured run = program({"run", "nvlink_node", "--config", file, "-p", "workload=comd",
                                "--outdir", scratch / "run", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string resolved = read_file(scratch / "run/config.resolved.ini");
  EXPECT_THAT(resolved, HasSubstr(std::string("sms = ") + GetParam().sms));
  const auto at = resolved.find("channel_rate = ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_DOUBLE_EQ(16 * std::stod(resolved.substr(at + 15)), GetParam().gigabytes_per_second);
}

INSTANTIATE_TEST_SUITE_P(TableI, NvlinkPreset,
                         testing::Values(Preset{"numa_baseline", 768, "64"},
                                         Preset{"k40m", 288.4, "15"}, Preset{"p100", 720, "56"},
                                         Preset{"v100", 920, "80"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gf::test::nvlink_platform_test
