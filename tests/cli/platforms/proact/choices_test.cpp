// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/app_options.*
// What is wrong is said by the name that a user sets, wherever in the machine it is noticed.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::choices_test {
namespace {

struct Refused {
  std::vector<std::string> settings;
  const char* text;
};

TEST(ProactNames, ErrorsNameWhatAUserSets) {
  const std::vector<Refused> all = {
      {{"app.bytes=1B"}, "app.bytes = 1 B: expected 0, 64 KiB ... 4 GiB"},
      {{"workload=microbenchmark", "app.bytes=100KiB"},
       "app.bytes = 100 KiB: expected a multiple of 64 KiB with workload = microbenchmark"},
      {{"app.bytes=1MiB", "matrix=/dev/null"}, "app.bytes = 1 MiB: expected 0 with a matrix file"},
      {{"workload=xray_ct", "matrix=x.mtx"},
       "matrix = x.mtx: expected none with workload = xray_ct"},
      {{"iterations=65"}, "iterations = 65 (command line): out of range; expected 0 ... 64"},
      {{"app.lanes=0"}, "app.lanes = 0 (command line): out of range; expected 1 ... 1024"},
      {{"gpu.sm.warps=1", "workload=microbenchmark"},
       "gpu.sm.warps = 1: expected at least 8, the warps of a CTA here"},
      {{"gpu.sm.warps=2", "mechanism=inline"}, "gpu.sm.warps = 2: expected at least 32"},
      {{"dispatch.grids=1"}, "dispatch.grids = 1: expected at least 2 with mechanism = polling"},
      {{"gpu.sm.registers=32768"}, "gpu.sm.registers = 32768: expected at least 40960"},
      {{"app.registers=65"}, "gpu.sm.registers = 65536: expected at least 73728, the registers"},
      {{"mechanism=hw", "chunk=1000B"}, "chunk = 1 kB: expected a power of two, 4 KiB ... 16 MiB"},
      {{"chunk=2MiB"}, "chunk = 2 MiB: expected not larger than the region, 1 MiB"},
      {{"chunk=2MiB", "mechanism=hw"}, "or a larger region (app.bytes)"},
      {{"mechanism=hw", "proact.counters.misses=5"}, "proact.counters.misses = 5: expected 1"},
      {{"mechanism=hw", "proact.agent.buffer=384B"}, "proact.agent.buffer = 384 B"},
      {{"pages.memory=1MiB"}, "pages.memory = 1 MiB: expected more, as GPU 0 has no room for"},
      {{"pages.page=512MiB"}, "pages.page = 512 MiB: expected at most 2 MiB"},
      {{"topology=file"}, "nvlink.graph = \"\": expected the name of a file"},
      {{"topology=hybrid_cube_mesh"}, "topology = hybrid_cube_mesh has 8 corners"},
  };
  for (const Refused& refused : all) {
    std::vector<std::string> words = {"run", "proact", "--quiet"};
    for (const std::string& setting : refused.settings) words.insert(words.end(), {"-p", setting});
    const Captured run = program(words);
    EXPECT_EQ(run.code, 2) << refused.text;
    EXPECT_THAT(run.err, HasSubstr(refused.text));
  }
}

}  // namespace
}  // namespace gf::test::choices_test
