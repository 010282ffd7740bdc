// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/nvlink_requester* hw/nvlink/end/completer.h hw/nvlink/lanes/nvlink_packet.h hw/nvlink/end/nvlink_port_params.h
// Holds: hw/nvlink/end/energy.h hw/nvlink/end/link_end.h
// A GPU's port at its TLM sockets: foreign initiators and targets, errors, bytes.
#include "hw/nvlink/end/nvlink_port.h"

#include <gmock/gmock.h>
#include <numeric>

#include "core/time/quiescence.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/errors.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::port_test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using test::at_gpu;
using testing::HasSubstr;
using testing::IsEmpty;

NvlinkParams still() {
  NvlinkParams params;
  params.policy = "static";
  return params;
}

Bytes counting(std::size_t count, unsigned first = 1) {
  Bytes bytes(count);
  std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(first));
  return bytes;
}

/// A foreign initiator at GPU 0, a foreign target at GPU 1, checkers at both.
struct Foreign {
  explicit Foreign(test::AtTarget::Style style, test::AtInitiator::Answer answer,
                   const NvlinkPortParams& params = {})
      : a("a", params, still(), 1, 0, 1, pool),
        b("b", params, still(), 1, 1, 1, pool),
        initiator("initiator", answer),
        target("target", style),
        from("from"),
        to("to") {
    connect(a.link(), b.link());
    a.route(1, 0);
    initiator.socket.bind(from.in);
    from.out.bind(a.from_gpu);
    b.to_memory.bind(to.in);
    to.out.bind(target.socket);
  }
  NvlinkPool pool;
  NvlinkPort a;
  NvlinkPort b;
  test::AtInitiator initiator;
  test::AtTarget target;
  test::BaseProtocolChecker from;
  test::BaseProtocolChecker to;
};

using Style = test::AtTarget::Style;
using Answer = test::AtInitiator::Answer;
class ForeignModels : public testing::TestWithParam<std::tuple<Style, Answer>> {};

