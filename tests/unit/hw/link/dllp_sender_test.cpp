// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/transmitter.h hw/link/receiver.h
// Answers as packets: how many, in what order, and that nothing is lost when they are.
#include <numeric>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "tests/support/dllp_bench.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::dllp_sender_test {
namespace {

using core::Ticks;

constexpr Ticks kNs = 1'000'000;
constexpr std::uint32_t kWire = 276;

LinkParams one_ns_a_byte() {
  LinkParams params;
  params.rate = core::ByteRate(1e9);
  params.efficiency = 1;
  params.propagation = sc_core::sc_time(7, sc_core::SC_NS);
  params.replay_timeout = sc_core::sc_time(20, sc_core::SC_US);
  return params;
}

model::CreditLimitTable limits(std::uint32_t packets = 64) {
  model::CreditLimitTable limits{};
  limits[0] = limits[1] = {packets, 16 * packets};
  return limits;
}

DllpTiming timing(Ticks wait = 1000 * kNs, Ticks delay = 40 * kNs) {
  DllpTiming timing;
  timing.wait = wait;
  timing.delay = delay;
  timing.largest_packet = kWire;
  timing.least[0] = timing.least[1] = {1, 16};
  return timing;
}

void queue(test::LinkBench& direction, unsigned count, model::CreditClass credit_class = 0) {
  direction.queue(count, 256, 20, 16, credit_class);
}

/// Nothing lost, doubled, out of order or left over.
void expect_all(test::LinkBench& direction, unsigned count) {
  std::vector<std::uint32_t> numbers;
  for (const auto& arrival : direction.arrivals) numbers.push_back(arrival.number);
  std::vector<std::uint32_t> expected(count);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(numbers, expected);
  EXPECT_TRUE(direction.tx.idle());
  EXPECT_TRUE(direction.tx.credits().home());
  EXPECT_EQ(direction.rx.held(0).header, 0u);
  EXPECT_EQ(direction.tx.stats().packets.value() + direction.tx.stats().replays.value(),
            direction.rx.stats().packets.value() + direction.rx.stats().corrupted.value() +
                direction.rx.stats().out_of_order.value() +
                direction.rx.stats().duplicates.value());
}

/// What went over the wire is packets and DLLPs.
void expect_wire(const test::LinkBench& direction, const DllpSender& dllps) {
  EXPECT_EQ(direction.tx.stats().wire_bytes.value(),
            kWire * (direction.tx.stats().packets.value() + direction.tx.stats().replays.value()) +
                dllps.stats().wire_bytes.value());
  EXPECT_EQ(dllps.stats().wire_bytes.value(),
            8 * (dllps.stats().acks.value() + dllps.stats().naks.value() +
                 dllps.stats().updates.value()));
}

TEST(DllpSender, AnAckCoversAllThatCameWhileItWaited) {
  test::DllpBench bench(one_ns_a_byte(), one_ns_a_byte(), limits(), timing());
  queue(bench.there, 20);
  sc_core::sc_start();
  expect_all(bench.there, 20);
  // Last bits at 283 + 276 i ns. An ACK 1000 ns after the first one of each four.
  EXPECT_EQ(bench.far.stats().acks.value(), 5u);
  EXPECT_EQ(bench.far.stats().updates.value(), 5u);
  EXPECT_EQ(bench.far.stats().naks.value(), 0u);
  EXPECT_EQ(bench.near.stats().wire_bytes.value(), 0u) << "nothing came back to be answered";
  expect_wire(bench.back, bench.far);
}

TEST(DllpSender, WithoutAWaitEachPacketHasItsOwn) {
  test::DllpBench bench(one_ns_a_byte(), one_ns_a_byte(), limits(), timing(1 * kNs, 1 * kNs));
  queue(bench.there, 20);
  sc_core::sc_start();
  expect_all(bench.there, 20);
  EXPECT_EQ(bench.far.stats().acks.value(), 20u);
  EXPECT_EQ(bench.far.stats().updates.value(), 20u);
}

TEST(DllpSender, ClassesAreUpdatedApartAndAcknowledgedTogether) {
  test::DllpBench bench(one_ns_a_byte(), one_ns_a_byte(), limits(), timing());
  queue(bench.there, 2, 0);
  queue(bench.there, 2, 1);
  sc_core::sc_start();
  expect_all(bench.there, 4);
  EXPECT_EQ(bench.far.stats().acks.value(), 1u);
  EXPECT_EQ(bench.far.stats().updates.value(), 2u);
}

TEST(DllpSender, ASenderOutOfCreditIsNotKeptWaiting) {
  test::DllpBench patient(one_ns_a_byte(), one_ns_a_byte(), limits(1), timing());
  queue(patient.there, 3);
  sc_core::sc_start();
  expect_all(patient.there, 3);
  // Place freed at the last bit, 40 ns until it is told, 8 B, and the way: 55 ns behind it.
  EXPECT_THAT(patient.there.sent, testing::ElementsAre(0, 338 * kNs, 676 * kNs));
  EXPECT_EQ(patient.far.stats().updates.value(), 3u);
}

TEST(DllpSender, BothWaysAtOnceShareEachDirection) {
  test::DllpBench bench(one_ns_a_byte(), one_ns_a_byte(), limits(), timing());
  queue(bench.there, 100);
  queue(bench.back, 100);
  sc_core::sc_start();
  expect_all(bench.there, 100);
  expect_all(bench.back, 100);
  expect_wire(bench.back, bench.far);
  expect_wire(bench.there, bench.near);
  EXPECT_GE(bench.there.arrivals.back().tail,
            (100 * kWire + 8 * (bench.near.stats().acks.value() - 1)) * kNs);
}

TEST(DllpSender, ANakAsksForWhatWasDamagedAndAcknowledgesAllBeforeIt) {
  LinkParams there = one_ns_a_byte();
  there.error_packets = {2};
  test::DllpBench bench(there, one_ns_a_byte(), limits(), timing());
  queue(bench.there, 6);
  sc_core::sc_start();
  expect_all(bench.there, 6);
  EXPECT_EQ(bench.far.stats().naks.value(), 1u);
  EXPECT_EQ(bench.there.tx.stats().naks.value(), 1u);
  EXPECT_EQ(bench.there.tx.stats().timeouts.value(), 0u);
  // Its last bit was there at 835 ns: NAK after 40 ns, 8 B, the way, behind packet 3 at 1104 ns.
  EXPECT_EQ(bench.there.tx.stats().replays.value(), 2u);
  EXPECT_EQ(bench.there.arrivals[2].tail, (1104 + kWire + 7) * kNs);
}

TEST(DllpSender, LostNaksAndAcksAreMadeUpForByTheTimer) {
  LinkParams there = one_ns_a_byte();
  there.packet_error_rate = 0.2;
  LinkParams back = one_ns_a_byte();
  back.answer_error_rate = 0.5;
  test::DllpBench bench(there, back, limits(), timing());
  queue(bench.there, 300);
  sc_core::sc_start();
  expect_all(bench.there, 300);
  EXPECT_GT(bench.far.stats().lost.value(), 0u);
  EXPECT_GT(bench.there.tx.stats().timeouts.value(), 0u);
  EXPECT_GT(bench.there.rx.stats().duplicates.value(), 0u);
  EXPECT_THAT(core::pending_waits(), IsEmpty());
}

TEST(DllpSender, ALostUpdateComesAgainWithTheNextOne) {
  LinkParams back = one_ns_a_byte();
  back.bit_error_rate = 0.005;  // spoils a third of the DLLPs
  test::DllpBench bench(one_ns_a_byte(), back, limits(1), timing(1 * kNs, 1 * kNs));
  queue(bench.there, 50);
  sc_core::sc_start();
  expect_all(bench.there, 50);
  EXPECT_GT(bench.far.stats().lost.value(), 5u);
  EXPECT_GT(core::now_ticks(), DllpSender::kRepeat) << "the only credit was lost, and told again";
}

class RandomDllpErrors : public testing::TestWithParam<int> {};

TEST_P(RandomDllpErrors, BothWaysNothingIsLost) {
  LinkParams both = one_ns_a_byte();
  both.packet_error_rate = 0.1;
  both.answer_error_rate = 0.1;
  both.bit_error_rate = 1e-5;
  both.replay_buffer = core::Bytes(GetParam() % 2 == 0 ? 600 : 16384);
  test::DllpBench bench(both, both, limits(GetParam() % 3 == 0 ? 2 : 16), timing(),
                        static_cast<std::uint64_t>(GetParam()));
  queue(bench.there, 300);
  queue(bench.back, 200);
  sc_core::sc_start();
  expect_all(bench.there, 300);
  expect_all(bench.back, 200);
  expect_wire(bench.back, bench.far);
  EXPECT_THAT(core::pending_waits(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDllpErrors, testing::Range(1, 13));

TEST(DllpSender, OverADeadWayBackTheSenderGivesUp) {
  LinkParams back = one_ns_a_byte();
  back.fails_at = sc_core::sc_time(600, sc_core::SC_NS);
  test::DllpBench bench(one_ns_a_byte(), back, limits(), timing());
  queue(bench.there, 6);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  EXPECT_THAT(report.explanation, HasSubstr("there.tx"));
  EXPECT_EQ(bench.far.stats().lost.value(),
            bench.far.stats().acks.value() + bench.far.stats().updates.value());
}

TEST(DllpSender, TheTimerMustOutlastTheWait) {
  LinkParams there = one_ns_a_byte();
  there.replay_timeout = sc_core::sc_time(1300, sc_core::SC_NS);
  const std::string error =
      test::error_of([&] { test::DllpBench(there, one_ns_a_byte(), limits(), timing()); });
  EXPECT_THAT(error, testing::AllOf(HasSubstr("there.tx"), HasSubstr("replay_timeout"),
                                    HasSubstr("dllp_wait")));
}

TEST(DllpSender, NobodyWaitsForTheReplayTimerOfWhatIsAcknowledged) {
  test::DllpBench bench(one_ns_a_byte(), one_ns_a_byte(), limits(), timing());
  queue(bench.there, 1);
  sc_core::sc_start();
  EXPECT_EQ(core::now_ticks(), (283 + 1000 + 8 + 8 + 7) * kNs) << "its credit is home";
}

}  // namespace
}  // namespace gf::hw::link::dllp_sender_test
