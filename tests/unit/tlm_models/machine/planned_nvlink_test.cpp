// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_nvlink.h"

#include <gmock/gmock.h>

#include "tlm_models/machine/machine_presets.h"

namespace gf::model::planned_nvlink_test {
namespace {

TEST(NvswitchGeneration, IsOneLessThanThatOfItsLinks) {
  EXPECT_EQ(nvswitch_generation(make_machine("hgx_16")), 1u);
  EXPECT_EQ(nvswitch_generation(make_machine("dgx_h100")), 3u);
  EXPECT_EQ(nvswitch_generation(make_machine("nvl72")), 4u);
  EXPECT_EQ(nvswitch_generation(make_machine("dgx1_v100")), 0u) << "no switch";
  EXPECT_EQ(nvswitch_generation(make_machine("t1")), 0u) << "no NVLink";
}

}  // namespace
}  // namespace gf::model::planned_nvlink_test
