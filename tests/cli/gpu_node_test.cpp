// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/gpu_platform.h platforms/gpu/node_platform.h platforms/gpu/fabrics/link_report.h
// Holds: platforms/goodput/store_goodput_platform.h platforms/gpu/device/preset_files.h
// GPUs on a choice of fabric, and one link under stores, as a user runs them.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::gpu_node_test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// A system of [PROACT21], Table I.
struct System {
  const char* name;
  const char* topology;  ///< What `gpufabric topology` says of it.
  double dram;           ///< GB/s a GPU.
};
void PrintTo(const System& system, std::ostream* out) { *out << system.name; }

std::string preset(const std::string& name) {
  return std::string(GF_SOURCE_DIR) + "/platforms/gpu/presets/" + name + ".ini";
}

class TableI : public testing::TestWithParam<System> {
 protected:
  const std::string file_ = preset(GetParam().name);
};

TEST_P(TableI, HasItsFabricAndItsMemory) {
  const Captured topology = program({"topology", "gpu_node", "--config", file_});
  ASSERT_EQ(topology.code, 0) << topology.err;
  EXPECT_THAT(topology.out, HasSubstr(GetParam().topology));
  const Captured params = program({"params", "gpu_node", "--config", file_});
  ASSERT_EQ(params.code, 0) << params.err;
}

TEST_P(TableI, RunsAWorkload) {
  const ScratchDirectory scratch;
  const Captured run =
      program({"run", "gpu_node", "--config", file_, "-p", "workload=random_asymmetric", "-p",
               "workload_options=phases=10,phase=20000", "-p", "gpu.sms=2", "--outdir",
               scratch / "run", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
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

TEST(GpuNode, APresetIsWeakerThanWhatIsSet) {
  const Captured shown = program({"params", "gpu_node", "-p", "preset=k40m"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, ContainsRegex("gpu.memory.channel_rate +48 GB/s +18.025 GB/s"));
  const Captured set = program({"params", "gpu_node", "-p", "preset=k40m", "-p", "gpu.sms=3"});
  EXPECT_THAT(set.out, ContainsRegex("gpu.sms +16 +3 "));
  const Captured wrong = program({"params", "gpu_node", "-p", "preset=k40x"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("k40m"));
}

TEST(GpuNode, RefusesATreeOfAnotherSize) {
  const Captured run = program({"run", "gpu_node", "-p", "fabric=pcie", "-p", "gpus=3", "-p",
                                "pcie.tree=rc:2,2", "--quiet"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("a tree with 3 GPUs"));
}

TEST(GpuNode, StoppedEarlyItMeasuresUntilThen) {
  const Captured run = program({"run", "gpu_node", "--stop-at", "20 us", "--quiet", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("time").at("value"), 20e-6, 1e-7);
  EXPECT_LT(results.at("utilization_max").at("value"), 1);
}

TEST(StoreGoodputRun, SaysWhatIsPayload) {
  const Captured nvlink = program({"run", "store_goodput", "-p", "bytes=4 B"});
  EXPECT_EQ(nvlink.code, 0);
  EXPECT_THAT(nvlink.out, HasSubstr("8.33 % of 64 GB/s is payload"));
  const Captured pcie = program(
      {"run", "store_goodput", "-p", "fabric=pcie", "-p", "bytes=4 B", "-p", "pcie.efficiency=1"});
  EXPECT_EQ(pcie.code, 0);
  EXPECT_THAT(pcie.out, HasSubstr("14.29 % of 15.754 GB/s is payload"));
}

TEST(StoreGoodputRun, AStarvedLinkCarriesLess) {
  const Captured run = program({"run", "store_goodput", "-p", "fabric=pcie", "-p", "bytes=4 B",
                                "-p", "pcie.efficiency=1", "-p", "pcie.header_credits=8"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, testing::Not(HasSubstr("14.29 % of")));
}

}  // namespace
}  // namespace gf::test::gpu_node_test
