// SPDX-License-Identifier: Apache-2.0
#include "hw/link/receiver.h"

#include <ostream>

#include "core/time/watchdog.h"
#include "tests/support/link_bench.h"
#include "tests/support/link_error_runs.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::receiver_test {
namespace {

using namespace link_error_runs;  // NOLINT: what these tests share

TEST(LinkErrors, LostAcknowledgementsMakeDuplicatesWhichAreDropped) {
  LinkParams params;
  params.answer_error_rate = 0.9;
  test::LinkBench bench(params, limits());
  run_and_check(bench, 20);
  EXPECT_GT(bench.rx.stats().duplicates.value(), 0u);
  EXPECT_GT(bench.tx.stats().timeouts.value(), 0u);
}

TEST(LinkErrors, AnswersAreLostAsTheReceivingPortSays) {
  LinkParams peer;
  peer.answer_error_rate = 0.9;
  test::LinkBench bench(LinkParams{}, peer, limits(), 1);
  run_and_check(bench, 300);
  EXPECT_GT(bench.tx.stats().timeouts.value(), 0u);
}

TEST(LinkErrors, LostAnswersAloneAreALivelockToo) {
  LinkParams peer;
  peer.answer_error_rate = 1;
  test::LinkBench bench(LinkParams{}, peer, limits(), 1);
  bench.queue(1, 256, 20, 16);
  EXPECT_THAT(core::run_simulation({}).explanation,
              HasSubstr("answer_error_rate = 1 at the receiver"));
  EXPECT_EQ(bench.rx.stats().packets.value(), 1u);
}

TEST(Link, BuffersBeyondSixteenBitsAreAdvertisedInFull) {
  model::CreditLimitTable large{};
  large[0] = {70'000, 1u << 20};
  large[1] = {0xFFFF, 0};
  test::LinkBench bench(LinkParams{}, large);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.tx.credits().advertised(0).header, 70'000u);
  EXPECT_EQ(bench.tx.credits().advertised(0).data, 1u << 20);
  EXPECT_EQ(bench.tx.credits().advertised(1).header, 0xFFFFu);
}

TEST(Link, DebugAccessCrossesTheLinkWithoutTime) {
  test::LinkBench bench(LinkParams{}, limits());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  tlm::tlm_generic_payload access;
  EXPECT_EQ(bench.tx.debug_access(access), 1u);
  EXPECT_EQ(bench.debug_accesses, 1u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

}  // namespace
}  // namespace gf::hw::link::receiver_test
