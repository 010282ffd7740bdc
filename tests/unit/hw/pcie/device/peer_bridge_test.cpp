// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/peer_bridge.h"

#include <gmock/gmock.h>

#include "tests/support/base_protocol_checker.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::pcie::peer_bridge_test {
namespace {

constexpr std::uint64_t kHome = 1ull << 40;

/// A GPU before the bridge, a memory of 4 KiB behind it; peer 3 has the upper half.
class PeerBridgeTest : public testing::Test {
 protected:
  PeerBridgeTest() {
    gpu_.out.bind(near_.in);
    near_.out.bind(bridge_.from_gpu);
    bridge_.to_fabric.bind(far_.in);
    far_.out.bind(memory_.in);
    bridge_.map(3, {2048, 4095});
    gpu_.ended = [this](tlm::tlm_generic_payload& p) { status_ = p.get_response_status(); };
  }
  tlm::tlm_response_status write(std::uint64_t address, unsigned bytes) {
    std::vector<std::uint8_t> data(bytes, 5);
    gpu_.next = [&, left = 1](tlm::tlm_generic_payload& payload) mutable {
      if (left-- == 0) return false;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(address);
      payload.set_data_ptr(data.data());
      payload.set_data_length(bytes);
      return true;
    };
    gpu_.go();
    sc_core::sc_start();
    EXPECT_FALSE(near_.open());
    return status_;
  }

  PeerBridge bridge_{"bridge"};
  test::NvlinkGpu gpu_{"gpu"};
  test::NvlinkMemory memory_{"memory", 4096};
  test::BaseProtocolChecker near_{"near"};
  test::BaseProtocolChecker far_{"far"};
  tlm::tlm_response_status status_ = tlm::TLM_INCOMPLETE_RESPONSE;
};

TEST_F(PeerBridgeTest, MovesAnAddressIntoItsWindowInNoTime) {
  EXPECT_EQ(write(3 * kHome + 100, 8), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(memory_.bytes[2048 + 100], 5);
  EXPECT_EQ(memory_.bytes[2048 + 107], 5);
  EXPECT_EQ(memory_.bytes[2048 + 108], 0);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(100, sc_core::SC_NS)) << "the memory's";
  EXPECT_EQ(bridge_.stats().refused.value(), 0u);
}

TEST_F(PeerBridgeTest, TakesTheLastByteOfAWindowAndNotTheNext) {
  EXPECT_EQ(write(3 * kHome + 2040, 8), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(write(3 * kHome + 2040, 9), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(3 * kHome + 2048, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bridge_.stats().refused.value(), 2u);
}

TEST_F(PeerBridgeTest, RefusesPeersWithoutAWindow) {
  EXPECT_EQ(write(0, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(2 * kHome, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(4 * kHome, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(far_.ended(), 0u);
}

TEST_F(PeerBridgeTest, DebugAccessesKeepTheirAddress) {
  std::uint8_t byte = 77;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(3 * kHome + 1);
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(gpu_.out->transport_dbg(payload), 1u);
  EXPECT_EQ(payload.get_address(), 3 * kHome + 1);
  EXPECT_EQ(memory_.bytes[2049], 77);
}

}  // namespace
}  // namespace gf::hw::pcie::peer_bridge_test
