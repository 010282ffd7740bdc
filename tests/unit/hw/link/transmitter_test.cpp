// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/link_death.h hw/link/link_probes.h hw/link/livelock_watch.h
// A transmitter whose rate changes while it runs.
#include <stdexcept>

#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::transmitter_test {
namespace {

using core::Ticks;

constexpr Ticks kNs = 1'000'000;

LinkParams one_ns_a_byte() {
  LinkParams params;
  params.rate = core::ByteRate(1e9);
  params.efficiency = 1;
  params.propagation = sc_core::sc_time(10, sc_core::SC_NS);
  return params;
}

model::CreditLimitTable limits() {
  model::CreditLimitTable limits{};
  limits[0] = {64, 1024};
  return limits;
}

void run_to(Ticks at) { sc_core::sc_start(core::to_time(at - core::now_ticks())); }

TEST(LinkRate, NextPacketHasTheNewRateTheOneUnderWayKeepsItsOwn) {
  test::LinkBench bench(one_ns_a_byte(), limits());
  bench.queue(3, 80);  // 100 B
  run_to(50 * kNs);
  bench.tx.set_rate(core::ByteRate(0.5e9), 3 * kNs);
  EXPECT_EQ(bench.tx.free_at(), 100 * kNs);
  EXPECT_EQ(bench.tx.last_bit_at(), 100 * kNs);
  sc_core::sc_start();
  EXPECT_THAT(bench.sent, ElementsAre(0, 100 * kNs, 300 * kNs));
  EXPECT_EQ(bench.arrivals[0].tail, 110 * kNs);
  EXPECT_EQ(bench.arrivals[1].tail, 313 * kNs);
  EXPECT_EQ(bench.arrivals[1].head, 100 * kNs + (10 + 3 + 40) * kNs);
  EXPECT_EQ(bench.tx.last_bit_at(), 503 * kNs);
  EXPECT_EQ(bench.tx.stats().busy.ticks(), 500 * kNs);
}

TEST(LinkRate, ReplaysHaveTheNewRate) {
  LinkParams params = one_ns_a_byte();
  params.error_packets = {0};
  test::LinkBench bench(params, limits());
  bench.queue(1, 80);
  run_to(50 * kNs);
  bench.tx.set_rate(core::ByteRate(0.5e9), 0);
  sc_core::sc_start();
  const Ticks nak = 110 * kNs + params.ack_latency.value();
  EXPECT_EQ(bench.arrivals[0].tail, nak + 210 * kNs);
}

TEST(LinkRate, BusyLeavesOutWhatIsStillToCome) {
  test::LinkBench bench(one_ns_a_byte(), limits());
  bench.queue(1, 80);
  run_to(30 * kNs);
  EXPECT_EQ(bench.tx.busy_until(core::now_ticks()), 30 * kNs);
  run_to(150 * kNs);
  EXPECT_EQ(bench.tx.busy_until(core::now_ticks()), 100 * kNs);
}

TEST(LinkRate, NeverAboveTheParametersRate) {
  test::LinkBench bench(one_ns_a_byte(), limits());
  EXPECT_THROW(bench.tx.set_rate(core::ByteRate(1.1e9), 0), std::logic_error);
  EXPECT_THROW(bench.tx.set_rate(core::ByteRate(0), 0), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::link::transmitter_test
