// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/hosts/* platforms/cluster/full_host_paths.* docs/examples/hosts.ini
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::host_copies_test {
namespace {

using machine_runs::results;

/// A server of two sockets, two GPUs below a switch of each, and a memory at each root complex.
std::string server(const std::string& head = "", const std::string& memory = "76.8 GB/s 90 ns") {
  return head +
         "[rc[0..1]]\nkind = root_complex\nchildren = plx[0..1] pcie gen3 x16\nmemory = " + memory +
         "\n[rc0]\nlinks = rc1 socket\n[plx[0..1]]\nchildren = gpu[0..3] pcie gen3 x16\n";
}

/// Seconds of a copy of 2 MiB on the machine with this text.
double copy_time(const std::string& machine, const std::string& src, const std::string& dst,
                 const Words& more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine);
  write_file(scratch / "one.csv", "graph,src,dst,bytes\na," + src + "," + dst + ",2 MiB\n");
  Words words{"--machine", scratch / "m.ini", "--schedule", scratch / "one.csv"};
  return results(words + more)["end_max"]["value"].get<double>();
}

TEST(HostCopies, TheFarNodeCostsReadsMoreThanWrites) {
  const Words tags{"-p", "gpu0.requester.tags=8"};
  const double near_read = copy_time(server(), "host0", "0", tags);
  const double far_read = copy_time(server(), "host1", "0", tags);
  const double near_write = copy_time(server(), "0", "host0");
  const double far_write = copy_time(server(), "0", "host1");
  EXPECT_GT(far_read, near_read);
  EXPECT_GT(far_write, near_write);
  // Writes are posted: the far node adds its latency once. Reads wait for answers, with few tags
  // again and again.
  EXPECT_LT(far_write - near_write, 2e-6);
  EXPECT_GT(far_read - near_read, 10 * (far_write - near_write));
}

TEST(HostCopies, ReadsAreLimitedByTags) {
  const double few = copy_time(server(), "host0", "0", {"-p", "gpu0.requester.tags=8"});
  const double many = copy_time(server(), "host0", "0", {"-p", "gpu0.requester.tags=64"});
  EXPECT_GT(few, 1.5 * many);
}

TEST(HostCopies, MemoryLimitsWhatIsBelowItsRate) {
  const double bytes = 2 << 20;
  const double slow = copy_time(server("", "4 GB/s 90 ns"), "0", "host0");
  EXPECT_GT(slow, bytes / 4e9);
  EXPECT_LT(slow, 1.1 * bytes / 4e9);
  const Words tags{"-p", "gpu0.requester.tags=8"};
  EXPECT_GT(copy_time(server("", "76.8 GB/s 900 ns"), "host0", "0", tags),
            1.3 * copy_time(server(), "host0", "0", tags));
}

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
  const Captured refused = program({"run", "cluster", "--machine", scratch / "m.ini"});
  EXPECT_EQ(refused.code, 2);
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

TEST(HostCopies, GpusWithMemoryHaveTheSameWays) {
  const std::string full = server("p2p = off\n") + "[gpu[0..3]]\npreset = v100\n";
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", full);
  write_file(scratch / "ways.csv",
             "graph,src,dst,bytes\na,host0,0,100096\na,1,host1,70144\na,0,3,262144\n");
  const nlohmann::json found =
      results({"--machine", scratch / "m.ini", "--schedule", scratch / "ways.csv", "-p",
               "gpu_model=full", "-p", "real_bytes=true", "-p", "staging.chunk=64 KiB"});
  EXPECT_EQ(found["bytes_compared"]["value"], 100096 + 70144 + 262144);
  EXPECT_EQ(found["bytes_staged"]["value"], 262144);
}

TEST(HostCopies, AMatrixHasARowForEachHost) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", server());
  const Captured run = program(
      {"run", "cluster", "--machine", scratch / "m.ini", "--workload", "host_matrix:bytes=64 KiB"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("copy host(row) -> device(column) bandwidth (GB/s)"),
                             HasSubstr("copy host(row) <- device(column) bandwidth (GB/s)"),
                             HasSubstr("host1")));
}

TEST(HostCopies, WhatAMachineCannotDoIsRefused) {
  const ScratchDirectory scratch;
  const auto refusal = [&](const std::string& machine, const Words& more) {
    write_file(scratch / "m.ini", machine);
    const Captured run = program(Words{"run", "cluster", "--machine", scratch / "m.ini"} + more);
    EXPECT_NE(run.code, 0) << machine;
    return run.err;
  };
  const std::string bare = "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n";
  EXPECT_THAT(refusal(bare, {"--workload", "host_matrix"}), HasSubstr("the key memory"));
  EXPECT_THAT(refusal("p2p = off\n" + bare, {}), HasSubstr("the key memory"));
  EXPECT_THAT(refusal(server("p2p = off 0-9\n"), {}), HasSubstr("off 0-1 2-3"));
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host0,host1,8\n");
  EXPECT_THAT(refusal(server(), {"--schedule", scratch / "s.csv"}), HasSubstr("s.csv:2: dst"));
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host2,0,8\n");
  EXPECT_THAT(refusal(server(), {"--schedule", scratch / "s.csv"}), HasSubstr("host0 ... host1"));
  EXPECT_THAT(refusal(server("", "fast"), {}), HasSubstr("RATE LATENCY"));
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

TEST(HostCopies, CopiesOfOneGpuOverlapOnSeveralEnginesUnlessAStreamOrdersThem) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", server());
  const auto first_and_last = [&](const std::string& streams, const std::string& engines) {
    write_file(scratch / "s.csv", "graph,src,dst,bytes,stream\na,0,1,256 KiB," + streams +
                                      "\na,0,2,256 KiB," + streams + "\n");
    const Captured run = program({"run", "-q", "cluster", "--machine", scratch / "m.ini",
                                  "--schedule", scratch / "s.csv", "-p", "copy_engines=" + engines,
                                  "--outdir", scratch / "out", "--force", "--json"});
    EXPECT_EQ(run.code, 0) << run.err;
    return core::parse_json(run.out)["results"]["end_max"]["value"].get<double>();
  };
  const double one_engine = first_and_last("", "1");
  const double two_engines = first_and_last("", "2");
  const double one_stream = first_and_last("s", "2");
  EXPECT_LT(two_engines, one_engine) << "set-up and latency of the second copy overlap";
  EXPECT_GT(one_stream, two_engines) << "the second copy waits for the end of the first";
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
