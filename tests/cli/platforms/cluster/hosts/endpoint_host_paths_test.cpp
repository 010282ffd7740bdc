// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/hosts/host_paths_if.h
#include <algorithm>

#include "tests/support/host_machines.h"
#include "tests/support/matchers.h"

namespace gf::test::endpoint_host_paths_test {
namespace {

using namespace host_machines;  // NOLINT: what these tests share

TEST(EndpointHostPaths, TheFarNodeCostsReadsMoreThanWrites) {
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

TEST(EndpointHostPaths, ReadsAreLimitedByTags) {
  const double few = copy_time(server(), "host0", "0", {"-p", "gpu0.requester.tags=8"});
  const double many = copy_time(server(), "host0", "0", {"-p", "gpu0.requester.tags=64"});
  EXPECT_GT(few, 1.5 * many);
}

TEST(EndpointHostPaths, CopiesOfOneGpuOverlapOnSeveralEnginesUnlessAStreamOrdersThem) {
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
  const double one_writes = first_and_last("", "2");
  const double two_write = first_and_last("", "3");
  const double one_stream = first_and_last("s", "3");
  EXPECT_LT(two_write, one_writes) << "set-up and latency of the second copy overlap";
  EXPECT_GT(one_stream, two_write) << "the second copy waits for the end of the first";
}

/// Seconds of a copy in each direction between GPU 0 and its host, issued at once.
double both_ways(const std::string& machine, const Words& more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine);
  write_file(scratch / "s.csv", "graph,src,dst,bytes\na,host0,0,2 MiB\na,0,host0,2 MiB\n");
  const Words words{"--machine", scratch / "m.ini", "--schedule", scratch / "s.csv"};
  return machine_runs::results(words + more)["end_max"]["value"].get<double>();
}

TEST(EndpointHostPaths, OneEngineCopiesEitherWayAndTwoBothWaysAtOnce) {
  const double in = copy_time(server(), "host0", "0"), out = copy_time(server(), "0", "host0");
  EXPECT_LT(both_ways(server(), {"-p", "copy_engines=2"}), 1.2 * std::max(in, out));
  // The engine is free when the last write has left, a latency before it has arrived.
  EXPECT_NEAR(both_ways(server(), {"-p", "copy_engines=1"}), in + out, 1e-6);
}

TEST(EndpointHostPaths, PresetsSayHowManyEnginesThereAre) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.ini", "[gpu.memory]\ncopy.engines = 1\n");
  const auto with = [](const std::string& preset) {
    return server() + "[gpu[0..3]]\npreset = " + preset + "\n";
  };
  EXPECT_GT(both_ways(with(scratch / "one.ini")), 1.5 * both_ways(with("rtx_4090")));
  // A part with a third engine writes to two peers at once.
  const auto to_peers = [&](const std::string& preset) {
    write_file(scratch / "m.ini", with(preset));
    write_file(scratch / "s.csv", "graph,src,dst,bytes\na,0,1,64\na,0,2,64\n");
    return machine_runs::results({"--machine", scratch / "m.ini", "--schedule",
                                  scratch / "s.csv"})["end_max"]["value"]
        .get<double>();
  };
  EXPECT_LT(to_peers("h100_pcie"), 0.7 * to_peers("rtx_4090"));
}

}  // namespace
}  // namespace gf::test::endpoint_host_paths_test
