// SPDX-License-Identifier: Apache-2.0
// What NVLink joins GPUs by, as a user chooses it: presets, files, pairs without a way.
#include "tests/support/matchers.h"
#include "tests/support/nvlink_topology_runs.h"
#include "tests/support/program.h"

namespace gf::test::nvlink_topology_test {
namespace {

using namespace nvlink_topology_runs;  // NOLINT: what these tests share

struct Machine {
  const char* name;
  const char* title;
  const char* links;
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }
class NvlinkMachine : public testing::TestWithParam<Machine> {};

TEST_P(NvlinkMachine, IsShownByBothPlatforms) {
  for (const char* platform : {"nvlink_node", "gpu_node"}) {
    EXPECT_THAT(exits(0, program({"topology", platform, "--config", preset(GetParam().name), "-p",
                                  "gpu.sms=1"}))
                    .out,
                AllOf(HasSubstr(GetParam().title), HasSubstr(GetParam().links)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Presets, NvlinkMachine,
    testing::Values(Machine{"dgx1_v100", "8 GPUs in a hybrid cube mesh, 6 links of 16 lanes each",
                            "24 nvlink of 16 lanes, 25 GB/s"},
                    Machine{"hgx_16",
                            "16 GPUs on 6 planes of NVSwitches, 12 in all, by links of 16 lanes",
                            "144 nvlink of 16 lanes, 25 GB/s"},
                    Machine{"nvl72",
                            "72 GPUs on 18 planes of NVSwitches, 18 in all, by links of 4 lanes",
                            "1296 nvlink of 4 lanes, 50 GB/s"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(NvlinkTopologies, AGraphComesFromAFile) {
  const std::string file = std::string(kSource) + "/docs/examples/square.nvlink";
  EXPECT_THAT(exits(0, program({"topology", "nvlink_node", "-p", "topology=file", "-p",
                                "nvlink.graph=" + file}))
                  .out,
              AllOf(HasSubstr("4 GPUs and 0 NVSwitches with 5 links"),
                    HasSubstr("gpu_0  gpu 0; nvlink: gpu_1 x2 gpu_3")));
  EXPECT_THAT(exits(2, program({"topology", "nvlink_node", "-p", "topology=file", "-p",
                                "nvlink.graph=" + file, "-p", "gpus=3"}))
                  .err,
              HasSubstr("this one has 4, which must equal `gpus`"));
  EXPECT_THAT(
      program({"check", file}).out,
      HasSubstr("ok, NVLink graph: 4 GPUs, 0 NVSwitches, 5 links, 4 relays; paths between all"));
}

TEST(NvlinkTopologies, BadLinesAreNamed) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad.nvlink", "gpus 2\nlink gpu_0 gpu_2\n");
  const Captured run = exits(5, program({"topology", "nvlink_node", "-p", "topology=file", "-p",
                                         "nvlink.graph=" + (scratch / "bad.nvlink").string()}));
  EXPECT_THAT(run.err, HasSubstr("bad.nvlink:2: no node 'gpu_2'"));
}

TEST(NvlinkTopologies, ACubeHasEightCorners) {
  const Captured run =
      exits(2, program({"topology", "nvlink_node", "-p", "topology=hybrid_cube_mesh"}));
  EXPECT_THAT(run.err, HasSubstr("gpus = 4: expected 8"));
}

TEST(NvlinkTopologies, GenerationsSetLanesUnlessTheUserDoes) {
  const auto title = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"topology", "nvlink_node", "-p", "topology=planes"});
    return program(more).out;
  };
  EXPECT_THAT(title({"-p", "nvlink.generation=nvlink4"}), HasSubstr("of 4 lanes, 25 GB/s"));
  EXPECT_THAT(title({"-p", "nvlink.generation=nvlink1"}), HasSubstr("of 16 lanes, 20 GB/s"));
  EXPECT_THAT(title({"-p", "nvlink.lanes=8"}), HasSubstr("of 8 lanes, 12.5 GB/s"));
}

}  // namespace
}  // namespace gf::test::nvlink_topology_test
