// SPDX-License-Identifier: Apache-2.0
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::node_gpus_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

TEST(Machine, LanesDoNotTurnUnlessSaid) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", kLinked);
  write_file(scratch / "gpu.ini", "[gpu]\nsms = 80\n");
  write_file(scratch / "own.ini",
             "include = m.ini\n[gpu[0..1]]\npreset = gpu.ini\n");  // which says no policy
  const double least = 4194304.0 / 100e9;
  for (const char* file : {"m.ini", "own.ini"}) {
    EXPECT_GT(copy_time(scratch / file, 0, 1), least) << file;
    EXPECT_GT(copy_time(scratch / file, 1, 0), least) << file;
  }
  const double turning = copy_time(scratch / "m.ini", 0, 1, {"-p", "policy=paper"});
  EXPECT_LT(turning, least);
  write_file(scratch / "turn.ini", "include = m.ini\n[parameters]\npolicy = paper\n");
  EXPECT_EQ(copy_time(scratch / "turn.ini", 0, 1), turning);
}

TEST(Machine, GpuThatWorksHasAPreset) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n[gpu0]\nlinks = gpu1 nvlink3 x4\n");
  write_file(scratch / "tree.ini", "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n");
  EXPECT_THAT(exits(5, program({"run", "cluster", "--machine", scratch / "m.ini"})).err,
              AllOf(HasSubstr("m.ini:5: gpu0 has NVLink, but no preset for the GPU"),
                    HasSubstr("k40m, k80, m2075"), HasSubstr("FILE.ini")));
  EXPECT_EQ(program({"check", scratch / "m.ini"}).code, 5);
  EXPECT_THAT(exits(5, program({"run", "cluster", "--machine", scratch / "tree.ini", "-p",
                                "gpu_model=full"}))
                  .err,
              HasSubstr("gpu0 has SMs and memory, but no preset for the GPU"));
  EXPECT_EQ(program({"run", "cluster", "-q", "--machine", scratch / "tree.ini"}).code, 0);
}

}  // namespace
}  // namespace gf::test::node_gpus_test
