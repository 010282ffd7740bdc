// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/peer_server.h"

#include <gmock/gmock.h>

#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/memory_pairs.h"

namespace gf::test::peer_server_test {
namespace {

using hw::gpu::MemoryParams;
using namespace memory_pairs;  // NOLINT: what these tests share

class EveryAnswer : public testing::TestWithParam<AtInitiator::Answer> {};

TEST_P(EveryAnswer, OfForeignInitiatorsReadsWhatItWrote) {
  MemoryParams params = with_bytes();
  params.peer_queue = 2;
  GpuMemoryBench bench(params, 1, 1);
  AtInitiator initiator("initiator", GetParam());
  BaseProtocolChecker checker("checker");
  initiator.socket.bind(checker.in);
  checker.out.bind(bench.memories[0]->from_peers);
  std::vector<AtInitiator::Access*> reads;
  // Any length at any address, lines of their own each.
  for (unsigned i = 0; i < 50; ++i)
    initiator.issue(kWrite, i * 2048 + 13 * i, pattern(1 + i * 37, i));
  sc_core::sc_start();
  for (unsigned i = 0; i < 50; ++i)
    reads.push_back(
        &initiator.issue(kRead, i * 2048 + 13 * i, std::vector<std::uint8_t>(1 + i * 37)));
  sc_core::sc_start();
  EXPECT_TRUE(initiator.idle());
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_EQ(reads[i]->status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(reads[i]->bytes, pattern(1 + i * 37, i)) << i;
  }
  EXPECT_EQ(checker.ended(), 100u);
  EXPECT_EQ(bench.memories[0]->stats().served.value(), 100u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

INSTANTIATE_TEST_SUITE_P(FromPeers, EveryAnswer,
                         testing::Values(AtInitiator::Answer::kLater,
                                         AtInitiator::Answer::kEndRespReturned,
                                         AtInitiator::Answer::kCompleted));

TEST(FromPeers, RefusesWhatIsNotItsOwn) {
  GpuMemoryBench bench(with_bytes(), 1, 1);
  AtInitiator initiator("initiator");
  initiator.socket.bind(bench.memories[0]->from_peers);
  const std::uint64_t end = bench.pages.memory_bytes();
  auto& inside = initiator.issue(kWrite, end - 4, pattern(4, 0));
  auto& beyond = initiator.issue(kWrite, end - 3, pattern(4, 0));
  auto& other = initiator.issue(kRead, 1ull << model::kHomeShift, pattern(4, 0));
  sc_core::sc_start();
  EXPECT_EQ(inside.status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(beyond.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(other.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.memories[0]->stats().refused.value(), 2u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

TEST(FromPeers, SoftwareSeesTheBytesAtOnceOrAfterAnIdleRead) {
  GpuMemoryBench bench(with_bytes(), 1, 1);
  const std::vector<std::uint8_t> data = pattern(300, 3);
  std::vector<std::uint8_t> read(300);
  sc_core::sc_time took;
  LtInitiator initiator("initiator", [&](LtInitiator& self) {
    EXPECT_EQ(self.write(5000, data), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.read(5000, read), tlm::TLM_OK_RESPONSE);
    took = self.took;
    EXPECT_EQ(self.write(1ull << model::kHomeShift, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  initiator.socket.bind(bench.memories[0]->from_peers);
  sc_core::sc_start();
  EXPECT_TRUE(initiator.done);
  EXPECT_EQ(read, data);
  EXPECT_EQ(took, sc_core::sc_time(1 + 20 + 10 + 100 + 30 + 20, sc_core::SC_NS));
}

TEST(FromPeers, AMemoryWithoutContentsMovesNothingByDebug) {
  GpuMemoryBench bench({}, 1, 1);
  AtInitiator initiator("initiator");
  initiator.socket.bind(bench.memories[0]->from_peers);
  tlm::tlm_generic_payload payload;
  std::uint8_t byte = 1;
  payload.set_command(kRead);
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  payload.set_streaming_width(1);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 0u);
}

}  // namespace
}  // namespace gf::test::peer_server_test
