// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/nvlink_port_params.h
#include "hw/nvlink/end/nvlink_requester.h"

#include <gmock/gmock.h>

#include "hw/nvlink/end/nvlink_port.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/nvlink_accesses.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/set_access.h"

namespace gf::hw::nvlink::nvlink_requester_test {
namespace {

using namespace nvlink_accesses;  // NOLINT: what these tests share
using test::at_gpu;

TEST(NvlinkPort, GpuWithoutAWayIsRefusedOnTheSpot) {
  Foreign node(Style::kFourPhases, Answer::kLater);
  const auto& away = node.initiator.issue(tlm::TLM_READ_COMMAND, at_gpu(7, 0), Bytes(32));
  const auto& self = node.initiator.issue(tlm::TLM_WRITE_COMMAND, at_gpu(0, 0), Bytes(32));
  sc_core::sc_start();
  EXPECT_EQ(away.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(self.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST(NvlinkPort, BlockingAndDebugAccessActAtOnce) {
  test::NvlinkPair pair(still(), 4096);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Bytes data = counting(600);
  tlm::tlm_generic_payload payload;
  test::set_access(payload, tlm::TLM_WRITE_COMMAND, at_gpu(1, 5), data.data(), 600);
  payload.set_byte_enable_ptr(nullptr);
  sc_core::sc_time delay;
  pair.gpu_a.out->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(pair.memory_b->bytes[5], 1);
  EXPECT_EQ(payload.get_address(), at_gpu(1, 5));
  payload.set_command(tlm::TLM_READ_COMMAND);
  std::fill(data.begin(), data.end(), std::uint8_t{0});
  EXPECT_EQ(pair.gpu_a.out->transport_dbg(payload), 600u);
  EXPECT_EQ(data, counting(600));
  payload.set_address(at_gpu(1, 4000));
  pair.gpu_a.out->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST(NvlinkPort, ByteEnablesAndAtomicsReachMemory) {
  test::NvlinkPair pair(still(), 4096);
  Bytes data = counting(32);
  Bytes enables = {0xFF, 0};
  Bytes operand = {9, 0, 0, 0};
  model::AtomicExtension atomic;
  unsigned sent = 0;
  pair.gpu_a.next = [&](tlm::tlm_generic_payload& p) {
    p.set_command(tlm::TLM_WRITE_COMMAND);
    if (sent == 2) return false;
    if (sent++ == 0) {
      p.set_address(at_gpu(1, 64));
      p.set_data_ptr(data.data());
      p.set_data_length(32);
      p.set_byte_enable_ptr(enables.data());
      p.set_byte_enable_length(2);
    } else {
      p.set_address(at_gpu(1, 66));
      p.set_data_ptr(operand.data());
      p.set_data_length(4);
      p.set_extension(&atomic);
    }
    return true;
  };
  pair.gpu_a.ended = [&](tlm::tlm_generic_payload& p) { p.clear_extension(&atomic); };
  sc_core::sc_start();
  EXPECT_EQ(pair.memory_b->bytes[64], 1);
  EXPECT_EQ(pair.memory_b->bytes[65], 0);
  EXPECT_EQ(pair.memory_b->bytes[66], 9);  // the test's memory exchanges
  EXPECT_EQ(operand[0], 3);
  EXPECT_EQ(pair.memory_b->atomics, 1u);
  // header, byte enables, 2 data; header and operand; back: the old value rides in its header.
  EXPECT_EQ(pair.a.link().tx.stats().wire_bytes.value(), (4 + 2) * kFlitBytes);
  EXPECT_EQ(pair.b.link().tx.stats().wire_bytes.value(), kFlitBytes);
}

TEST(NvlinkPort, EndReqWaitsForRoomInTheQueue) {
  NvlinkPortParams params;
  params.request_queue = 4;
  test::NvlinkPair pair(still(), 0, params);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 50);
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_NS));
  EXPECT_EQ(pair.gpu_a.under_way, 5u);  // four queued, one whose END_REQ has not come
  sc_core::sc_start();
  EXPECT_EQ(pair.gpu_a.bytes, 50u * 256);
  EXPECT_GT(pair.a.requester.stats().blocked.ticks(), 0u);
}

}  // namespace
}  // namespace gf::hw::nvlink::nvlink_requester_test
