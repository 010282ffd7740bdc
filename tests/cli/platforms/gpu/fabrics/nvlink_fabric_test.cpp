// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/nvlink_topology_runs.h"
#include "tests/support/program.h"

namespace gf::test::nvlink_fabric_test {
namespace {

using nvlink_topology_runs::preset;

/// `gpufabric run` of a node from a preset.
Captured run_preset(const std::string& name, std::vector<std::string> more) {
  return program(Words{"run", "nvlink_node", "--config", preset(name), "--quiet"} + more);
}

TEST(NvlinkTopologies, KernelsNeedAWayBetweenAnyTwo) {
  const Captured run =
      exits(2, run_preset("dgx1_v100", {"-p", "workload=comd", "-p", "gpu.sms=2"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("gpu_0 to gpu_5"), HasSubstr("24 pairs have no path"),
                             HasSubstr("nvlink.relays = nearest")));
}

TEST(NvlinkTopologies, RelaysGiveThemOne) {
  const Captured run =
      exits(0, run_preset("dgx1_v100",
                          {"-p", "workload=random_asymmetric", "-p", "workload_options=phase=20000",
                           "-p", "gpu.sms=2", "-p", "nvlink.relays=nearest"}));
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
  const Captured refused = exits(2, copy("5"));
  EXPECT_THAT(refused.err, AllOf(HasSubstr("gpu_0 to gpu_5"), HasSubstr("of one")));
}

}  // namespace
}  // namespace gf::test::nvlink_fabric_test
