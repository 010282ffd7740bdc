// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/completer.h"

#include "core/time/quiescence.h"
#include "hw/nvlink/end/nvlink_port.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_accesses.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::completer_test {
namespace {

using namespace nvlink_accesses;  // NOLINT: what these tests share
using test::at_gpu;

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

}  // namespace
}  // namespace gf::hw::nvlink::completer_test
