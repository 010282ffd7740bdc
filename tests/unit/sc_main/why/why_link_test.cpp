// SPDX-License-Identifier: Apache-2.0
#include "tests/support/asked_parts.h"
#include "tests/support/matchers.h"

namespace gf::app::why_link_test {
namespace {

using asked_parts::Asked;

TEST(LinkQuestion, IsFoundByPathByWordsAndAsItIsDrawn) {
  EXPECT_EQ(Asked("lane gpu_1 link_0").answer().part, "link gpu_1.nvlink.link_0");
  EXPECT_EQ(Asked("link gpu_1.nvlink.link_0").answer().part, "link gpu_1.nvlink.link_0");
  EXPECT_EQ(Asked("link nvswitch -> gpu_0").answer().part, "link nvswitch.port_0");
}

TEST(LinkQuestion, RefusesWhatFitsSeveralOrNone) {
  EXPECT_THAT(Asked("lane link_0").error(), HasSubstr("matches 2 links"));
  EXPECT_THAT(Asked("lane gpu_7").error(), HasSubstr("it has 4"));
}

}  // namespace
}  // namespace gf::app::why_link_test
