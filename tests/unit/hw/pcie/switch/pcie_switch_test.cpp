// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/switch/pcie_switch.h"

#include "hw/pcie/device/endpoint.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/three_ports.h"

namespace gf::hw::pcie::pcie_switch_test {
namespace {

TEST(PcieParams, SwitchChecksEveryPort) {
  SwitchParams params = three_ports();
  params.ports[2].data_credits = 3;
  EXPECT_THAT(test::error_of([&] { params.validate("plx_a"); }), HasSubstr("plx_a.port_2"));
}

TEST(PcieParams, SwitchIsRefusedAtElaboration) {
  SwitchParams params = three_ports();
  params.ports[0].header_credits = 0;
  TlpPool pool;
  EXPECT_THAT(test::error_of([&] { Switch("sw", params, -1, RoutingTable{}, 1, pool); }),
              HasSubstr("sw.port_0"));
}

}  // namespace
}  // namespace gf::hw::pcie::pcie_switch_test
