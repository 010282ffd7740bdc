// SPDX-License-Identifier: Apache-2.0
// How an endpoint cuts accesses into TLPs, seen by a device at the other end of its link.
#include "hw/pcie/device/endpoint.h"

#include <gmock/gmock.h>

#include "tests/support/endpoint_pair.h"
#include "tests/support/lt_initiator.h"

namespace gf::hw::pcie::endpoint_test {
namespace {

using endpoint_pair::EndpointTest;

TEST_F(EndpointTest, WindowWithoutMemoryReadsAsZero) {
  build({});
  read(0, 64, 1);
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 1u);
  EXPECT_EQ(device_->seen[0].tlp.data, nullptr);
  EXPECT_EQ(device_->seen[0].tlp.status, CompletionStatus::kSuccess);
}

}  // namespace
}  // namespace gf::hw::pcie::endpoint_test
