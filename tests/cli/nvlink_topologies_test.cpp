// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/fabrics/nvlink_topology.h platforms/gpu/fabrics/nvlink_fabric.h
// platforms/gpu/copies/gpu_copies.h What NVLink joins GPUs by, as a user chooses it: presets,
// files, pairs without a way.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::nvlink_topologies_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kSource = GF_SOURCE_DIR;

std::string preset(const std::string& name) {
  return std::string(kSource) + "/platforms/gpu/presets/" + name + ".ini";
}

/// `gpufabric run` of a node from a preset.
Captured run_preset(const std::string& name, std::vector<std::string> more) {
  std::vector<std::string> all = {"run", "nvlink_node", "--config", preset(name), "--quiet"};
  all.insert(all.end(), more.begin(), more.end());
  return program(all);
}

struct Machine {
  const char* name;
  const char* title;
  const char* links;
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }
class NvlinkMachine : public testing::TestWithParam<Machine> {};

TEST_P(NvlinkMachine, IsShownByBothPlatforms) {
  for (const char* platform : {"nvlink_node", "gpu_node"}) {
    const Captured shown =
        program({"topology", platform, "--config", preset(GetParam().name), "-p", "gpu.sms=1"});
    ASSERT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, AllOf(HasSubstr(GetParam().title), HasSubstr(GetParam().links)));
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

TEST(NvlinkTopologies, KernelsNeedAWayBetweenAnyTwo) {
  const Captured run = run_preset("dgx1_v100", {"-p", "workload=comd", "-p", "gpu.sms=2"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("gpu_0 to gpu_5"), HasSubstr("24 pairs have no way"),
                             HasSubstr("nvlink.relays = nearest")));
}

TEST(NvlinkTopologies, RelaysGiveThemOne) {
  const Captured run = run_preset(
      "dgx1_v100", {"-p", "workload=random_asymmetric", "-p", "workload_options=phase=20000", "-p",
                    "gpu.sms=2", "-p", "nvlink.relays=nearest"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("kernels ended"));
}

TEST(NvlinkTopologies, CopiesNeedTheirOwnPairAlone) {
  const ScratchDirectory scratch;
  const auto copy = [&](const std::string& to) {
    write_file(scratch / "copy.csv", "graph,src,dst,bytes,start_ns\none,0," + to + ",1 MiB,0\n");
    return run_preset("dgx1_v100",
                      {"-p", "gpu.sms=1", "-p", "schedule=" + (scratch / "copy.csv").string()});
  };
  EXPECT_EQ(copy("4").code, 0) << copy("4").err;
  const Captured refused = copy("5");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("gpu_0 to gpu_5"), HasSubstr("of one")));
}

TEST(NvlinkTopologies, AGraphComesFromAFile) {
  const std::string file = std::string(kSource) + "/docs/examples/square.nvlink";
  const Captured shown =
      program({"topology", "nvlink_node", "-p", "topology=file", "-p", "nvlink.graph=" + file});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("4 GPUs and 0 NVSwitches with 5 links"),
                               HasSubstr("gpu_0  gpu 0; nvlink: gpu_1 x2 gpu_3")));
  const Captured other = program({"topology", "nvlink_node", "-p", "topology=file", "-p",
                                  "nvlink.graph=" + file, "-p", "gpus=3"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("this one has 4, which must equal `gpus`"));
  EXPECT_THAT(
      program({"check", file}).out,
      HasSubstr("ok, NVLink graph: 4 GPUs, 0 NVSwitches, 5 links, 4 relays; ways between all"));
}

TEST(NvlinkTopologies, AGraphComesFromAMachineFile) {
  const ScratchDirectory scratch;
  const std::string file = scratch / "square.ini";
  write_file(file,
             "relays = nearest\n[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu2 nvlink2\n"
             "[gpu2]\nlinks = gpu3 nvlink2\n[gpu3]\nlinks = gpu0 nvlink2\n");
  const auto shown = [](const std::string& graph) {
    std::string out =
        program({"topology", "nvlink_node", "-p", "topology=file", "-p", "nvlink.graph=" + graph})
            .out;
    return out.substr(out.find('\n'));  // behind the file's name
  };
  EXPECT_EQ(shown(file), shown(std::string(kSource) + "/docs/examples/square.nvlink"));
  EXPECT_THAT(shown(file), HasSubstr("gpu_0  gpu 0; nvlink: gpu_1 x2 gpu_3"));
}

TEST(NvlinkTopologies, BadLinesAreNamed) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad.nvlink", "gpus 2\nlink gpu_0 gpu_2\n");
  const Captured run = program({"topology", "nvlink_node", "-p", "topology=file", "-p",
                                "nvlink.graph=" + (scratch / "bad.nvlink").string()});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, HasSubstr("bad.nvlink:2: no node 'gpu_2'"));
}

TEST(NvlinkTopologies, ACubeHasEightCorners) {
  const Captured run = program({"topology", "nvlink_node", "-p", "topology=hybrid_cube_mesh"});
  EXPECT_EQ(run.code, 2);
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
}  // namespace gf::test::nvlink_topologies_test
