// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::machine_channels_test {
namespace {

const char* const kMesh =
    "[rc]\nkind = root_complex\nchildren = gpu[0..3], nic0\n[nic0]\nkind = nic\n[gpu[0..3]]\n"
    "preset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1, gpu3 nvlink2 x1\n[gpu2]\n"
    "links = gpu1 nvlink2 x1, gpu3 nvlink2 x1\n";

TEST(MachineChannels, TableHasALineForEachRing) {
  const Captured run = program({"topology", "dgx1_v100", "--channels"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("6 rings of 20 GB/s = 120 GB/s; links allow 120 GB/s\n"));
  EXPECT_THAT(run.out, ContainsRegex("\n5 +gpu0( gpu[1-7]){7} +20  NVL\n"));
  EXPECT_EQ(run.err, "");
}

TEST(MachineChannels, BetweenNodesTheNicsAreShown) {
  const Captured run = program({"topology", "dgx_h100", "--channels", "--between-nodes"});
  EXPECT_THAT(run.out, ContainsRegex("\n7 +nic7 +gpu7 .* nic7 +48  NVL, NIC PIX\n"));
  EXPECT_EQ(program({"topology", "t1", "--channels", "--between-nodes"}).code, 2);
}

TEST(MachineChannels, XmlComparesAsEqual) {
  const ScratchDirectory scratch;
  write_file(scratch / "mesh.ini", kMesh);
  const Captured xml = program({"topology", scratch / "mesh.ini", "--channels=xml"});
  EXPECT_THAT(xml.out, AllOf(StartsWith("<graphs version=\"1\">\n  <graph id=\"0\" pattern=\"4\""),
                             HasSubstr("<graph id=\"1\" pattern=\"1\"")));
  write_file(scratch / "graph.xml", xml.out);
  const Captured same =
      program({"topology", scratch / "mesh.ini", "--channels", "--compare", scratch / "graph.xml"});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_THAT(same.out,
              AllOf(HasSubstr("2 of the file's 2 are here too\n"), Not(HasSubstr("no equal"))));
}

TEST(MachineChannels, LogsAreComparedRingByRing) {
  const ScratchDirectory scratch;
  write_file(scratch / "mesh.ini", kMesh);
  write_file(scratch / "nccl.log",
             "h:1:2 [0] NCCL INFO Channel 00/02 : 0 1 2 3\nh:1:2 [0] NCCL INFO Channel 01/02 : 0 2 "
             "1 3\n");
  const Captured run =
      program({"topology", scratch / "mesh.ini", "--channels", "--compare", scratch / "nccl.log"});
  EXPECT_THAT(run.out, AllOf(HasSubstr("1 of the file's 2 are here too\n"),
                             ContainsRegex("\n +1 +- +no equal +gpu0 gpu2 gpu1 gpu3\n"),
                             ContainsRegex("\n +- +1 +no equal +gpu0 gpu3 gpu2 gpu1\n")));
}

TEST(MachineChannels, RefusesWhatItCannotCompare) {
  const ScratchDirectory scratch;
  const auto compared = [&](const std::string& text) {
    write_file(scratch / "g", text);
    return program({"topology", "t1", "--channels", "--compare", scratch / "g"});
  };
  EXPECT_EQ(compared("nothing\n").code, 5);
  EXPECT_THAT(compared("<graphs version=\"1\"/>").err, HasSubstr("no graph with rings"));
  EXPECT_THAT(compared("<graphs version=\"7\"/>").err, HasSubstr("g:1: version=\"7\""));
  EXPECT_THAT(program({"topology", "t1", "--between-nodes"}).err, HasSubstr("need --channels"));
  EXPECT_EQ(program({"topology", "pcie_t2", "--channels"}).code, 2);
  EXPECT_EQ(program({"topology", "t1", "--channels=tree"}).code, 2);
}

TEST(MachineChannels, APartOfTheGpusIsACommunicator) {
  const Captured run = program({"topology", "dgx1_v100", "--channels", "--gpus", "gpu[0..2],gpu3"});
  EXPECT_THAT(run.out, StartsWith("4 rings of 20 GB/s = 80 GB/s; links allow 80 GB/s\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("gpu4")));
  const Captured wrong = program({"topology", "dgx1_v100", "--channels", "--gpus", "gpu9"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("gpu9"), HasSubstr("gpu0, gpu1")));
  EXPECT_EQ(program({"topology", "t1", "--channels", "--gpus", "gpu1,gpu1"}).code, 2);
}

TEST(MachineChannels, SaysWhenTheSearchEndedEarly) {
  const Captured run = program({"topology", "two_socket", "--channels", "--between-nodes"});
  EXPECT_EQ(run.code, 2) << "it has no NIC";
  const Captured early = program({"topology", "t2", "--channels"});
  EXPECT_THAT(early.err, ContainsRegex("the search ended after [0-9]+ steps"));
}

}  // namespace
}  // namespace gf::test::machine_channels_test
