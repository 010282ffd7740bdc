// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/peer_router.h"

#include <gmock/gmock.h>

#include "hw/pcie/device/peer_bridge.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::gpu::peer_router_test {
namespace {

constexpr std::uint64_t kHome = 1ull << 40;

/// A GPU before the ways, behind each a memory that stands for those of all GPUs; GPU 3 has a link.
class PeerWaysTest : public testing::Test {
 protected:
  PeerWaysTest() {
    gpu_.out.bind(near_.in);
    near_.out.bind(ways_.from_gpu);
    ways_.by_link.bind(by_link_.from_gpu);
    ways_.by_bus.bind(by_bus_.from_gpu);
    by_link_.to_fabric.bind(linked_.in);
    by_bus_.to_fabric.bind(rest_.in);
    for (unsigned gpu = 0; gpu < 6; ++gpu) {
      by_link_.map(gpu, {0, 4095});
      by_bus_.map(gpu, {0, 4095});
    }
    ways_.link(3);
    gpu_.ended = [this](tlm::tlm_generic_payload& p) { status_ = p.get_response_status(); };
  }
  tlm::tlm_response_status write(std::uint64_t address, std::uint8_t value) {
    byte_ = value;
    gpu_.next = [=, left = 1](tlm::tlm_generic_payload& payload) mutable {
      if (left-- == 0) return false;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(address);
      payload.set_data_ptr(&byte_);
      payload.set_data_length(1);
      return true;
    };
    gpu_.go();
    sc_core::sc_start();
    EXPECT_FALSE(near_.open());
    return status_;
  }

  PeerRouter ways_{"ways"};
  test::NvlinkGpu gpu_{"gpu"};
  pcie::PeerBridge by_link_{"by_link"};
  pcie::PeerBridge by_bus_{"by_bus"};
  test::NvlinkMemory linked_{"linked", 4096};
  test::NvlinkMemory rest_{"rest", 4096};
  test::BaseProtocolChecker near_{"near"};
  std::uint8_t byte_ = 0;
  tlm::tlm_response_status status_ = tlm::TLM_INCOMPLETE_RESPONSE;
};

TEST_F(PeerWaysTest, TheHomeOfAnAccessSaysItsWayInNoTime) {
  EXPECT_EQ(write(3 * kHome + 100, 5), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(100, sc_core::SC_NS)) << "the memory's";
  EXPECT_EQ(write(2 * kHome + 101, 6), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(write(4 * kHome + 102, 7), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(write(103, 8), tlm::TLM_OK_RESPONSE);
  EXPECT_THAT(std::vector<std::uint8_t>(&linked_.bytes[100], &linked_.bytes[104]),
              testing::ElementsAre(5, 0, 0, 0));
  EXPECT_THAT(std::vector<std::uint8_t>(&rest_.bytes[100], &rest_.bytes[104]),
              testing::ElementsAre(0, 6, 7, 8));
}

TEST_F(PeerWaysTest, DebugAccessesGoTheSameWay) {
  std::uint8_t byte = 77;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(3 * kHome + 1);
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(gpu_.out->transport_dbg(payload), 1u);
  EXPECT_EQ(linked_.bytes[1], 77);
  EXPECT_EQ(rest_.bytes[1], 0);
}

}  // namespace
}  // namespace gf::hw::gpu::peer_router_test
