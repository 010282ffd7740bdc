// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/transmitter.h hw/link/replay_buffer.h hw/link/error_injector.h
// An error costs time, never data: every packet arrives once and in order, and the two ends of the
// link agree on what happened.
#include <ostream>
#include <stdexcept>

#include "core/time/watchdog.h"
#include "tests/support/errors.h"
#include "tests/support/link_bench.h"
#include "tests/support/link_error_runs.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::link_errors_test {
namespace {

using namespace link_error_runs;  // NOLINT: what these tests share

TEST(LinkErrors, NoErrorNoReplay) {
  test::LinkBench bench(LinkParams{}, limits());
  run_and_check(bench, 500);
  EXPECT_EQ(bench.tx.stats().replays.value(), 0u);
  EXPECT_EQ(bench.tx.stats().replaying.value(), sc_core::SC_ZERO_TIME);
}

TEST(LinkErrors, FirstPacketListed) {
  LinkParams params;
  params.error_packets = {0};
  test::LinkBench bench(params, limits());
  run_and_check(bench, 100);
  EXPECT_EQ(bench.tx.stats().naks.value(), 1u);
  EXPECT_EQ(bench.rx.stats().corrupted.value(), 1u);
  EXPECT_GT(bench.tx.stats().replaying.value(), sc_core::SC_ZERO_TIME);
}

TEST(LinkErrors, LastPacketListedIsTheOnlyOneSentAgain) {
  LinkParams params;
  params.error_packets = {99};
  test::LinkBench bench(params, limits());
  run_and_check(bench, 100);
  EXPECT_EQ(bench.tx.stats().replays.value(), 1u);
}

TEST(LinkErrors, TwoInARowNeedOneNak) {
  LinkParams params;
  params.error_packets = {50, 51};
  test::LinkBench bench(params, limits());
  run_and_check(bench, 100);
  EXPECT_EQ(bench.rx.stats().corrupted.value(), 2u);
  EXPECT_EQ(bench.tx.stats().naks.value(), 1u);
}

TEST(LinkErrors, SamePacketTwiceAndThrice) {
  LinkParams params;
  params.error_packets = {0, 1, 2};  // a lone packet: its transmissions follow one another
  test::LinkBench bench(params, limits());
  run_and_check(bench, 1);
  EXPECT_EQ(bench.tx.stats().replays.value(), 3u);
  // One NAK until the right packet comes [P1 3.5.3.1]: the next two errors cost the timeout.
  EXPECT_EQ(bench.tx.stats().naks.value(), 1u);
  EXPECT_EQ(bench.tx.stats().timeouts.value(), 2u);
}

TEST(LinkErrors, ErrorsCostTime) {
  LinkParams params;
  params.error_packets = {30, 60};
  test::LinkBench bench(params, limits());
  run_and_check(bench, 100);
  const core::Ticks clean = 100 * (bench.sent[1] - bench.sent[0]);
  EXPECT_GT(bench.arrivals.back().tail, clean + params.ack_latency.value());
}

struct Rates {
  double packet;
  double answer;
  double bit;
};
void PrintTo(const Rates& rates, std::ostream* out) {
  *out << "packet " << rates.packet << ", answer " << rates.answer << ", bit " << rates.bit;
}
class RandomLinkErrors : public testing::TestWithParam<std::tuple<Rates, int>> {};

TEST_P(RandomLinkErrors, NothingIsLostDoubledOrReordered) {
  const auto& [rates, seed] = GetParam();
  LinkParams params;
  params.packet_error_rate = rates.packet;
  params.answer_error_rate = rates.answer;
  params.bit_error_rate = rates.bit;
  test::LinkBench bench(params, limits(), static_cast<std::uint64_t>(seed));
  run_and_check(bench, 1500);
}

INSTANTIATE_TEST_SUITE_P(Rates, RandomLinkErrors,
                         testing::Combine(testing::Values(Rates{1e-3, 0, 0}, Rates{1e-1, 0, 0},
                                                          Rates{0.5, 0, 0}, Rates{0, 1e-2, 0},
                                                          Rates{0, 0.5, 0}, Rates{0.1, 0.1, 0},
                                                          Rates{0.5, 0.5, 0}, Rates{0, 0, 1e-5},
                                                          Rates{1e-2, 1e-2, 1e-4}),
                                          testing::Range(1, 4)));

/// Short bursts: the end of each is where an error finds nothing behind it that would tell.
class ErrorsAtTheEnd : public testing::TestWithParam<int> {};

TEST_P(ErrorsAtTheEnd, ShortBurstsDrainToo) {
  LinkParams params;
  params.packet_error_rate = 0.4;
  params.answer_error_rate = 0.4;
  test::LinkBench bench(params, limits(), static_cast<std::uint64_t>(GetParam()));
  run_and_check(bench, 3);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ErrorsAtTheEnd, testing::Range(1, 41));

TEST(LinkErrors, SlowAnswersFillTheReplayBuffer) {
  LinkParams peer;
  peer.ack_latency = sc_core::sc_time(1900, sc_core::SC_NS);
  test::LinkBench bench(LinkParams{}, peer, limits(), 1);
  run_and_check(bench, 300);
  // 16 KiB a round trip of 1.9 us and more, and five buffers full to send.
  EXPECT_GT(bench.arrivals.back().tail, 4 * peer.ack_latency.value());
}

TEST(LinkErrors, TimerMustOutlastTheAnswerOfThePeer) {
  LinkParams peer;
  peer.ack_latency = sc_core::sc_time(3, sc_core::SC_US);
  peer.replay_timeout = sc_core::sc_time(9, sc_core::SC_US);
  EXPECT_THAT(test::error_of([&] { test::LinkBench(LinkParams{}, peer, limits(), 1); }),
              testing::AllOf(testing::HasSubstr("bench.tx"), testing::HasSubstr("replay_timeout")));
}

TEST(LinkErrors, RetrainingIsNotModelled) {
  // A real link retrains after four replays of one packet; this one keeps on (LINK-1).
  LinkParams params;
  for (unsigned i = 0; i < 20; ++i) params.error_packets.push_back(i);
  test::LinkBench bench(params, limits());
  run_and_check(bench, 1);
  EXPECT_EQ(bench.tx.stats().replays.value(), 20u);
}

TEST(LinkErrors, NothingGettingThroughIsALivelock) {
  LinkParams params;
  params.bit_error_rate = 0.01;  // of 276 B one in four billion arrives
  test::LinkBench bench(params, limits());
  bench.queue(3, 256, 20, 16);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kLivelock);
  EXPECT_THAT(
      report.explanation,
      AllOf(StartsWith("livelock: bench.tx: 1000 consecutive replays delivered no packet to "),
            HasSubstr("276 B gets through once in 4.34e+09 tries"),
            HasSubstr("bit_error_rate = 0.01"), HasSubstr("packets sent again")));
  EXPECT_EQ(bench.rx.stats().packets.value(), 0u);
}

