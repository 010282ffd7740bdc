// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/energy.h"

#include <gmock/gmock.h>

#include "hw/nvlink/end/nvlink_port.h"
#include "tests/support/nvlink_accesses.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::energy_test {
namespace {

using nvlink_accesses::still;

TEST(NvlinkPort, EnergyIsHalfAPicojouleABit) {
  test::NvlinkPair pair(still());
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 10);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_DOUBLE_EQ(pair.a.link().stats().transfer_energy.picojoules(), 10 * 272 * 8 * 0.5);
  EXPECT_NEAR(pair.a.link().stats().phy_energy.picojoules(), 1.5e6, 1);  // 1.5 W x 1 us
  pair.a.link().work_ended(sc_core::sc_time(400, sc_core::SC_NS).value());
  EXPECT_NEAR(pair.a.link().stats().phy_energy.picojoules(), 0.6e6, 1);
}

}  // namespace
}  // namespace gf::hw::nvlink::energy_test
