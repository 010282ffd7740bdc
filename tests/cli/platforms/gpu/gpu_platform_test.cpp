// SPDX-License-Identifier: Apache-2.0
// GPUs on a choice of fabric, with the defaults of gpu_node and of nvlink_node, as a user runs
// them.
#include <filesystem>

#include "core/text/json.h"
#include "tests/support/gpu_presets.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"
#include "tests/support/words.h"

namespace gf::test::gpu_platform_test {
namespace {

using gpu_presets::preset;
using namespace nvlink_runs;  // NOLINT: what these tests share

/// A system of [PROACT21], Table I.
struct System {
  const char* name;
  const char* topology;  ///< What `gpufabric topology` says of it.
  double dram;           ///< GB/s a GPU.
};
void PrintTo(const System& system, std::ostream* out) { *out << system.name; }

class TableI : public testing::TestWithParam<System> {
 protected:
  const std::string file_ = preset(GetParam().name);
};

TEST_P(TableI, HasItsFabricAndItsMemory) {
  const Captured topology = exits(0, program({"topology", "gpu_node", "--config", file_}));
  EXPECT_THAT(topology.out, HasSubstr(GetParam().topology));
  exits(0, program({"params", "gpu_node", "--config", file_}));
}

TEST_P(TableI, RunsAWorkload) {
  const ScratchDirectory scratch;
  const Captured run =
      exits(0, program({"run", "gpu_node", "--config", file_, "-p", "workload=random_asymmetric",
                        "-p", "workload_options=phases=10,phase=20000", "-p", "gpu.sms=2",
                        "--outdir", scratch / "run", "--quiet"}));
  EXPECT_THAT(run.out, testing::StartsWith("random_asymmetric: 10 of 10 kernels ended, "));
  const auto stats = core::parse_json(read_file(scratch / "run/stats.json"));
  EXPECT_GT(stats["results"]["payload_bytes"]["value"].get<double>(), 0);
  EXPECT_LE(stats["results"]["utilization_max"]["value"].get<double>(), 1);
  const std::string resolved = read_file(scratch / "run/config.resolved.ini");
  const auto at = resolved.find("channel_rate = ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_DOUBLE_EQ(16 * std::stod(resolved.substr(at + 15)), GetParam().dram);
}

INSTANTIATE_TEST_SUITE_P(
    Systems, TableI,
    testing::Values(
        System{"kepler_4x", "4 GPUs on one PCIe switch, 15.754 GB/s per GPU", 288.4},
        System{"pascal_4x", "with a link of 8 lanes between each pair, 75 GB/s per GPU", 720},
        System{"volta_4x", "with a link of 8 lanes between each pair, 150 GB/s per GPU", 920},
        System{"volta_16x",
               "16 GPUs, each joined to a switch by a link of 16 lanes, 150 GB/s per GPU", 920}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(GpuNode, RefusesATreeOfAnotherSize) {
  const Captured run = exits(2, program({"run", "gpu_node", "-p", "fabric=pcie", "-p", "gpus=3",
                                         "-p", "pcie.tree=rc:2,2", "--quiet"}));
  EXPECT_THAT(run.err, HasSubstr("a tree with 3 GPUs"));
}

TEST(GpuNode, StoppedEarlyItMeasuresUntilThen) {
  const Captured run =
      exits(0, program({"run", "gpu_node", "--stop-at", "20 us", "--quiet", "--json"}));
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("time").at("value"), 20e-6, 1e-7);
  EXPECT_LT(results.at("utilization_max").at("value"), 1);
}

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
  const Captured run = exits(2, run_small({"-p", "policy=papers"}));
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
  const Captured run = exits(0, program({"run", "nvlink_node", "--config", file, "-p",
                                         "workload=comd", "--outdir", scratch / "run", "--quiet"}));
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

Captured run_two(const std::string& platform, const Words& more) {
  return program(Words{"run", platform, "--quiet", "-p", "gpus=2", "-p", "gpu.sms=4"} +
                 phases(more));
}

TEST(GpuPlatform, NvlinkNodeIsGpuNodeWithOtherDefaults) {
  const auto results = [](const std::string& platform, const std::string& setting) {
    const Captured run = exits(0, run_two(platform, {"-p", setting, "--json"}));
    return core::parse_json(run.out).at("results");
  };
  for (const std::string setting : {"policy=paper", "policy=static", "fabric=pcie"})
    EXPECT_EQ(results("nvlink_node", setting), results("gpu_node", setting)) << setting;
  EXPECT_NE(results("nvlink_node", "gpus=2"), results("gpu_node", "gpus=2"));
}

TEST(GpuPlatform, LinksAreThoseOfNvlink) {
  const ScratchDirectory scratch;
  for (const std::string fabric : {"nvlink", "pcie"}) {
    const std::string directory = scratch / fabric;
    ASSERT_EQ(run_two("gpu_node", {"-p", "fabric=" + fabric, "--outdir", directory}).code, 0);
    EXPECT_EQ(std::filesystem::exists(directory + "/links.csv"), fabric == "nvlink");
    EXPECT_TRUE(std::filesystem::exists(directory + "/kernels.csv"));
  }
}

}  // namespace
}  // namespace gf::test::gpu_platform_test
