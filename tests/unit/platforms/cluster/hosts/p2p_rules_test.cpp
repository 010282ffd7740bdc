// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/p2p_rules.h"

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"

namespace gf::platforms::cluster::p2p_rules_test {
namespace {

/// GPUs 0 and 1 share a switch, GPU 2 is below another switch under it, 3 below another port of the
/// root complex, 4 on the other socket; 0 and 3 have NVLink.
P2pRules rules(const std::string& level, const std::string& p2p = "on") {
  const model::MachinePlan plan = model::machine_reading::read(
      "[rc[0..1]]\nkind = root_complex\n[rc0]\nchildren = a, gpu3\nlinks = rc1 socket\n[rc1]\n"
      "children = gpu4\n[a]\nchildren = gpu[0..1], b\n[b]\nchildren = gpu2\n"
      "[gpu[0..4]]\npreset = v100\n[gpu0]\nlinks = gpu3 nvlink2 x1\n");
  P2pParams params;
  params.level = level;
  params.p2p = p2p;
  return {params, plan};
}

/// The GPUs whose memory GPU 1 accesses, as digits.
std::string peers_of_1(const P2pRules& rules) {
  std::string all;
  for (unsigned gpu = 0; gpu < 5; ++gpu)
    if (gpu != 1 && rules.direct(1, gpu)) all += std::to_string(gpu);
  return all;
}

TEST(P2pRules, ALevelCoversTheNearerPaths) {
  EXPECT_EQ(peers_of_1(rules("SYS")), "0234");
  EXPECT_TRUE(rules("SYS").all_direct());
  EXPECT_EQ(peers_of_1(rules("PHB")), "023");
  EXPECT_EQ(peers_of_1(rules("PXB")), "02");
  EXPECT_EQ(peers_of_1(rules("PIX")), "0");
  EXPECT_EQ(peers_of_1(rules("NVL")), "");
}

TEST(P2pRules, NvlinkNeedsTheLeastLevelButNone) {
  EXPECT_TRUE(rules("NVL").direct(0, 3));
  EXPECT_TRUE(rules("NVL").direct(3, 0));
  EXPECT_FALSE(rules("LOC").direct(0, 3));
  EXPECT_FALSE(rules("SYS", "off").direct(0, 3));
}

TEST(P2pRules, PairsCanBeOff) {
  const P2pRules some = rules("SYS", "off 1-0 2-4");
  EXPECT_EQ(peers_of_1(some), "234");
  EXPECT_FALSE(some.direct(0, 1));
  EXPECT_FALSE(some.direct(4, 2));
  for (const char* wrong : {"yes", "off 1", "off 1-5", "off 1-1", "on 0-1", "off 0-1-2"})
    EXPECT_THAT(test::error_of([&] { rules("SYS", wrong); }), HasSubstr("off 0-1 2-3")) << wrong;
}

}  // namespace
}  // namespace gf::platforms::cluster::p2p_rules_test
