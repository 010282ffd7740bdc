// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/threads/channel_cta.h platforms/gpu/copies/gpu_compute.h workloads/schedule/collectives/library_choice.h
// Collectives of a library on whole machines.
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::ring_programs_cli_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

double value(const std::string& machine, const std::string& workload, const std::string& name) {
  auto all = results({"--machine", machine, "--workload", workload});
  return all[name]["value"].get<double>();
}

TEST(LibraryCollectives, AreRightOnMachinesWithNvlink) {
  const std::string check = "check=true,algorithm=nccl_ring,bytes=";
  for (const char* what : {"allreduce", "allgather", "reducescatter", "broadcast", "reduce"})
    for (const char* protocol : {"simple", "ll", "ll128"}) {
      const std::string of = std::string(what) + ":protocol=" + protocol + "," + check + "10004";
      EXPECT_EQ(value("hgx_16", of, "elements_wrong"), 0) << of;
      EXPECT_GT(value("hgx_16", of, "elements_compared"), 0) << of;
    }
  EXPECT_EQ(value("dgx1_v100", "allreduce:in_place=true," + check + "256 KiB", "elements_wrong"),
            0);
  EXPECT_EQ(value("dgx1_v100", "allreduce:direct=false," + check + "256 KiB", "elements_wrong"), 0);
}

/// On two nodes of eight, with a card for two GPUs: by some of these channels the last GPU of a
/// node is not next to the card.
TEST(LibraryCollectives, GoOnBetweenNodes) {
  const std::string nodes = GF_SOURCE_DIR "/measurements/field/a18_two_nodes_8a100.ini";
  const std::string check = "check=true,algorithm=nccl_ring,bytes=";
  for (const char* what : {"allreduce", "allgather", "reducescatter", "broadcast", "reduce"})
    EXPECT_EQ(value(nodes, std::string(what) + ":" + check + "100000", "elements_wrong"), 0)
        << what;
  const auto time = [&](const char* protocol, const std::string& machine) {
    return value(machine,
                 std::string("allreduce:algorithm=nccl_ring,bytes=4 KiB,protocol=") + protocol,
                 "collective_0.time");
  };
  EXPECT_LT(time("ll", nodes), time("simple", nodes));
  EXPECT_GT(time("ll", nodes), 2 * time("ll", "dgx_h100") + 4 * 2e-6)
      << "twice the steps, and four crossings of two PCIe round trips each";
}

/// Six GPUs that are no peers: all that a block sends passes through the memory of a host.
TEST(LibraryCollectives, GoThroughHostMemoryBetweenGpusThatAreNoPeers) {
  const std::string apart = GF_SOURCE_DIR "/measurements/field/a23_4090_no_p2p.ini";
  for (const char* protocol : {"simple", "ll"}) {
    auto all = results(
        {"--machine", apart, "-p", "gpu_model=full", "--workload",
         std::string("allreduce:algorithm=nccl_ring,check=true,bytes=1 MiB,protocol=") + protocol});
    EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << protocol;
    EXPECT_GT(all["elements_compared"]["value"].get<double>(), 0) << protocol;
  }
  const Captured run =
      program({"run", "cluster", "--quiet", "--machine", GF_SOURCE_DIR "/docs/examples/hosts.ini",
               "-p", "gpu_model=full", "-p", "p2p=off", "--workload",
               "allreduce:algorithm=nccl_ring,bytes=64 KiB"});
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("let the machine's file state that by p2p or p2p_level"));
}

/// Blocks reduce while they copy, on all links; one ring whose steps wait for each other does not.
TEST(LibraryCollectives, AreFasterThanOneRingOfCopies) {
  const std::string bytes = "bytes=4 MiB";
  const double ring = value("dgx_h100", "allreduce:" + bytes, "collective_0.busbw");
  const double blocks = value("dgx_h100", "allreduce:algorithm=nccl_ring,protocol=simple," + bytes,
                              "collective_0.busbw");
  EXPECT_GT(blocks, 1.2 * ring);
  EXPECT_LT(blocks, 450e9 * 128 / 144) << "the links, of which each line's packet has a header";
}

