// SPDX-License-Identifier: Apache-2.0
// Holds: docs/examples/hosts.ini
#include "tests/support/host_machines.h"
#include "tests/support/matchers.h"

namespace gf::test::host_copies_test {
namespace {

using namespace host_machines;  // NOLINT: what these tests share
using machine_runs::results;

TEST(HostCopies, WithoutPeerToPeerCopiesAreStagedInChunksThatOverlap) {
  const double direct = copy_time(server(), "0", "1");
  const double staged = copy_time(server("p2p = off\n"), "0", "1");
  const double in_turns = copy_time(server("p2p = off\n"), "0", "1", {"-p", "staging.buffers=1"});
  const double both_legs = copy_time(server(), "0", "host0") + copy_time(server(), "host0", "1");
  EXPECT_GT(staged, direct);
  EXPECT_LT(staged, 0.9 * both_legs);
  EXPECT_GT(in_turns, 0.98 * both_legs);
}

TEST(HostCopies, OnlyPairsBeyondTheLevelAreStaged) {
  const std::string machine = server("p2p_level = PIX\n");
  EXPECT_EQ(copy_time(machine, "0", "1"), copy_time(server(), "0", "1"));
  EXPECT_EQ(copy_time(machine, "0", "2"), copy_time(server("p2p = off\n"), "0", "2"));
  const std::string pair = server("p2p = off 0-1\n");
  EXPECT_EQ(copy_time(pair, "1", "0"), copy_time(server("p2p = off\n"), "1", "0"));
  EXPECT_EQ(copy_time(pair, "0", "2"), copy_time(server(), "0", "2"));
}

TEST(HostCopies, RedirectedPacketsPassTheRootComplex) {
  const std::string redirect = server("acs = redirect\n");
  EXPECT_GT(copy_time(redirect, "0", "1"), copy_time(server(), "0", "1"));
  EXPECT_EQ(copy_time(redirect, "0", "2"), copy_time(server(), "0", "2"));
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "acs = redirect\n[sw]\nchildren = gpu[0..1] pcie gen3 x16\n");
  const Captured refused = exits(2, program({"run", "cluster", "--machine", scratch / "m.ini"}));
  EXPECT_THAT(refused.err, HasSubstr("sw has nothing above it"));
}

TEST(HostCopies, RealBytesArriveOnEveryWay) {
  const ScratchDirectory scratch;
  write_file(scratch / "ways.csv",
             "graph,src,dst,bytes\na,host0,0,100001\na,1,host1,70000\na,0,3,1500000\n"
             "a,3,0,1500000\na,2,1,65536\n");
  for (const char* head : {"", "p2p = off\n", "p2p = off\nacs = redirect\n"}) {
    write_file(scratch / "m.ini", server(head));
    const nlohmann::json found =
        results({"--machine", scratch / "m.ini", "--schedule", scratch / "ways.csv", "-p",
                 "real_bytes=true", "-p", "staging.chunk=64 KiB"});
    EXPECT_EQ(found["bytes_compared"]["value"], 100001 + 70000 + 2 * 1500000 + 65536) << head;
  }
}

TEST(HostCopies, AMatrixHasARowForEachHost) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", server());
  const Captured run = exits(0, program({"run", "cluster", "--machine", scratch / "m.ini",
                                         "--workload", "host_matrix:bytes=64 KiB"}));
  EXPECT_THAT(run.out, AllOf(HasSubstr("copy host(row) -> device(column) bandwidth (GB/s)"),
                             HasSubstr("copy host(row) <- device(column) bandwidth (GB/s)"),
                             HasSubstr("host1")));
}

TEST(HostCopies, StagedCopiesBetweenNodesOverlapInChunks) {
  const ScratchDirectory scratch;
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,0,4,1 MiB\na,4,1,300001\n");
  const auto end = [&](const Words& more) {
    return results(Words{"--schedule", scratch / "s.csv", "-p", "path=staged"} +
                   more)["end_max"]["value"]
        .get<double>();
  };
  const double whole = end({});
  EXPECT_LT(end({"-p", "stage_chunk=128 KiB"}), 0.8 * whole);
  EXPECT_GT(end({"-p", "stage_chunk=128 KiB", "-p", "stage_buffers=1"}), whole);
  EXPECT_EQ(end({"-p", "stage_chunk=2 MiB"}), whole);
  const nlohmann::json checked = results({"--schedule", scratch / "s.csv", "-p", "path=staged",
                                          "-p", "stage_chunk=128 KiB", "-p", "real_bytes=true"});
  EXPECT_EQ(checked["bytes_compared"]["value"], (1 << 20) + 300001);
}

TEST(HostCopies, WhatRanCanBeRunAgain) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", server());
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host1,0,64 KiB\na,0,host1,64 KiB\n");
  const Words run{"run", "cluster",     "--machine", scratch / "m.ini",
                  "-p",  "record=true", "--outdir"};
  EXPECT_EQ(program(run + Words{scratch / "one", "--schedule", scratch / "s.csv"}).code, 0);
  EXPECT_EQ(program(run + Words{scratch / "two", "--schedule", scratch / "one/schedule.csv"}).code,
            0);
}

}  // namespace
}  // namespace gf::test::host_copies_test
