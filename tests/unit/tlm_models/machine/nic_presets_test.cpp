// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/nic_presets.h"

#include <gmock/gmock.h>
#include <set>

namespace gf::model::nic_presets_test {
namespace {

TEST(NicPresets, AreFoundByName) {
  std::set<std::string_view> names;
  for (const NicPreset& preset : kNicPresets) {
    EXPECT_EQ(nic_preset(preset.name), &preset);
    EXPECT_THAT(nic_preset_list(), testing::HasSubstr(std::string(preset.name)));
    EXPECT_FALSE(preset.port_source.empty() || preset.pcie_source.empty()) << preset.name;
    names.insert(preset.name);
  }
  EXPECT_EQ(names.size(), kNicPresets.size());
  EXPECT_EQ(nic_preset("token_ring"), nullptr);
}

TEST(NicPresets, PcieCarriesThePorts) {
  for (const NicPreset& preset : kNicPresets)
    EXPECT_GT(preset.pcie().raw_rate()->bytes_per_second() * 8e-9, preset.port_gbits)
        << preset.name;
}

}  // namespace
}  // namespace gf::model::nic_presets_test
