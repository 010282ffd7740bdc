// SPDX-License-Identifier: Apache-2.0
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"

namespace gf::model::machine_draft_links_test {
namespace {

using namespace machine_reading;  // NOLINT: what these tests share

TEST(MachineReader, LinkTrainsToWhatBothEndsCanBe) {
  const MachinePlan plan =
      read("[sw]\nchildren = gpu[0..1]\npcie = gen3 x16\n[gpu0]\npcie = gen4 x8\n");
  EXPECT_EQ(to_text(*plan.links[0].spec), "pcie gen3 x8");
  EXPECT_EQ(to_text(*plan.links[1].spec), "pcie gen3 x16") << "gpu1 says nothing";
}

TEST(MachineReader, LinkSaidAtBothEndsIsOne) {
  const MachinePlan plan =
      read("[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu0 nvlink2 x2\n");
  ASSERT_EQ(plan.links.size(), 1u);
  EXPECT_TRUE(plan.has(LinkFamily::kNvlink));
  EXPECT_THAT(refusal("[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu0 nvlink2 x1\n"),
              AllOf(HasSubstr("m.ini:4"), HasSubstr("gpu0 - gpu1"), HasSubstr("nvlink2 x1 here"),
                    HasSubstr("nvlink2 x2 at its other end (line 2)")));
  EXPECT_THAT(refusal("[gpu0]\nlinks = gpu1 nvlink2 x1, gpu1 nvlink2 x1\n[gpu1]\nkind = gpu\n"),
              HasSubstr("given twice"));
}

TEST(MachineReader, EachGpuIsJoinedToEachSwitch) {
  const MachinePlan plan = read(
      "[gpu[0..3]]\nlinks = sw[0..1] nvlink3 x2\nnvlinks = nvlink3 x4\n[sw[0..1]]\nkind = "
      "nvswitch\n");
  EXPECT_EQ(plan.links.size(), 8u);
  EXPECT_THAT(refusal("[gpu0]\nlinks = sw[0..2] nvlink3 x2\nnvlinks = nvlink3 x4\n"
                      "[sw[0..2]]\nkind = nvswitch\n"),
              AllOf(HasSubstr("gpu0 has nvlink3 x4"), HasSubstr("nvlink3 x6")));
  EXPECT_THAT(
      refusal("[gpu0]\nlinks = sw nvlink2 x2\nnvlinks = nvlink3 x4\n[sw]\nkind = nvswitch\n"),
      HasSubstr("gpu0 has nvlink3 x4"));
}

TEST(MachineReader, LinkOfWhichNothingIsSaidHasSixteenLanes) {
  const std::string sw = "[s]\nchildren = g[0..1]";
  read(sw + " pcie gen3 x16\nlanes = 32\n");
  read(sw + "\nlanes = 32\n");
  EXPECT_EQ(refusal(sw + " pcie gen3 x16\nlanes = 31\n"), refusal(sw + "\nlanes = 31\n"));
}

}  // namespace
}  // namespace gf::model::machine_draft_links_test
