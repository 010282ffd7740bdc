// SPDX-License-Identifier: Apache-2.0
#include "tests/support/host_machines.h"
#include "tests/support/matchers.h"

namespace gf::test::full_host_paths_test {
namespace {

using namespace host_machines;  // NOLINT: what these tests share
using machine_runs::results;

TEST(FullHostPaths, GpusWithMemoryHaveTheSameWays) {
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

}  // namespace
}  // namespace gf::test::full_host_paths_test