TEST(LinkErrors, NextToNothingGettingThroughIsOneToo) {
  LinkParams params;
  params.bit_error_rate = 0.01;  // of 64 B one in 170 arrives, and all behind it wait
  model::CreditLimitTable wide{};
  wide[0] = {1000, 16000};
  test::LinkBench bench(params, wide);
  bench.queue(100'000, 44, 20, 3);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kLivelock);
  EXPECT_THAT(report.explanation,
              AllOf(StartsWith("livelock: bench.tx: next to nothing gets through to "),
                    HasSubstr("bit_error_rate = 0.01"), HasSubstr("lower the error rates")));
  EXPECT_GT(bench.rx.stats().packets.value(), 0u);
}

TEST(LinkErrors, TheWorstLegalRatesAreNone) {
  LinkParams params;
  params.packet_error_rate = 0.9;
  LinkParams peer;
  peer.answer_error_rate = 0.9;
  test::LinkBench bench(params, peer, limits(), 1);
  bench.queue(500, 256, 20, 16);
  EXPECT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  EXPECT_EQ(bench.rx.stats().packets.value(), 500u);
}

TEST(Link, ConsumerThatNeverFreesStopsTheSender) {
  test::LinkBench bench(LinkParams{}, limits());
  bench.hold = core::kNever;
  bench.queue(100, 256, 20, 16);
  sc_core::sc_start();
  EXPECT_EQ(bench.arrivals.size(), kCredits);
  EXPECT_EQ(bench.waiting(), 100u - kCredits);
  EXPECT_EQ(bench.rx.held(0).data, 16u * kCredits);
  EXPECT_FALSE(bench.tx.idle());
}

TEST(Link, SendingWithoutCreditIsABug) {
  test::LinkBench bench(LinkParams{}, limits());
  bench.hold = core::kNever;
  bench.queue(kCredits, 256, 20, 16);
  sc_core::sc_start();
  model::Packet packet;
  packet.cost = {1, 16};
  EXPECT_THROW(bench.tx.send(packet), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::link::link_errors_test
