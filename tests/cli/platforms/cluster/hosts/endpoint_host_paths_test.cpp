// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/hosts/host_paths_if.h
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
  const double one_engine = first_and_last("", "1");
  const double two_engines = first_and_last("", "2");
  const double one_stream = first_and_last("s", "2");
  EXPECT_LT(two_engines, one_engine) << "set-up and latency of the second copy overlap";
  EXPECT_GT(one_stream, two_engines) << "the second copy waits for the end of the first";
}

}  // namespace
}  // namespace gf::test::endpoint_host_paths_test
