// SPDX-License-Identifier: Apache-2.0
// Holds: docs/examples/topo_m.txt docs/examples/nccl_topo.xml platforms/cluster/node_gpus.cpp
#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::test::import_test {
namespace {

const std::string kTable =
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tSYS\tPIX\t0-7\t0\n"
    "GPU1\tSYS\t X \tSYS\t8-15\t1\nNIC0\tPIX\tSYS\t X \n";

TEST(Import, ATableBecomesAMachineThatRuns) {
  const ScratchDirectory scratch;
  write_file(scratch / "topo.txt", kTable);
  const Captured made =
      exits(0, program({"import", scratch / "topo.txt", "-o", scratch / "m.ini"}));
  EXPECT_EQ(made.out, "");
  EXPECT_THAT(made.err,
              AllOf(HasSubstr("guessed, worst first:\n  GPUs: preset v100; no file names"),
                    HasSubstr("to know: nvidia-smi -L"), HasSubstr("m.ini: 2 GPUs")));
  EXPECT_THAT(program({"check", scratch / "m.ini"}).out, HasSubstr(": ok, machine: 2 GPUs"));
  EXPECT_THAT(program({"topology", scratch / "m.ini", "--matrix"}).out,
              HasSubstr("gpu0  X     SYS   PIX\n"));
  const Captured run = exits(0, program({"run", "cluster", "--machine", scratch / "m.ini",
                                         "--workload", "peer_matrix:bytes=64 KiB"}));
  EXPECT_THAT(run.out, HasSubstr("bandwidth (GB/s)"));
}

TEST(Import, StandardOutputHasTheSameBytes) {
  const ScratchDirectory scratch;
  write_file(scratch / "topo.txt", kTable);
  const Captured one = program({"import", scratch / "topo.txt"});
  EXPECT_THAT(one.out, StartsWith("# Made by `gpufabric import` from "));
  EXPECT_EQ(program({"import", scratch / "topo.txt"}).out, one.out);
  const auto json = core::parse_json(program({"import", scratch / "topo.txt", "--json"}).out);
  EXPECT_EQ(json["machine"], one.out);
  EXPECT_EQ(json["read"][0]["what"], "nvidia-smi topo -m");
  EXPECT_EQ(json["guesses"][0]["settled_by"], "nvidia-smi -L, or lspci -vv");
}

TEST(Import, BadFilesWriteNothing) {
  const ScratchDirectory scratch;
  write_file(scratch / "topo.txt", kTable + "GPU0\t X \tSYS\tPIX\n");
  EXPECT_THAT(exits(5, program({"import", scratch / "topo.txt", "-o", scratch / "m.ini"})).err,
              HasSubstr("topo.txt:5: a second row of GPU0"));
  EXPECT_THAT(names_in(scratch.path()), ElementsAre("topo.txt"));
  EXPECT_EQ(program({"import"}).code, 2);
  EXPECT_EQ(program({"import", scratch / "none.txt"}).code, 2);
  write_file(scratch / "big.xml", std::string((16u << 20) + 1, '<'));
  EXPECT_EQ(program({"import", scratch / "big.xml"}).code, 5);
}

/// Two GPUs that one link joins.
std::string machine(const std::string& link) {
  return "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen4 x16\n[gpu[0..1]]\npreset = "
         "v100\n"
         "[gpu0]\nlinks = gpu1 " +
         link + "\n";
}

double gigabytes(const std::string& link, const std::string& name) {
  const ScratchDirectory scratch;
  write_file(scratch / name, machine(link));
  return 4.194304e-3 / machine_runs::copy_time(scratch / name, 0, 1);
}

TEST(MachineLinks, RatesOfXgmiAndOfTheFileCount) {
  const double kind = gigabytes("nvlink2 x2", "a.ini");
  EXPECT_GT(kind, 40);
  EXPECT_NEAR(gigabytes("nvlink2 x2 25 GB/s", "b.ini"), kind, 1e-9);
  EXPECT_NEAR(gigabytes("nvlink2 x2 12.5 GB/s", "c.ini") / kind, 0.5, 0.02);
  EXPECT_NEAR(gigabytes("xgmi1 x1", "d.ini") / gigabytes("nvlink2 x1 46 GB/s", "e.ini"), 1, 0.02);
  EXPECT_LT(gigabytes("nvlink2 x2 25 GB/s 900 ns", "f.ini"), kind);
}

TEST(MachineLinks, KindsWithRatesOfTheirOwnHaveParameters) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1, "
             "gpu2 nvlink2 x1 10 GB/s\n[gpu1]\nlinks = gpu2 nvlink2 x1\n");
  const Captured params =
      program({"params", "cluster", "-p", "machine=" + (scratch / "m.ini").string()});
  EXPECT_THAT(params.out,
              AllOf(HasSubstr("nvlink2.lane_rate"), HasSubstr("nvlink_own_0.lane_rate")));
  write_file(scratch / "m.ini",
             "[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1 25 GB/s "
             "20 ns,gpu2 nvlink2 x1\n[gpu1]\nlinks = gpu2 nvlink2 x1\n");
  const Captured run = exits(5, program({"run", "cluster", "--machine", scratch / "m.ini",
                                         "--workload", "peer_matrix:bytes=64 KiB"}));
  EXPECT_THAT(run.err, HasSubstr("the link gpu0 - gpu2 has another latency than that on line 4"));
}

TEST(Import, ExamplesOfTheDocumentationAgree) {
  if (!model::reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string examples = GF_SOURCE_DIR "/docs/examples/";
  exits(0, program({"import", examples + "nccl_topo.xml", examples + "topo_m.txt"}));
}

}  // namespace
}  // namespace gf::test::import_test
