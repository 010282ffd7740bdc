// SPDX-License-Identifier: Apache-2.0
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::whole_node_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

TEST(Machine, CollectivesAreRightOnEachKind) {
  for (const char* name : {"t2", "two_socket", "dgx1_v100", "hgx_16"}) {
    const auto all = results({"--machine", name, "--workload", "allreduce:bytes=1 MiB,check=true"});
    EXPECT_EQ(all["elements_wrong"]["value"].get<double>(), 0) << name;
    EXPECT_GT(all["elements_compared"]["value"].get<double>(), 0) << name;
  }
}

/// A file whose GPUs are joined by NVLink alone, in a chain of three.
const char* const kChain =
    "about = a chain\n[gpu[0..2]]\npreset = v100\n[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\n"
    "links = gpu2 nvlink2 x1\n";

TEST(Machine, PairWithoutAnyWayIsNamed) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", kChain);
  const Captured run = exits(2, program({"run", "cluster", "--machine", scratch / "m.ini",
                                         "--workload", "all_to_all:bytes=64 KiB"}));
  EXPECT_THAT(run.err, HasSubstr("copy 0->2"));
}

/// A DGX-1V's GPU 0 has NVLink to GPU 1, and shares a socket with it; GPU 4 is on the other socket,
/// without NVLink.
TEST(Machine, PairWithoutNvlinkGoesOverPcie) {
  const double linked = copy_time("dgx1_v100", 0, 1);
  const double far = copy_time("dgx1_v100", 0, 4);
  // 256 B a TLP, with 24 B of overhead above 4 GiB, over 16 lanes of generation 3; across sockets
  // the root complex cuts them into 64 B.
  EXPECT_GT(far, 4194304.0 / 256 * 280 / 15.754e9);
  EXPECT_GT(far, 2 * linked);
  const auto all = results(
      {"--machine", "dgx1_v100", "--workload", "all_to_all:bytes=64 KiB", "-p", "real_bytes=true"});
  EXPECT_EQ(all["bytes_compared"]["value"].get<double>(), 56 * 65536.0);
  EXPECT_GT(all["tlp_hops"]["value"].get<double>(), 0);
  EXPECT_GT(all["packet_hops"]["value"].get<double>(), 0);
}

}  // namespace
}  // namespace gf::test::whole_node_test
