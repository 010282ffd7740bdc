// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/replay_buffer.h tlm_models/link/protocol.h tlm_models/link/credits.h
// Both sides of every edge of a link, at two settings.
#include <gmock/gmock.h>

#include "tests/support/link_bench.h"

namespace gf::hw::link::transmitter_test {
namespace {

using core::Ticks;
using sc_core::sc_time;

constexpr std::uint32_t kPayload = 256;
constexpr std::uint32_t kOverhead = 20;

LinkParams slow() {
  LinkParams params;
  params.rate = core::ByteRate(2e9);
  params.efficiency = 0.5;  // 1 ns a byte
  params.propagation = sc_time(7, sc_core::SC_NS);
  params.credit_latency = sc_time(60, sc_core::SC_NS);
  params.ack_latency = sc_time(40, sc_core::SC_NS);
  params.replay_timeout = sc_time(900, sc_core::SC_NS);
  return params;
}

class LinkTiming : public testing::TestWithParam<bool> {
 protected:
  LinkParams params_ = GetParam() ? slow() : LinkParams{};
  model::CreditLimitTable limits_ = [] {
    model::CreditLimitTable limits{};
    limits[0] = {64, 4096};
    return limits;
  }();

  [[nodiscard]] Ticks span(std::uint32_t bytes) const {
    return static_cast<Ticks>(
        bytes * (1.0 / (params_.rate.bytes_per_second() * params_.efficiency) / 1e-15) + 0.5);
  }
  [[nodiscard]] Ticks full() const { return span(kPayload + kOverhead); }
  [[nodiscard]] Ticks propagation() const { return params_.propagation.value(); }
  static void run_to(Ticks at) { sc_core::sc_start(core::to_time(at - core::now_ticks())); }
};

TEST_P(LinkTiming, LastBitIsSerializationAndPropagationLater) {
  test::LinkBench bench(params_, limits_);
  bench.queue(1, kPayload);
  sc_core::sc_start();
  ASSERT_EQ(bench.arrivals.size(), 1u);
  EXPECT_EQ(bench.arrivals[0].tail, full() + propagation());
  const double header = kOverhead * double(full()) / (kPayload + kOverhead);
  EXPECT_NEAR(double(bench.arrivals[0].head), double(propagation()) + header, 2.0);
}

TEST_P(LinkTiming, NextPacketLeavesWhenTheLastBitOfTheFirstHas) {
  test::LinkBench bench(params_, limits_);
  bench.queue(3, kPayload);
  run_to(full() - 1);
  EXPECT_EQ(bench.sent.size(), 1u);
  run_to(full());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.sent.size(), 2u);
  sc_core::sc_start();
  EXPECT_THAT(bench.sent, testing::ElementsAre(0, full(), 2 * full()));
  EXPECT_EQ(bench.tx.stats().busy.value().value(), 3 * full());
}

TEST_P(LinkTiming, CreditIsBackItsLatencyAfterThePlaceIsFreed) {
  limits_[0] = {1, 16};
  test::LinkBench bench(params_, limits_);
  bench.hold = sc_time(33, sc_core::SC_NS).value();
  bench.queue(2, kPayload, kOverhead, 16);
  const Ticks back = full() + propagation() + bench.hold + params_.credit_latency.value();
  run_to(back - 1);
  EXPECT_EQ(bench.sent.size(), 1u);
  EXPECT_FALSE(bench.tx.credits().covers(0, {1, 16}, core::now_ticks()));
  run_to(back);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THAT(bench.sent, testing::ElementsAre(0, back));
}

TEST_P(LinkTiming, AcknowledgementFreesTheReplayBuffer) {
  params_.replay_buffer = core::Bytes(kPayload + kOverhead);  // one packet at a time
  test::LinkBench bench(params_, limits_);
  bench.queue(2, kPayload);
  const Ticks acknowledged = full() + propagation() + params_.ack_latency.value();
  run_to(acknowledged - 1);
  EXPECT_EQ(bench.sent.size(), 1u);
  run_to(acknowledged);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THAT(bench.sent, testing::ElementsAre(0, acknowledged));
}

TEST_P(LinkTiming, NakStartsTheReplayItsLatencyAfterTheLastBit) {
  params_.error_packets = {0};
  test::LinkBench bench(params_, limits_);
  bench.queue(1, kPayload);
  const Ticks nak = full() + propagation() + params_.ack_latency.value();
  run_to(nak - 1);
  EXPECT_EQ(bench.tx.stats().replays.value(), 0u);
  run_to(nak);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.tx.stats().replays.value(), 1u);
  sc_core::sc_start();
  ASSERT_EQ(bench.arrivals.size(), 1u);
  EXPECT_EQ(bench.arrivals[0].tail, nak + full() + propagation());
  EXPECT_EQ(bench.tx.stats().replaying.value().value(), full());
}

TEST_P(LinkTiming, WithoutAnAnswerTheTimerStartsTheReplay) {
  params_.error_packets = {0};
  params_.answer_error_rate = 0.6;
  // A seed whose first answer is lost and whose second is not.
  std::uint64_t seed = 0;
  for (bool found = false; !found;) {
    ErrorInjector answers(params_, ++seed, "bench.rx");
    found = answers.loses_answer() && !answers.loses_answer();
  }
  test::LinkBench bench(params_, limits_, seed);
  bench.queue(1, kPayload);
  const Ticks expiry = full() + params_.replay_timeout.value();
  run_to(expiry - 1);
  EXPECT_EQ(bench.tx.stats().timeouts.value(), 0u);
  run_to(expiry);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.tx.stats().timeouts.value(), 1u);
  sc_core::sc_start();
  ASSERT_EQ(bench.arrivals.size(), 1u);
  EXPECT_EQ(bench.arrivals[0].tail, expiry + full() + propagation());
}

INSTANTIATE_TEST_SUITE_P(Settings, LinkTiming, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "OneNanosecondAByte" : "Defaults");
});

}  // namespace
}  // namespace gf::hw::link::transmitter_test
