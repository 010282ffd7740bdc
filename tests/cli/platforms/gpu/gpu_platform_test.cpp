// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/gpu_presets.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::gpu_platform_test {
namespace {

using gpu_presets::preset;

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

}  // namespace
}  // namespace gf::test::gpu_platform_test
