// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/host/rdma.h
#include "hw/apenet/firmware/rx_packet.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_delivery.h"

namespace gf::hw::apenet::rx_packet_test {
namespace {

using apenet_delivery::ApenetWrong;
using model::RdmaEventKind;

TEST_F(ApenetWrong, UnregisteredBuffer) { expect_dropped(to + (1 << 20), 100, 1); }
TEST_F(ApenetWrong, BufferTooShort) { expect_dropped(to + 901, 100, 1); }
TEST_F(ApenetWrong, BufferOfAnotherProcess) { expect_dropped(to, 100, 2); }
TEST_F(ApenetWrong, LastByteThatFitsIsWritten) {
  host().put({from, 100, 0, 1, to + 900});
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
  EXPECT_EQ(peek(to + 999), 0xAB);
}

TEST_F(ApenetWrong, RandomHeadersWriteNowhereElse) {
  core::RandomStream random(7, "headers");
  unsigned good = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const std::uint64_t address = to - 2000 + random.below(5000);
    const std::uint64_t size = 1 + random.below(600);
    const auto process = static_cast<std::uint32_t>(1 + random.below(2));
    const bool fits = process == 1 && address >= to && address + size <= to + 1000 &&
                      address / 4096 == (address + size - 1) / 4096;
    good += fits ? 1 : 0;
    host().put({from, size, 0, process, address});
  }
  run();
  EXPECT_GE(events_of(RdmaEventKind::kReceived).size(), good);
  EXPECT_GT(good, 0u);
  EXPECT_GT(card().rx.stats().dropped.value(), 0u);
  for (std::uint64_t i = 0; i < 4000; ++i) {
    ASSERT_EQ(peek(to + 1000 + i), 0) << "behind the buffer";
    if (to - 1 - i >= from + 8192) {
      ASSERT_EQ(peek(to - 1 - i), 0) << "before the buffer";
    }
  }
}

}  // namespace
}  // namespace gf::hw::apenet::rx_packet_test
