// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::apenet_delivery {

using model::RdmaEventKind;

struct ApenetDelivery : testing::Test, test::ApenetBench {
  ApenetDelivery() { bytes = true; }

  model::SparseMemory& memory(std::uint64_t address, unsigned node) {
    return model::RdmaHost::is_gpu(address) ? *this->node(node).gpu_memory()
                                            : this->node(node).host_memory();
  }
  void poke(std::uint64_t address, std::uint8_t value, unsigned node = 0) {
    memory(address, node).write(host(node).physical(address), &value, 1);
  }
  std::uint8_t peek(std::uint64_t address, unsigned node = 0) {
    std::uint8_t value = 0;
    memory(address, node).read(host(node).physical(address), &value, 1);
    return value;
  }
  static std::uint8_t pattern(std::uint64_t i) {
    return static_cast<std::uint8_t>(i * 131 + (i >> 8) * 7 + 1);
  }
  /// PUTs [from, from + size) to `to` of `node`; checks its bytes and a guard on either side.
  void put_and_compare(std::uint64_t from, std::uint64_t to, std::uint64_t size, unsigned node) {
    constexpr std::uint64_t kGuard = 300;
    for (std::uint64_t i = 0; i < size; ++i) poke(from + i, pattern(i));
    for (std::uint64_t i = 0; i < size + 2 * kGuard; ++i) poke(to - kGuard + i, 0xEE, node);
    events.clear();
    host(0).put({from, size, node, 1, to});
    run();
    ASSERT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
    EXPECT_EQ(events_of(RdmaEventKind::kReceived)[0].node, node);
    for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(peek(to + i, node), pattern(i)) << i;
    for (std::uint64_t i = 0; i < kGuard; ++i) {
      ASSERT_EQ(peek(to - 1 - i, node), 0xEE);
      ASSERT_EQ(peek(to + size + i, node), 0xEE);
    }
  }
};

struct ApenetWrong : ApenetDelivery {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  void SetUp() override {
    build();
    from = buffer(8192, false);
    to = buffer(1000, false);
    sc_core::sc_start();
    events.clear();
    for (unsigned i = 0; i < 8192; ++i) poke(from + i, 0xAB);
  }
  void expect_dropped(std::uint64_t address, std::uint64_t size, std::uint32_t process) {
    host().put({from, size, 0, process, address});
    run();
    EXPECT_EQ(events_of(RdmaEventKind::kDropped).size(), 1u);
    EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 0u);
    EXPECT_EQ(card().rx.stats().dropped.value(), 1u);
    EXPECT_EQ(card().rx.stats().bytes.value(), 0u) << "nothing was written";
  }
};

}  // namespace gf::hw::apenet::apenet_delivery
