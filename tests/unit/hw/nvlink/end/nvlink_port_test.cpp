// SPDX-License-Identifier: Apache-2.0
// A GPU's port at its TLM sockets: foreign initiators and targets, errors, bytes.
#include "hw/nvlink/end/nvlink_port.h"

#include "core/time/quiescence.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/errors.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_accesses.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/set_access.h"

namespace gf::hw::nvlink::nvlink_port_test {
namespace {

using namespace nvlink_accesses;  // NOLINT: what these tests share
using test::at_gpu;
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
    test::set_access(payload, tlm::TLM_WRITE_COMMAND, at_gpu(3 - left--, 0), nullptr, 128);
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

TEST(NvlinkPort, RouteOfALinkThatIsNotThere) {
  NvlinkPool pool;
  NvlinkPort port("port", {}, still(), 2, 0, 1, pool);
  EXPECT_THAT(test::error_of([&] { port.route(1, 2); }), HasSubstr("link 0 ... 1"));
  EXPECT_THAT(test::error_of([&] { port.route(0, 0); }), HasSubstr("another GPU"));
}

}  // namespace
}  // namespace gf::hw::nvlink::nvlink_port_test
