// SPDX-License-Identifier: Apache-2.0
#include "tests/support/host_machines.h"
#include "tests/support/matchers.h"

namespace gf::test::host_memories_test {
namespace {

using namespace host_machines;  // NOLINT: what these tests share

TEST(HostMemories, MemoryLimitsWhatIsBelowItsRate) {
  const double bytes = 2 << 20;
  const double slow = copy_time(server("", "4 GB/s 90 ns"), "0", "host0");
  EXPECT_GT(slow, bytes / 4e9);
  EXPECT_LT(slow, 1.1 * bytes / 4e9);
  const Words tags{"-p", "gpu0.requester.tags=8"};
  EXPECT_GT(copy_time(server("", "76.8 GB/s 900 ns"), "host0", "0", tags),
            1.3 * copy_time(server(), "host0", "0", tags));
}

TEST(HostMemories, WhatAMachineCannotDoIsRefused) {
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

}  // namespace
}  // namespace gf::test::host_memories_test
