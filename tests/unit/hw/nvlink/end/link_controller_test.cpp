// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/link_end_control.cpp hw/nvlink/lanes/nvlink_params.h
// The controller on a running link: when it looks, what it turns, when it sleeps.
#include "core/time/quiescence.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::link_controller_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;

constexpr std::uint64_t kForever = ~0ull;

void run(double microseconds) { sc_core::sc_start(sc_time(microseconds, SC_US)); }
unsigned lanes_out(NvlinkPort& port) { return lane_count(port.link().lanes.out()); }

NvlinkParams with(const std::string& policy) {
  NvlinkParams params;
  params.policy = policy;
  return params;
}

TEST(LinkController, OneWayTrafficHasFifteenLanesAfterSevenSamples) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  for (unsigned sample = 1; sample <= 7; ++sample) {
    sc_core::sc_start(sc_time(5, SC_US) * sample - sc_core::sc_time_stamp() - sc_time(1, SC_NS));
    EXPECT_EQ(lanes_out(pair.a), 7 + sample);
    EXPECT_TRUE(pair.a.link().turns.idle());
  }
  run(0.3);  // a turn
  EXPECT_EQ(lanes_out(pair.a), 15u);
  const std::uint64_t before = pair.b.completer.stats().write_bytes.value();
  run(20);
  const double rate =
      static_cast<double>(pair.b.completer.stats().write_bytes.value() - before) / 20e-6;
  EXPECT_GE(rate, 0.98 * 15 * 8e9 * 128 / 144);
  EXPECT_EQ(lanes_out(pair.a), 15u);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), 7u);
}

TEST(LinkController, IncomingTrafficToo) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_b.next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 128, kForever);
  run(36);
  EXPECT_EQ(lanes_out(pair.a), 1u);
  EXPECT_EQ(lanes_out(pair.b), 15u);
  EXPECT_EQ(pair.b.link().turns.stats().asked.value(), 0u);  // the first end decides
}

TEST(LinkController, ReadsTurnTheLanesOfTheirData) {
  // A memory 100 ns away: enough reads under way to fill 15 lanes.
  test::NvlinkPair pair(with("paper"), 1 << 20);
  pair.gpu_a.next = test::stream(tlm::TLM_READ_COMMAND, 1, 128, kForever);
  run(50);
  // A request flit for each 9 of data: at 14 lanes of data two of requests still suffice.
  EXPECT_GE(lanes_out(pair.b), 14u);
}

TEST(LinkController, BothSaturatedIsEquilibrium) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  pair.gpu_b.next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 128, kForever);
  run(51);
  EXPECT_EQ(lanes_out(pair.a), 8u);
  EXPECT_EQ(pair.a.link().controller.stats().both_full.value(), 10u);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), 0u);
}

TEST(LinkController, NeitherSaturatedDoesNothing) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.most = 4;
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(51);
  EXPECT_EQ(lanes_out(pair.a), 8u);
  EXPECT_EQ(pair.a.link().controller.stats().samples.value(), 10u);
}

TEST(LinkController, SleepsWhenNothingIsSent) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, 100);
  sc_core::sc_start();  // returns when no event is left
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(10, SC_US));
  EXPECT_EQ(pair.a.link().controller.stats().samples.value(), 2u);
  EXPECT_TRUE(pair.a.link().controller.asleep());
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

TEST(LinkController, OnlyTheEndThatDecidesWaitsForTraffic) {
  test::NvlinkPair pair(with("paper"));
  EXPECT_TRUE(pair.a.link().controller.asleep());
  EXPECT_FALSE(pair.b.link().controller.asleep());  // answers requests, looks at nothing
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(1);
  EXPECT_FALSE(pair.a.link().controller.asleep());
}

TEST(LinkController, StaticLooksAtNothing) {
  test::NvlinkPair pair(with("static"));
  EXPECT_FALSE(pair.a.link().controller.asleep());
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, 1'000);
  sc_core::sc_start();
  EXPECT_EQ(pair.a.link().controller.stats().samples.value(), 0u);
  EXPECT_FALSE(pair.a.link().controller.asleep());
}

TEST(LinkController, WakesWithTrafficAndKeepsItsSampleBoundaries) {
  test::NvlinkPair pair(with("paper"));
  run(12);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  pair.gpu_a.go();
  run(2.9);
  EXPECT_EQ(pair.a.link().controller.stats().samples.value(), 0u);
  run(0.2);  // 15 us are over
  EXPECT_EQ(pair.a.link().controller.stats().samples.value(), 1u);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), 0u);  // busy for 3 us of 5
  run(5);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), 1u);
}

TEST(LinkController, KernelStartSharesLanesOutAnewInOneTurn) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, 30'000);
  run(37);
  ASSERT_EQ(lanes_out(pair.a), 15u);
  const std::uint64_t asked = pair.a.link().turns.stats().asked.value();
  pair.a.kernel_started();
  pair.b.kernel_started();  // does not decide
  run(0.3);
  EXPECT_EQ(lanes_out(pair.a), 8u);
  EXPECT_EQ(lanes_out(pair.b), 8u);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), asked + 1);
  run(4.6);  // samples count from the kernel's start: 5 us are not over
  EXPECT_EQ(lanes_out(pair.a), 8u);
  EXPECT_EQ(pair.a.link().turns.stats().asked.value(), asked + 1);
  run(0.5);
  EXPECT_EQ(lanes_out(pair.a), 9u);
}