TEST_P(ForeignModels, MoveRealBytes) {
  const auto& [style, answer] = GetParam();
  NvlinkPortParams params;
  params.request_queue = 2;
  params.outstanding = 3;
  params.reads_at_memory = 2;
  Foreign node(style, answer, params);
  const Bytes data = counting(1000);
  const auto& write = node.initiator.issue(tlm::TLM_WRITE_COMMAND, at_gpu(1, 100), data);
  sc_core::sc_start();
  EXPECT_EQ(write.status, tlm::TLM_OK_RESPONSE);
  const auto& read = node.initiator.issue(tlm::TLM_READ_COMMAND, at_gpu(1, 100), Bytes(1000));
  for (unsigned i = 0; i < 10; ++i) {
    node.initiator.issue(tlm::TLM_READ_COMMAND, at_gpu(1, 64 * i), Bytes(300));
  }
  sc_core::sc_start();
  EXPECT_EQ(read.bytes, data);
  EXPECT_EQ(node.from.ended(), 12u);
  EXPECT_FALSE(node.from.open() || node.to.open());
  EXPECT_EQ(node.pool.in_use(), 0u);
  EXPECT_THAT(core::pending_waits(), IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(All, ForeignModels,
                         testing::Combine(testing::Values(Style::kFourPhases,
                                                          Style::kEndReqReturned,
                                                          Style::kBeginRespReturned,
                                                          Style::kCompleted, Style::kNoEndReq),
                                          testing::Values(Answer::kLater, Answer::kEndRespReturned,
                                                          Answer::kCompleted)));

TEST(NvlinkPort, MemoryThatNeverAnswersIsADeadlockWithAName) {
  Foreign node(Style::kSilent, Answer::kLater);
  node.initiator.issue(tlm::TLM_READ_COMMAND, at_gpu(1, 0), Bytes(32));
  sc_core::sc_start();
  EXPECT_THAT(core::explain(core::pending_waits()), HasSubstr("b.completer"));
}

TEST(NvlinkPort, ErrorsOfMemoryComeBack) {
  Foreign node(Style::kFourPhases, Answer::kLater);
  const auto& read = node.initiator.issue(tlm::TLM_READ_COMMAND, at_gpu(1, 1 << 20), Bytes(32));
  const auto& write = node.initiator.issue(tlm::TLM_WRITE_COMMAND, at_gpu(1, 1 << 20), Bytes(32));
  sc_core::sc_start();
  EXPECT_EQ(read.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(node.b.completer.stats().refused.value(), 2u);
  EXPECT_EQ(node.a.requester.stats().errors.value(), 2u);
}

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
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(at_gpu(1, 5));
  payload.set_data_ptr(data.data());
  payload.set_data_length(600);
  payload.set_streaming_width(600);
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

TEST(NvlinkPort, AnswersToWritesTakeNoFlits) {
  test::NvlinkPair pair(still(), 1 << 16);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, 100);
  sc_core::sc_start();
  EXPECT_EQ(pair.gpu_a.bytes, 100u * 128);  // the GPU knows of each
  EXPECT_EQ(pair.a.link().tx.stats().packets.value(), 100u);
  EXPECT_EQ(pair.b.link().tx.stats().packets.value(), 0u);
  EXPECT_EQ(pair.b.link().tx.stats().wire_bytes.value(), 0u);
}

TEST(NvlinkPort, AnswersOfPeersWithOtherLatenciesComeAtTheirDates) {
  NvlinkPortParams slow, fast;
  slow.write_answer_latency = sc_core::sc_time(5, sc_core::SC_US);
  NvlinkPool pool;
  NvlinkPort near("near", fast, still(), 2, 0, 1, pool);
  NvlinkPort one("one", slow, still(), 1, 1, 1, pool);
  NvlinkPort two("two", fast, still(), 1, 2, 1, pool);
  connect(near.link(0), one.link());
  connect(near.link(1), two.link());
  near.route(1, 0);
  near.route(2, 1);
  test::NvlinkMemory memory_one("memory_one", 256), memory_two("memory_two", 256);
  one.to_memory.bind(memory_one.in);
  two.to_memory.bind(memory_two.in);
  test::NvlinkGpu gpu("gpu");
  gpu.out.bind(near.from_gpu);
  // First to the slow peer, then to the other.
  gpu.next = [left = 2u](tlm::tlm_generic_payload& payload) mutable {
    if (left == 0) return false;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(at_gpu(3 - left--, 0));
    payload.set_data_ptr(nullptr);
    payload.set_data_length(128);
    return true;
  };
  std::vector<core::Ticks> at_of_gpu(3);
  gpu.ended = [&](tlm::tlm_generic_payload& payload) {
    at_of_gpu[payload.get_address() >> kGpuShift] = core::now_ticks();
  };
  sc_core::sc_start();
  EXPECT_LT(at_of_gpu[2], sc_core::sc_time(1, sc_core::SC_US).value());
  EXPECT_GT(at_of_gpu[1], sc_core::sc_time(5, sc_core::SC_US).value());
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

TEST(NvlinkPort, ReadsAreTakenWhileTheirResponsesHaveRoom) {
  NvlinkPortParams params;
  params.reads_at_memory = 1;
  test::NvlinkPair pair(still(), 1 << 16, params);
  pair.gpu_a.next = test::stream(tlm::TLM_READ_COMMAND, 1, 128, 20);
  sc_core::sc_start();
  EXPECT_EQ(pair.gpu_a.bytes, 20u * 128);
  EXPECT_GE(pair.gpu_a.last_at, 20 * sc_core::sc_time(100, sc_core::SC_NS).value());
}

TEST(NvlinkPort, RequestsDoNotStandInTheWayOfResponses) {
  // b's memory takes writes slowly: requests to it pile up; a still gets b's reads of a answered.
  Foreign node(Style::kFourPhases, Answer::kLater);
  node.b.route(0, 0);
  test::NvlinkGpu reader("reader");
  test::NvlinkMemory memory("memory", 1 << 16);
  reader.out.bind(node.b.from_gpu);
  node.a.to_memory.bind(memory.in);
  for (unsigned i = 0; i < 2000; ++i) {
    node.initiator.issue(tlm::TLM_WRITE_COMMAND, at_gpu(1, 0), Bytes(256));
  }
  reader.next = test::stream(tlm::TLM_READ_COMMAND, 0, 128, 100);
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_US));
  EXPECT_EQ(reader.bytes, 100u * 128);
  EXPECT_LT(node.b.completer.stats().writes.value(), 250u);  // 10 ns each
}

TEST(NvlinkPort, EnergyIsHalfAPicojouleABit) {
  test::NvlinkPair pair(still());
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 10);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_DOUBLE_EQ(pair.a.link().stats().transfer_energy.picojoules(), 10 * 272 * 8 * 0.5);
  EXPECT_NEAR(pair.a.link().stats().phy_energy.picojoules(), 1.5e6, 1);  // 1.5 W x 1 us
  pair.a.link().work_ended(sc_core::sc_time(400, sc_core::SC_NS).value());
  EXPECT_NEAR(pair.a.link().stats().phy_energy.picojoules(), 0.6e6, 1);
}

TEST(NvlinkPort, RouteOfALinkThatIsNotThere) {
  NvlinkPool pool;
  NvlinkPort port("port", {}, still(), 2, 0, 1, pool);
  EXPECT_THAT(test::error_of([&] { port.route(1, 2); }), HasSubstr("link 0 ... 1"));
  EXPECT_THAT(test::error_of([&] { port.route(0, 0); }), HasSubstr("another GPU"));
}

}  // namespace
}  // namespace gf::hw::nvlink::port_test
