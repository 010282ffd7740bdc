// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::apenet_rates {

using model::RdmaEventKind;

/// The paper's test: messages of 1 MiB put as fast as the card takes them.
struct Stream : test::ApenetBench {
  /// Bytes a second from the first message's end to the last one's.
  double rate(bool from_gpu, bool to_gpu, std::uint64_t size = 1 << 20, bool bar1 = false) {
    constexpr unsigned kCount = 4;
    build();
    const std::uint64_t from = buffer(size, from_gpu);
    const std::uint64_t to = buffer(size, to_gpu);
    sc_core::sc_start();
    for (unsigned i = 0; i < kCount; ++i) host().put({from, size, 0, 1, to, bar1});
    run();
    const bool flush = params.card.tx_fifo.flush;
    const auto seen = events_of(flush ? RdmaEventKind::kSent : RdmaEventKind::kReceived);
    EXPECT_EQ(seen.size(), kCount);
    const sc_core::sc_time span = seen.back().at - seen.front().at;
    return static_cast<double>(size) * (kCount - 1) / span.to_seconds();
  }
};

struct ApenetReading : testing::Test, Stream {
  ApenetReading() { params.card.tx_fifo.flush = true; }
  void expect(double published, double tolerance, double measured) {
    EXPECT_NEAR(measured / published, 1, tolerance) << measured / 1e6 << " MB/s";
  }
};

}  // namespace gf::hw::apenet::apenet_rates
