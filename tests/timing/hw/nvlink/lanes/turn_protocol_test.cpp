// SPDX-License-Identifier: Apache-2.0
// The timeline of a turn, to the tick, and the hops of a packet.
#include "hw/nvlink/lanes/turn_protocol.h"

#include <gmock/gmock.h>

#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::turn_protocol_test {
namespace {

using core::Ticks;
using sc_core::SC_NS;
using sc_core::sc_time;

NvlinkParams params_of(bool other) {
  NvlinkParams params;
  params.policy = "static";
  if (!other) return params;
  params.lanes = 12;
  params.lane_rate = core::gigabytes_per_second(4);
  params.switch_time = sc_time(250, SC_NS);
  params.wire.propagation = sc_time(3, SC_NS);
  return params;
}

class TurnTiming : public testing::TestWithParam<bool> {
 protected:
  const NvlinkParams params_ = params_of(GetParam());
  const Ticks flit_ = params_.lane_rate.time_for(kFlitBytes).value();
  const Ticks wire_ = params_.wire.propagation.value();
  const Ticks switch_ = params_.switch_time.value();
  const unsigned half_ = params_.lanes / 2;

  static void run_to(Ticks at) {
    sc_core::sc_start(core::to_time(at - core::now_ticks()));
    for (int i = 0; i < 4; ++i) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  /// A flit alone holds the direction of n lanes for T / n.
  [[nodiscard]] Ticks one_flit(unsigned n) const {
    return static_cast<Ticks>(static_cast<double>(flit_) / n + 0.5);
  }
};

TEST_P(TurnTiming, TakingALane) {
  test::NvlinkPair pair(params_);
  run_to(1'000'000);
  const Ticks start = core::now_ticks();
  LinkEnd& a = pair.a.link();
  LinkEnd& b = pair.b.link();
  ASSERT_TRUE(a.turns.ask(1u << half_, true));
  const Ticks heard = start + flit_ + wire_;  // one flit, whatever the number of lanes
  run_to(heard - 1);
  EXPECT_EQ(b.turns.state(), TurnProtocol::State::kRest);
  run_to(heard);
  EXPECT_EQ(b.turns.state(), TurnProtocol::State::kTurning);  // nothing to drain
  EXPECT_EQ(lane_count(b.lanes.out()), half_ - 1);
  // `done` stands behind `granted` on the lanes that are left.
  const Ticks done = heard + one_flit(half_ - 1) + flit_ + wire_;
  run_to(done - 2);
  EXPECT_EQ(a.turns.state(), TurnProtocol::State::kAwaitDone);
  run_to(done + 1);
  EXPECT_EQ(a.turns.state(), TurnProtocol::State::kTurning);
  run_to(heard + switch_);
  EXPECT_EQ(b.turns.state(), TurnProtocol::State::kRest);
  run_to(done + switch_ - 2);
  EXPECT_EQ(lane_count(a.lanes.out()), half_);
  run_to(done + switch_ + 1);
  EXPECT_EQ(lane_count(a.lanes.out()), half_ + 1);
}

TEST_P(TurnTiming, GivingALane) {
  test::NvlinkPair pair(params_);
  run_to(1'000'000);
  const Ticks start = core::now_ticks();
  LinkEnd& a = pair.a.link();
  LinkEnd& b = pair.b.link();
  ASSERT_TRUE(a.turns.ask(1, false));
  const Ticks way = flit_ + wire_;
  run_to(start + 2 * way - 2);
  EXPECT_EQ(a.turns.state(), TurnProtocol::State::kAsked);
  run_to(start + 2 * way + 1);
  EXPECT_EQ(a.turns.state(), TurnProtocol::State::kTurning);
  EXPECT_EQ(lane_count(a.lanes.out()), half_ - 1);
  run_to(start + 3 * way + switch_ - 2);
  EXPECT_EQ(lane_count(b.lanes.out()), half_);
  run_to(start + 3 * way + switch_ + 1);
  EXPECT_EQ(lane_count(b.lanes.out()), half_ + 1);
  EXPECT_TRUE(a.turns.idle() && b.turns.idle());
}

TEST_P(TurnTiming, LostRequestCostsAReplay) {
  NvlinkParams params = params_;
  params.wire.error_packets = {0};  // of each end: the request, and the grant
  test::NvlinkPair pair(params);
  run_to(1'000'000);
  const Ticks start = core::now_ticks();
  ASSERT_TRUE(pair.a.link().turns.ask(1, false));
  const Ticks nak = params.wire.ack_latency.value();
  const Ticks way = flit_ + wire_;
  const Ticks turned = start + 3 * way + 2 * (way + nak) + switch_;
  run_to(turned - 4);
  EXPECT_EQ(lane_count(pair.b.link().lanes.out()), half_);
  run_to(turned + 4);
  EXPECT_EQ(lane_count(pair.b.link().lanes.out()), half_ + 1);
  EXPECT_EQ(pair.a.link().tx.stats().replays.value(), 1u);
  EXPECT_EQ(pair.b.link().tx.stats().replays.value(), 1u);
}

TEST_P(TurnTiming, AReadIsTheSumOfItsHops) {
  const sc_time memory(100, SC_NS);
  const NvlinkPortParams port;
  test::NvlinkPair pair(params_, 4096, port);
  pair.gpu_a.next = test::stream(tlm::TLM_READ_COMMAND, 1, 128, 1);
  sc_core::sc_start();
  const Ticks request = port.send_latency.value() + flit_ + wire_ + port.receive_latency.value();
  // 9 flits on the lanes: the last begins 8 / n flit times after the first.
  const Ticks data = 8 * flit_ / half_ + flit_ + wire_ + port.receive_latency.value();
  EXPECT_NEAR(static_cast<double>(pair.gpu_a.last_at),
              static_cast<double>(request + memory.value() + data), 4.0);
}

TEST_P(TurnTiming, AWriteIsKnownWriteAnswerLatencyAfterMemoryHasIt) {
  const NvlinkPortParams port;
  test::NvlinkPair pair(params_, 4096, port);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, 1);
  sc_core::sc_start();
  const Ticks there = port.send_latency.value() + 8 * flit_ / half_ + flit_ + wire_ +
                      port.receive_latency.value() + sc_time(100, SC_NS).value();
  EXPECT_NEAR(static_cast<double>(pair.gpu_a.last_at),
              static_cast<double>(there + port.write_answer_latency.value()), 4.0);
}

INSTANTIATE_TEST_SUITE_P(Settings, TurnTiming, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "TwelveSlowLanes" : "Defaults");
});

}  // namespace
}  // namespace gf::hw::nvlink::turn_protocol_test
