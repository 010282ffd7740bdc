// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/dllp_sender.h hw/link/transmitter.h hw/link/receiver.h
// Both sides of every edge of a packet, its ACK and its credit update, at two settings.
#include <gmock/gmock.h>

#include "tests/support/dllp_bench.h"

namespace gf::hw::link::dllp_timing_test {
namespace {

using core::Ticks;
using sc_core::sc_time;

constexpr std::uint32_t kPayload = 256;
constexpr std::uint32_t kOverhead = 20;
constexpr std::uint16_t kCredits = 64;

LinkParams slow() {
  LinkParams params;
  params.rate = core::ByteRate(2e9);
  params.efficiency = 0.5;  // 1 ns a byte
  params.propagation = sc_time(7, sc_core::SC_NS);
  params.replay_timeout = sc_time(9, sc_core::SC_US);
  return params;
}

class DllpTimingTest : public testing::TestWithParam<bool> {
 protected:
  DllpTimingTest() {
    limits_[0] = {kCredits, 16 * kCredits};
    timing_.wait = (GetParam() ? 300 : 168) * 1'000'000;
    timing_.delay = (GetParam() ? 41 : 115) * 1'000'000;
    timing_.largest_packet = kPayload + kOverhead;
    timing_.least[0] = {1, 16};
  }
  [[nodiscard]] Ticks span(std::uint32_t bytes) const {
    return static_cast<Ticks>(
        bytes * (1.0 / (params_.rate.bytes_per_second() * params_.efficiency) / 1e-15) + 0.5);
  }
  [[nodiscard]] Ticks full() const { return span(kPayload + kOverhead); }
  [[nodiscard]] Ticks propagation() const { return params_.propagation.value(); }
  [[nodiscard]] Ticks dllp() const { return span(8); }
  static void run_to(Ticks at) { sc_core::sc_start(core::to_time(at - core::now_ticks())); }
  /// All credits of the way there are at the sender, or would be with those on their way.
  static bool all_credits(test::DllpBench& bench) {
    return bench.there.tx.credits().covers(0, {kCredits, 16 * kCredits}, core::now_ticks());
  }

  LinkParams params_ = GetParam() ? slow() : LinkParams{};
  model::CreditLimitTable limits_{};
  DllpTiming timing_;
};

TEST_P(DllpTimingTest, AckIsThereAWaitASpanAndTheWayAfterTheLastBit) {
  params_.replay_buffer = core::Bytes(kPayload + kOverhead);  // the second packet waits for it
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.queue(2, kPayload, kOverhead, 16);
  const Ticks tail = full() + propagation();
  const Ticks ack = tail + timing_.wait + dllp() + propagation();
  run_to(ack - 1);
  EXPECT_EQ(bench.there.sent.size(), 1u);
  run_to(ack);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THAT(bench.there.sent, testing::ElementsAre(0, ack));
}

TEST_P(DllpTimingTest, UpdateIsThereAWaitASpanAndTheWayAfterThePlaceIsFree) {
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.hold = 33'000'000;
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks update =
      full() + propagation() + bench.there.hold + timing_.wait + dllp() + propagation();
  run_to(update - 1);
  EXPECT_FALSE(all_credits(bench));
  run_to(update);
  EXPECT_TRUE(all_credits(bench));
}

TEST_P(DllpTimingTest, APromptUpdateIsThereASpanAndTheWayAfterThePlaceIsFree) {
  timing_.prompt_updates = true;
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.hold = 33'000'000;
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks update = full() + propagation() + bench.there.hold + dllp() + propagation();
  run_to(update - 1);
  EXPECT_FALSE(all_credits(bench));
  run_to(update);
  EXPECT_TRUE(all_credits(bench));
}

TEST_P(DllpTimingTest, AckAndUpdateThatAreDueTogetherFollowOneAnother) {
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks both = full() + propagation() + timing_.wait;
  run_to(both);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.far.stats().acks.value(), 1u);
  const Ticks update = both + 2 * dllp() + propagation();
  run_to(update - 1);
  EXPECT_FALSE(all_credits(bench));
  run_to(update);
  EXPECT_TRUE(all_credits(bench));
  EXPECT_EQ(bench.back.tx.stats().busy.ticks(), 2 * dllp());
}

TEST_P(DllpTimingTest, WhereTheSenderHasNoCreditTheUpdateTakesTheDelayAlone) {
  limits_[0] = {1, 16};
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.queue(2, kPayload, kOverhead, 16);
  const Ticks second = full() + propagation() + timing_.delay + dllp() + propagation();
  run_to(second - 1);
  EXPECT_EQ(bench.there.sent.size(), 1u);
  run_to(second);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THAT(bench.there.sent, testing::ElementsAre(0, second));
}

TEST_P(DllpTimingTest, NakStartsTheReplayADelayASpanAndTheWayAfterTheLastBit) {
  LinkParams damaged = params_;
  damaged.error_packets = {0};
  test::DllpBench bench(damaged, params_, limits_, timing_);
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks nak = full() + propagation() + timing_.delay + dllp() + propagation();
  run_to(nak - 1);
  EXPECT_EQ(bench.there.tx.stats().replays.value(), 0u);
  run_to(nak);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.there.tx.stats().replays.value(), 1u);
}

TEST_P(DllpTimingTest, ADllpLeavesBehindThePacketUnderWayAndBeforeTheNext) {
  params_.replay_buffer = core::Bytes(1 << 20);
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks due = full() + propagation() + timing_.wait;
  const Ticks start = due - full() / 2;  // of a packet on the way back, when the ACK is due
  run_to(start);
  bench.back.queue(2, kPayload, kOverhead, 16);
  sc_core::sc_start(core::to_time(4 * full()));
  // ACK and update are due while the first packet is on the wire.
  EXPECT_THAT(bench.back.sent, testing::ElementsAre(start, start + full() + 2 * dllp()));
}

TEST_P(DllpTimingTest, ADllpThatIsDueAsAPacketBecomesReadyGoesFirst) {
  test::DllpBench bench(params_, params_, limits_, timing_);
  bench.there.queue(1, kPayload, kOverhead, 16);
  const Ticks due = full() + propagation() + timing_.wait;
  run_to(due - 1);
  sc_core::sc_start(sc_core::sc_time::from_value(1));
  bench.back.queue(1, kPayload, kOverhead, 16);
  sc_core::sc_start(core::to_time(4 * full()));
  EXPECT_THAT(bench.back.sent, testing::ElementsAre(due + 2 * dllp()));
}

INSTANTIATE_TEST_SUITE_P(Settings, DllpTimingTest, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "OneNanosecondAByte" : "Defaults");
});

}  // namespace
}  // namespace gf::hw::link::dllp_timing_test
