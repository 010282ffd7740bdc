// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "core/time/quiescence.h"
#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::link_error_runs {

inline constexpr std::uint16_t kCredits = 32;

inline model::CreditLimitTable limits() {
  model::CreditLimitTable limits{};
  limits[0] = {kCredits, 16 * kCredits};
  return limits;
}

/// Sends `count` packets to the end and checks that nothing was lost, doubled or left over.
inline void run_and_check(test::LinkBench& bench, unsigned count) {
  bench.queue(count, 256, 20, 16);
  sc_core::sc_start();
  std::vector<std::uint32_t> numbers;
  for (const auto& arrival : bench.arrivals) numbers.push_back(arrival.number);
  std::vector<std::uint32_t> expected(count);
  std::iota(expected.begin(), expected.end(), 0u);
  ASSERT_EQ(numbers, expected);
  for (std::size_t i = 1; i < bench.arrivals.size(); ++i) {
    ASSERT_GT(bench.arrivals[i].tail, bench.arrivals[i - 1].tail);
  }
  const Transmitter::Stats& tx = bench.tx.stats();
  const Receiver::Stats& rx = bench.rx.stats();
  EXPECT_EQ(tx.packets.value(), count);
  EXPECT_EQ(rx.packets.value(), count);
  EXPECT_EQ(
      tx.packets.value() + tx.replays.value(),
      rx.packets.value() + rx.corrupted.value() + rx.out_of_order.value() + rx.duplicates.value());
  EXPECT_EQ(tx.wire_bytes.value(), 276 * (tx.packets.value() + tx.replays.value()));
  EXPECT_EQ(tx.payload_bytes.value(), 256u * count);
  EXPECT_TRUE(bench.tx.idle());
  EXPECT_TRUE(bench.tx.credits().home());
  EXPECT_EQ(bench.rx.held(0).header, 0u);
  EXPECT_THAT(core::pending_waits(), IsEmpty());
}

}  // namespace gf::hw::link::link_error_runs