TEST(LinkController, KernelStartDuringATurnWaitsForIt) {
  test::NvlinkPair pair(with("paper"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(10.05);
  ASSERT_FALSE(pair.a.link().turns.idle());
  pair.a.kernel_started();
  run(0.6);
  EXPECT_TRUE(pair.a.link().turns.idle());
  EXPECT_EQ(lanes_out(pair.a), 8u);
}

TEST(LinkController, TwoDecidersAgree) {
  NvlinkParams params = with("paper");
  params.decider = "both";
  test::NvlinkPair pair(params);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(36);
  EXPECT_EQ(lanes_out(pair.a), 15u);
  EXPECT_EQ(lanes_out(pair.b), 1u);
  EXPECT_EQ(pair.a.link().turns.stats().crossed.value(), 7u);
}

class Policies : public testing::TestWithParam<const char*> {};

TEST_P(Policies, SettleOnFifteenLanesForOneWayTrafficAndComeBack) {
  test::NvlinkPair pair(with(GetParam()));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(40);
  EXPECT_EQ(lanes_out(pair.a), 15u);
  pair.gpu_a.next = nullptr;
  pair.gpu_b.next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 128, kForever);
  pair.gpu_b.go();
  run(85);
  EXPECT_EQ(lanes_out(pair.a), 1u);
}
INSTANTIATE_TEST_SUITE_P(All, Policies, testing::Values("paper", "proportional", "queue"),
                         [](const auto& info) { return std::string(info.param); });

TEST(LinkController, ProportionalNeedsOneSample) {
  test::NvlinkPair pair(with("proportional"));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(5.3);
  EXPECT_EQ(lanes_out(pair.a), 15u);
}

class Scopes : public testing::TestWithParam<const char*> {};

TEST_P(Scopes, AllReachTheSameLanes) {
  NvlinkParams params = with("paper");
  params.turn_scope = GetParam();
  test::NvlinkPair pair(params);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(36);
  EXPECT_EQ(lanes_out(pair.a), 15u);
  const auto stalled = pair.a.link().stats().stall.times().of(core::StallCause::kLaneTurning);
  if (params.turn_scope == "link") {
    EXPECT_GE(stalled, 7 * params.switch_time);  // each of the seven turns held all traffic
    EXPECT_LE(stalled, 7 * params.switch_time + sc_time(500, SC_NS));
  } else {
    EXPECT_EQ(stalled,
              sc_core::SC_ZERO_TIME);  // the other direction gives, and has nothing to send
  }
}
INSTANTIATE_TEST_SUITE_P(All, Scopes, testing::Values("lane", "direction", "link"),
                         [](const auto& info) { return std::string(info.param); });

TEST(LinkController, FailedLanesAreLeftOut) {
  NvlinkParams params = with("paper");
  params.failed_lanes = {0, 1, 2, 9};
  test::NvlinkPair pair(params);
  EXPECT_EQ(lanes_out(pair.a), 6u);
  EXPECT_EQ(lanes_out(pair.b), 6u);
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  run(40);
  EXPECT_EQ(lanes_out(pair.a), 11u);
  EXPECT_EQ(pair.a.link().stats().failed_lanes.value(), 4u);
}

TEST(NvlinkParams, NonsenseIsRefused) {
  const auto error = [](const std::function<void(NvlinkParams&)>& spoil) {
    NvlinkParams params;
    spoil(params);
    return test::error_of([&] { params.validate("gpu0.nvlink"); });
  };
  EXPECT_THAT(error([](auto& p) { p.lanes = 1; }), HasSubstr("gpu0.nvlink.lanes = 1"));
  EXPECT_THAT(error([](auto& p) { p.first_lanes = 16; }), HasSubstr("first_lanes"));
  EXPECT_THAT(error([](auto& p) { p.failed_lanes = {16}; }), HasSubstr("0 ... 15"));
  EXPECT_THAT(error([](auto& p) {
                p.lanes = 3, p.failed_lanes = {0, 1};
              }),
              HasSubstr("failed_lanes"));
  EXPECT_THAT(error([](auto& p) { p.lane_rate = core::ByteRate(1e14); }),
              HasSubstr("lane_rate = 100 TB/s: expected at most 62.5 TB/s"));
  EXPECT_THAT(error([](auto& p) { p.data_credits = 15; }),
              HasSubstr("data_credits = 15: expected 16 ... 1048576"));
  EXPECT_THAT(error([](auto& p) { p.sample_time = sc_core::SC_ZERO_TIME; }),
              HasSubstr("sample_time = 0 s: expected 1 ns ... 1 s"));
  EXPECT_THAT(error([](auto& p) { p.wire.replay_buffer = core::Bytes(0); }),
              HasSubstr("gpu0.nvlink.replay_buffer"));
  EXPECT_THAT(test::error_of([] {
                PolicySettings settings;
                settings.policy = "best";
                make_direction_policy(settings, "x");
              }),
              HasSubstr("static, paper, proportional, queue"));
}

TEST(NvlinkParams, BothEndsMustHaveTheSameLanes) {
  NvlinkParams other;
  other.lanes = 8;
  NvlinkPool pool;
  NvlinkPort a("a", {}, NvlinkParams{}, 1, 0, 1, pool);
  NvlinkPort b("b", {}, other, 1, 1, 1, pool);
  EXPECT_THAT(test::error_of([&] { connect(a.link(), b.link()); }), HasSubstr("b.link_0"));
}

}  // namespace
}  // namespace gf::hw::nvlink::link_controller_test