/// A fence and a flag of its own behind each slice cost more than flags between the elements, until
/// these cost bandwidth.
TEST(LibraryCollectives, FlagsBetweenElementsAreFasterForShortVectors) {
  const auto time = [](const char* protocol, const char* bytes) {
    return value("dgx_h100",
                 std::string("allreduce:algorithm=nccl_ring,channels=24,launch=0,protocol=") +
                     protocol + ",bytes=" + bytes,
                 "collective_0.time");
  };
  EXPECT_LT(time("ll", "4 KiB"), 0.8 * time("simple", "4 KiB"));
  EXPECT_LT(time("ll128", "4 KiB"), time("simple", "4 KiB"));
  EXPECT_GT(time("ll", "4 MiB"), 1.3 * time("simple", "4 MiB"));
}

/// A program from a file, on four GPUs: each sums a quarter of all and sends it to the others.
TEST(LibraryCollectives, RunAProgramOfMscclFromAFile) {
  const std::string quad = GF_SOURCE_DIR "/docs/examples/quad.ini";
  const std::string work = "allreduce:algorithm=msccl,program=" GF_SOURCE_DIR
                           "/docs/examples/all_pairs_4.xml";
  for (const char* bytes : {"16 B", "64 KiB", "12 MiB"}) {
    auto all = results({"--machine", quad, "--workload",
                        work + ",in_place=true,check=true,bytes=" + bytes});
    EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << bytes;
    EXPECT_GT(all["elements_compared"]["value"].get<double>(), 0) << bytes;
  }
  const auto refused = [&](const std::string& machine, const std::string& given, const char* what) {
    const Captured run =
        program({"run", "cluster", "--quiet", "--machine", machine, "--workload", given});
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr(what));
  };
  refused(quad, work + ",bytes=64 KiB", "in_place");
  refused(quad, work + ",in_place=true,bytes=8 B", "a multiple of 16 B");
  refused(quad, work + ",in_place=true,bytes=1 MiB,protocol=ll", "its file states it");
  refused(quad, "allreduce:algorithm=msccl,bytes=1 MiB", "program=FILE.xml");
  refused(quad, "alltoall:" + work.substr(work.find("algo")) + ",bytes=1 MiB",
          "this one is for allreduce");
  refused(quad, "allreduce:bytes=1 MiB,program=x.xml", "take algorithm=msccl");
  refused("dgx_h100", work + ",in_place=true,bytes=1 MiB", "a program for 8 GPUs");
}

TEST(LibraryCollectives, LaunchesTakeTime) {
  const std::string of = "allreduce:algorithm=nccl_ring,bytes=4 KiB,launch=";
  const double none = value("hgx_16", of + "0", "collective_0.time");
  EXPECT_NEAR(value("hgx_16", of + "20 us", "collective_0.time"), none + 20e-6, 1e-7);
}

/// Rings go over NVLink, whatever the order of the GPUs' numbers.
TEST(LibraryCollectives, FollowTheLinksOfTheMachine) {
  const ScratchDirectory scratch;
  const auto machine = [&](const char* second, const char* third) {
    write_file(scratch / "m.ini",
               std::string("about = a ring of four\n[gpu[0..3]]\npreset = v100\n[gpu0]\nlinks = ") +
                   second + " nvlink2 x1, gpu3 nvlink2 x1\n[" + second + "]\nlinks = " + third +
                   " nvlink2 x1\n[" + third + "]\nlinks = gpu3 nvlink2 x1\n");
    return value(scratch / "m.ini", "allreduce:algorithm=nccl_ring,bytes=256 KiB",
                 "collective_0.time");
  };
  EXPECT_NEAR(machine("gpu1", "gpu2"), machine("gpu2", "gpu1"), 1e-7);
}

TEST(LibraryCollectives, NeedThreadBlocksThatReachEachOther) {
  const auto refused = [](Words words, const char* what) {
    const Captured run = program(Words{"run", "cluster", "--quiet"} + std::move(words));
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr(what));
  };
  const std::string work = "allreduce:algorithm=nccl_ring,bytes=64 KiB";
  const std::string server = GF_SOURCE_DIR "/docs/examples/server.ini";
  refused({"--machine", server, "--workload", work}, "set gpu_model=full");
  refused({"--machine", "hgx_16", "--workload", work, "-p", "record=true"},
          "which files of schedules cannot state");
  refused({"--machine", "hgx_16", "--workload", work + ",engine=stores"},
          "none: blocks of channels move the elements");
  EXPECT_EQ(results({"--machine", server, "-p", "gpu_model=full", "--workload",
                     work + ",check=true"})["elements_wrong"]["value"]
                .get<double>(),
            0);
}

}  // namespace
}  // namespace gf::test::ring_programs_cli_test
