// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/switch/multicast_unit.h platforms/gpu/fabrics/nvlink_fabric.h tlm_models/machine/planned_nvlink.h
// Collectives through NVSwitches on whole machines.
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::nvls_programs_cli_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

/// `gpus` GPUs with two links to each of two NVSwitches.
std::string node(unsigned gpus, const std::string& link = "nvlink4", const char* preset = "h100") {
  const std::string last = std::to_string(gpus - 1);
  return "about = n\n[nvswitch[0..1]]\nkind = nvswitch\n[gpu[0.." + last +
         "]]\npreset = " + preset + "\nlinks = nvswitch[0..1] " + link + " x2\n";
}

nlohmann::json on(const std::string& machine, const std::string& workload, Words more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine);
  return results(Words{"--machine", scratch / "m.ini", "--workload", workload} + std::move(more));
}

TEST(SwitchCollectives, AreRightForAnyNumberOfGpus) {
  for (const unsigned gpus : {2u, 5u, 8u})
    for (const char* what : {"allreduce", "allgather", "reducescatter"})
      for (const char* how : {"", ",direct=true", ",in_place=true", ",in_place=true,direct=true"}) {
        const std::string work =
            std::string(what) + ":check=true,algorithm=nccl_nvls,channels=3,bytes=200004" + how;
        const nlohmann::json all = on(node(gpus), work);
        EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << gpus << work;
        EXPECT_GT(all["elements_compared"]["value"].get<double>(), 40'000) << gpus << work;
      }
}

/// Few SMs and a small cache: so many full GPUs take long to build.
TEST(SwitchCollectives, AlsoForMoreGpusThanHeads) {
  const nlohmann::json all = on(node(40, "nvlink5", "b200"),
                                "allreduce:check=true,op=max,algorithm=nccl_nvls,bytes=64 KiB",
                                {"-p", "gpu.sms=4", "-p", "gpu.memory.l2=1 MiB"});
  EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0);
  EXPECT_EQ(all["elements_compared"]["value"].get<double>(), 40 * 16384.0);
}

/// Bytes of elements that the links of a GPU carry, over those of the vector.
struct Share {
  double out = 0, in = 0;
};
Share share_on_links(const std::string& workload, double bytes) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", node(8));
  exits(0, program({"run", "cluster", "--quiet", "--machine", scratch / "m.ini", "--workload",
                    workload + ",bytes=2 MiB", "--outdir", scratch / "run"}));
  const nlohmann::json stats = core::parse_json(read_file(scratch / "run/stats.json"));
  Share share;
  for (const auto& [path, all] : stats["stats"].items()) {
    if (all.count("payload_bytes") == 0) continue;
    const double sent = all["payload_bytes"]["value"].get<double>();
    if (path.find("gpu_3.nvlink.link_") != std::string::npos) share.out += sent;
    // GPU 3 is at ports 6 and 7 of both switches.
    for (const char* port : {"0.port_6.", "0.port_7.", "1.port_6.", "1.port_7."})
      if (path.find(std::string("nvswitch") + port) != std::string::npos) share.in += sent;
  }
  return {share.out / bytes, share.in / bytes};
}

TEST(SwitchCollectives, LinksCarryOneVectorAndAnEighth) {
  for (const char* how : {"", ",direct=true"}) {
    const Share share =
        share_on_links(std::string("allreduce:algorithm=nccl_nvls,channels=4") + how, 2 << 20);
    EXPECT_NEAR(share.out, 9.0 / 8, 0.01);  // and flags
    EXPECT_NEAR(share.in, 9.0 / 8, 0.01);
  }
  const Share ring = share_on_links("allreduce:algorithm=nccl_ring,protocol=simple", 2 << 20);
  EXPECT_NEAR(ring.out, 14.0 / 8, 0.01);
}

TEST(SwitchCollectives, BuffersAndRatesOfSwitchesLimitThem) {
  const auto time = [](Words more) {
    return on(node(4), "allreduce:algorithm=nccl_nvls,direct=true,channels=4,bytes=1 MiB",
              std::move(more))["collective_0.time"]["value"]
        .get<double>();
  };
  const double usual = time({});
  EXPECT_GT(time({"-p", "nvlink.switch.reduce_buffer=1 KiB"}), 1.5 * usual);
  // Two switches reduce 4 MiB of operands.
  EXPECT_GT(time({"-p", "nvlink.switch.reduce_rate=20 GB/s"}), 4 * 1048576 / 40e9);
  EXPECT_LT(usual, 4 * 1048576 / 40e9);
}

TEST(SwitchCollectives, NeedSwitchesThatReduceAndOneNode) {
  const auto refused = [](const std::string& machine, const std::string& work, const char* what) {
    const ScratchDirectory scratch;
    write_file(scratch / "m.ini", machine);
    const Captured run =
        program({"run", "cluster", "--quiet", "--machine", scratch / "m.ini", "--workload", work});
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr(what));
  };
  const std::string work = "allreduce:algorithm=nccl_nvls,bytes=64 KiB";
  refused(node(4, "nvlink3", "a100"), work, "of generation 2, and reduce from 3 on (NVLink 4)");
  refused(node(4), work + ",protocol=ll", "auto or simple with nccl_nvls");
  refused("[gpu[0..1]]\npreset = h100\n[gpu0]\nlinks = gpu1 nvlink4 x2\n", work,
          "have no NVSwitch");
  refused(node(40), "allgather:algorithm=nccl_nvls,bytes=64 KiB", "at most 32 GPUs");
  const Captured run = program({"run", "cluster", "--quiet", "--workload", work});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("it needs a machine with NVSwitches"));
}

}  // namespace
}  // namespace gf::test::nvls_programs_cli_test
