// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/tables/card_tables.h
#include "hw/apenet/firmware/register_buffer.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_delivery.h"

namespace gf::hw::apenet::register_buffer_test {
namespace {

using apenet_delivery::ApenetWrong;
using model::RdmaEventKind;
TEST_F(ApenetWrong, DeregisteredBuffer) {
  host().deregister_buffer(to, 1000);
  run();
  events.clear();
  expect_dropped(to, 100, 1);
}

TEST_F(ApenetWrong, DeregisteringABufferLeavesThePagesOfTheOneBesideIt) {
  const std::uint64_t beside = to + 1500;
  ASSERT_EQ(beside / 4096, to / 4096);
  host().register_buffer(beside, 100);
  run();
  host().deregister_buffer(to, 1000);
  run();
  events.clear();
  host().put({from, 100, 0, 1, beside});
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kPageFault).size(), 0u);
  EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
}

TEST(ApenetBufListFull, RegistrationIsRefused) {
  test::ApenetBench bench;
  bench.params.card.buf_list = 2;
  bench.build();
  for (unsigned i = 0; i < 3; ++i) bench.buffer(4096, false);
  bench.run();
  const auto ended = bench.events_of(RdmaEventKind::kRegistered);
  ASSERT_EQ(ended.size(), 3u);
  EXPECT_EQ(ended[1].event.bytes, 4096u);
  EXPECT_EQ(ended[2].event.bytes, 0u) << "refused";
}

}  // namespace
}  // namespace gf::hw::apenet::register_buffer_test
