// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gpu_presets.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::preset_files_test {
namespace {

TEST(GpuNode, APresetIsWeakerThanWhatIsSet) {
  EXPECT_THAT(exits(0, program({"params", "gpu_node", "-p", "preset=k40m"})).out,
              ContainsRegex("gpu.memory.channel_rate +48 GB/s +18.025 GB/s"));
  const Captured set = program({"params", "gpu_node", "-p", "preset=k40m", "-p", "gpu.sms=3"});
  EXPECT_THAT(set.out, ContainsRegex("gpu.sms +16 +3 "));
  // Its keys for machines are left out: copy_engines is no parameter here.
  const Captured amd = program({"params", "gpu_node", "-p", "preset=mi250"});
  EXPECT_THAT(amd.out, ContainsRegex("compute_rate +100000000000000 +181000000000000 "));
  const Captured wrong = exits(2, program({"params", "gpu_node", "-p", "preset=k40x"}));
  EXPECT_THAT(wrong.err, HasSubstr("k40m"));
}

}  // namespace
}  // namespace gf::test::preset_files_test
