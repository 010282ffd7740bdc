// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/copy_engine.h"

#include <gmock/gmock.h>

#include "hw/pcie/device/endpoint.h"
#include "tests/support/endpoint_pair.h"

namespace gf::hw::pcie::copy_engine_test {
namespace {

using namespace endpoint_pair;  // NOLINT: what these tests share

TEST_F(EndpointTest, CopiesAreCutAtMultiplesOfMaxPayloadAndWrapInTheWindow) {
  build({});
  Flow flow;
  flow.bytes = 2000;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 1023}, 0, 100});
  sc_core::sc_start();
  std::uint64_t position = 100;
  std::uint64_t sum = 0;
  for (const auto& seen : device_->seen) {
    EXPECT_EQ(seen.tlp.address, kFar + position % 1024);
    EXPECT_LE(seen.tlp.address + seen.tlp.payload_bytes, kFar + 1024) << "leaves the window";
    EXPECT_LE(seen.tlp.payload_bytes, 256u);
    position += seen.tlp.payload_bytes;
    sum += seen.tlp.payload_bytes;
    EXPECT_EQ(seen.tlp.last, sum == 2000);
  }
  EXPECT_EQ(sum, 2000u);
}

TEST_F(EndpointTest, EmptyCopyIsOneEmptyWrite) {
  build({});
  Flow flow;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 1023}, 0, 0});
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 1u);
  EXPECT_EQ(device_->seen[0].tlp.payload_bytes, 0u);
  EXPECT_TRUE(device_->seen[0].tlp.last);
  EXPECT_TRUE(endpoint_->copy_engine.idle());
}

TEST_F(EndpointTest, CopyEngineServesFirstComeFirstServedOneAtATime) {
  build({});
  Flow flows[3];
  for (unsigned i = 0; i < 3; ++i) {
    flows[i].bytes = 1000;
    endpoint_->copy_engine.submit({&flows[i], {kFar + i * 0x10000, kFar + i * 0x10000 + 0xFFFF}});
  }
  sc_core::sc_start();
  std::uint64_t last = 0;
  for (const auto& seen : device_->seen) {
    EXPECT_GE(seen.tlp.address, last) << "mixed two copies";
    last = seen.tlp.address;
  }
  EXPECT_LT(flows[0].first_sent, flows[1].first_sent);
  EXPECT_LT(flows[1].first_sent, flows[2].first_sent);
  EXPECT_EQ(endpoint_->copy_engine.stats().copies.value(), 3u);
  EXPECT_EQ(endpoint_->copy_engine.stats().bytes.value(), 3000u);
}

TEST_F(EndpointTest, SlowLocalMemoryHoldsTheCopyEngineBack) {
  EndpointParams params;
  params.copy.rate = core::ByteRate(1e9);
  build(params);
  Flow flow;
  flow.bytes = 1024;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 0xFFFF}});
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(device_->seen[i].tail - device_->seen[i - 1].tail,
              sc_core::sc_time(256, sc_core::SC_NS).value());
  }
}

}  // namespace
}  // namespace gf::hw::pcie::copy_engine_test
