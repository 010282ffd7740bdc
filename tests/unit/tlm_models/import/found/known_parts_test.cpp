// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/known_parts.h"

#include <set>

#include "tests/support/matchers.h"
#include "tlm_models/machine/cpu_presets.h"
#include "tlm_models/machine/nic_presets.h"

namespace gf::model::known_parts_test {
namespace {

std::string named(const char* name) {
  const KnownPart* const part = part_of_name("gpu", name);
  return part == nullptr ? "" : part->part;
}

TEST(KnownParts, EachIdIsThereOnce) {
  std::set<std::string> ids;
  for (const KnownPart& part : known_parts()) {
    EXPECT_FALSE(part.source.empty()) << part.part;
    if (part.preset.empty()) {
      EXPECT_EQ(part.kind, "nic") << part.part;
    } else if (part.kind == "nic") {
      const NicPreset* const nic = nic_preset(part.preset);
      ASSERT_NE(nic, nullptr) << part.part;
      EXPECT_EQ(nic->pcie(), part.port) << part.part;
    }
    if (part.kind == "cpu") {
      const CpuPreset* const cpu = cpu_preset(part.preset);
      ASSERT_NE(cpu, nullptr) << part.part;
      const double rate = part.port.rate->bytes_per_second() / 1e9;
      EXPECT_TRUE(!part.exact || rate == cpu->socket_rate) << part.part;
    }
    for (const std::string& id : part.ids) EXPECT_TRUE(ids.insert(id).second) << id;
  }
  EXPECT_GT(ids.size(), 60u);
}

TEST(KnownParts, NamesOfNvidiaSmiAndLspci) {
  EXPECT_EQ(named("NVIDIA A100-SXM4-40GB"), "A100 SXM4 40 GB");
  EXPECT_EQ(named("NVIDIA A100-SXM4-80GB"), "A100 SXM4 80 GB");
  EXPECT_EQ(named("NVIDIA H100 80GB HBM3"), "H100 SXM5");
  EXPECT_EQ(named("NVIDIA Corporation GA100 [A100 SXM4 40GB]"), "A100 SXM4 40 GB");
  EXPECT_EQ(named("Tesla V100-SXM2-16GB"), "V100 SXM2 16 GB");
  EXPECT_EQ(named("NVIDIA A10G"), "A10G");
  EXPECT_EQ(named("NVIDIA L40S"), "L40S");
  EXPECT_EQ(named("NVIDIA GB200"), "GB200");
  EXPECT_EQ(named("NVIDIA B300 SXM6 AC"), "B300");
  EXPECT_EQ(named("Navi 31 [Radeon RX 7900 XT/7900 XTX]"), "RX 7900 XTX");
  EXPECT_EQ(named("NVIDIA RTX PRO 6000 Blackwell Server Edition"), "RTX PRO 6000 Blackwell");
  EXPECT_EQ(named("NVIDIA GeForce RTX 4090"), "RTX 4090");
  EXPECT_EQ(named("a loom"), "");
}

TEST(KnownParts, LinksTellTheGeneration) {
  EXPECT_EQ(gpu_of_links(4)->preset, "p100");
  EXPECT_EQ(gpu_of_links(6)->preset, "v100");
  EXPECT_EQ(gpu_of_links(12)->preset, "a100");
  EXPECT_EQ(gpu_of_links(18)->preset, "h100");
  EXPECT_EQ(gpu_of_links(2)->preset, "rtx_2080_ti");
  EXPECT_EQ(gpu_of_links(5), nullptr);
  EXPECT_EQ(gpu_of_links(7), nullptr);  // as many links of xGMI do not tell
  EXPECT_EQ(part_of_id("cpu", "AuthenticAMD:25:1")->part, "EPYC 7003");
  EXPECT_EQ(part_of_id("nic", "10de:20b0"), nullptr);
}

}  // namespace
}  // namespace gf::model::known_parts_test
