// SPDX-License-Identifier: Apache-2.0
// How an endpoint cuts accesses into TLPs, seen by a device at the other end of its link.
#include "hw/pcie/device/endpoint.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "tests/support/endpoint_pair.h"
#include "tests/support/errors.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/matchers.h"

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

TEST_F(EndpointTest, AModelFromOutsideAlwaysGetsBytes) {
  EndpointParams params;
  params.foreign = true;
  build(params);
  test::LtTarget target("target", 4096);
  endpoint_->memory.socket.bind(target.socket);
  Tlp& write = device_->make(TlpType::kMemoryWrite, 0x80000000, 64);
  write.hollow = true;
  device_->send(write);
  read(0, 64, 1);
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 1u);
  ASSERT_NE(device_->seen[0].tlp.data, nullptr);
  EXPECT_EQ(device_->seen[0].tlp.data[63], 0);
}

TEST_F(EndpointTest, ARefusalByAModelFromOutsideEndsTheRun) {
  EndpointParams params;
  params.foreign = true;
  build(params);
  test::LtTarget target("target", 4096);
  endpoint_->memory.socket.bind(target.socket);
  read(8192, 64, 1);
  EXPECT_THAT(
      test::error_of([] { core::run_simulation({}); }),
      AllOf(HasSubstr("gpu.model = TLM_ADDRESS_ERROR_RESPONSE for a read of 64 B at 0x2000"),
            HasSubstr("256 MiB")));
}

}  // namespace
}  // namespace gf::hw::pcie::endpoint_test
