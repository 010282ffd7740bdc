// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/cpu_presets.h"

#include <gmock/gmock.h>
#include <set>

namespace gf::model::cpu_presets_test {
namespace {

TEST(CpuPresets, AreFoundByName) {
  std::set<std::string_view> names;
  for (const CpuPreset& preset : kCpuPresets) {
    EXPECT_EQ(cpu_preset(preset.name), &preset);
    EXPECT_THAT(cpu_preset_list(), testing::HasSubstr(std::string(preset.name)));
    names.insert(preset.name);
  }
  EXPECT_EQ(names.size(), kCpuPresets.size());
  EXPECT_EQ(cpu_preset(""), cpu_preset("generic"));
  EXPECT_EQ(cpu_preset("z80"), nullptr);
}

TEST(CpuPresets, OnlyIntelCutsAndEveryGuessSaysSo) {
  for (const CpuPreset& preset : kCpuPresets) {
    EXPECT_EQ(preset.split_payload != 0, preset.name.substr(0, 4) == "xeon") << preset.name;
    const bool guessed = preset.split_source.find("assumed") != std::string_view::npos;
    EXPECT_EQ(guessed, preset.split_payload == 0) << preset.name;
    EXPECT_GT(preset.socket_rate, preset.nccl_rate) << preset.name;
  }
}

TEST(CpuPresets, LinesLieBetweenTheTwoRates) {
  CpuPreset cpu = kCpuPresets.front();
  cpu.nccl_rate = 4;
  cpu.socket_rate = 18;
  // 4 and 16 GB/s of payload over 160 ns, in lines of 64 B; the middle is 8 GB/s.
  const LinesInFlight lines = lines_in_flight(cpu, 160e-9, 16.0 / 18);
  EXPECT_EQ(lines.low, 10u);
  EXPECT_EQ(lines.lines, 20u);
  EXPECT_EQ(lines.high, 40u);
}

}  // namespace
}  // namespace gf::model::cpu_presets_test
