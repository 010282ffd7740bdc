// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/link_join.cpp hw/nvlink/lanes/lane_group.h hw/link/fault_params.h
// Lanes that die at a date, of a link at work: what is on them comes again, what is left carries
// on.
#include <fmt/format.h>

#include "core/base/random.h"
#include "core/time/watchdog.h"
#include "tests/support/errors.h"
#include "tests/support/in_child.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::dying_lanes_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;

constexpr unsigned kAccess = 128;

NvlinkParams with(const std::string& policy, const std::string& failing, const sc_time& at) {
  NvlinkParams params;
  params.policy = policy;
  params.wire.failing = failing;
  params.wire.fails_at = at;
  return params;
}

/// Two GPUs that write real bytes into each other's memory, all that there is of them.
struct Writers {
  explicit Writers(const NvlinkParams& params, unsigned from_a = 2'000, unsigned from_b = 2'000)
      : pair(params, std::size_t{kAccess} * std::max(from_a, from_b)) {
    for (std::size_t i = 0; i < pair.memory_a->bytes.size(); ++i)
      source.push_back(static_cast<std::uint8_t>(i * 7 + i / kAccess + 1));
    pair.gpu_a.next = writes(1, from_a);
    pair.gpu_b.next = writes(0, from_b);
    expected = std::uint64_t{kAccess} * (from_a + from_b);
  }
  std::function<bool(tlm::tlm_generic_payload&)> writes(unsigned gpu, unsigned count) {
    auto next = test::stream(tlm::TLM_WRITE_COMMAND, gpu, kAccess, count);
    return [this, next, at = std::size_t{0}](tlm::tlm_generic_payload& payload) mutable {
      if (!next(payload)) return false;
      payload.set_data_ptr(&source[at]);
      at += kAccess;
      return true;
    };
  }
  /// Runs to the end; everything is where it belongs, and nothing waits.
  void finish() {
    const core::RunEndReport report = core::run_simulation({});
    EXPECT_EQ(report.end, core::RunEnd::kQuiescent) << report.explanation;
    EXPECT_EQ(pair.gpu_a.bytes + pair.gpu_b.bytes, expected);
    for (const auto& [gpu, memory] :
         {std::pair{&pair.gpu_a, pair.memory_b.get()}, std::pair{&pair.gpu_b, pair.memory_a.get()}})
      EXPECT_TRUE(std::equal(source.begin(), source.begin() + static_cast<long>(gpu->bytes),
                             memory->bytes.begin()));
    const LinkEnd& a = pair.a.link();
    const LinkEnd& b = pair.b.link();
    EXPECT_EQ(a.lanes.out(), b.lanes.in());
    EXPECT_EQ(a.lanes.in(), b.lanes.out());
    EXPECT_NE(a.lanes.out(), 0u);
    EXPECT_NE(b.lanes.out(), 0u);
  }
  test::NvlinkPair pair;
  std::vector<std::uint8_t> source;
  std::uint64_t expected = 0;
};

/// Bytes a second that arrive at b in the next 20 us.
double rate(test::NvlinkPair& pair) {
  const sc_time span(20, SC_US);
  const std::uint64_t before = pair.b.completer.stats().write_bytes.value();
  sc_core::sc_start(span);
  return static_cast<double>(pair.b.completer.stats().write_bytes.value() - before) /
         span.to_seconds();
}

TEST(DyingLanes, OneOfEightLeavesSevenEighths) {
  test::NvlinkPair pair(with("static", "a.link_0.lane_3", sc_time(30, SC_US)));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, kAccess, ~0ull);
  sc_core::sc_start(sc_time(5, SC_US));
  const double before = rate(pair);
  sc_core::sc_start(sc_time(10, SC_US));
  const double after = rate(pair);
  const double full = 8 * 8e9 * kAccess / (kAccess + kFlitBytes);
  EXPECT_NEAR(before, full, 0.005 * full);
  EXPECT_NEAR(after, full * 7 / 8, 0.005 * full);
}

TEST(DyingLanes, PacketUnderWayComesAgain) {
  const sc_time dies(2, SC_US);
  Writers writers(with("static", "a.link_0.lane_3", dies));
  const LinkEnd& a = writers.pair.a.link();
  sc_core::sc_start(dies - sc_time(1, SC_NS));
  ASSERT_GT(a.tx.last_bit_at(), dies.value()) << "no packet is under way";
  EXPECT_EQ(a.tx.stats().replays.value(), 0u);
  writers.finish();
  EXPECT_GE(a.tx.stats().naks.value(), 1u);
  EXPECT_GE(a.tx.stats().replays.value(), 1u);
  EXPECT_EQ(writers.pair.b.link().tx.stats().replays.value(), 0u) << "its lanes live";
  EXPECT_EQ(lane_count(a.lanes.out()), 7u);
  EXPECT_EQ(a.lanes.state(3), LaneState::kFailed);
}

TEST(DyingLanes, LossIsHeardAfterTheWireAndAnAnswer) {
  const sc_time dies(5, SC_US);
  const NvlinkParams params = with("static", "a.link_0.lane_3", dies);
  test::NvlinkPair pair(params);
  const sc_time heard = dies + core::to_time(params.lane_loss_heard_after());
  sc_core::sc_start(heard - sc_time(1, SC_NS));
  EXPECT_EQ(lane_count(pair.a.link().lanes.out()), 8u);
  sc_core::sc_start(sc_time(2, SC_NS));
  EXPECT_EQ(lane_count(pair.a.link().lanes.out()), 7u);
  EXPECT_EQ(lane_count(pair.b.link().lanes.in()), 7u);
}

TEST(DyingLanes, IsNamedAtEitherEnd) {
  Writers writers(with("static", "b.link_0.lane_0, b.link_0.lane_15", sc_time(2, SC_US)));
  writers.finish();
  EXPECT_EQ(lane_count(writers.pair.a.link().lanes.out()), 7u);
  EXPECT_EQ(lane_count(writers.pair.b.link().lanes.out()), 7u);
}

TEST(DyingLanes, OneThatIsNotThereIsRefusedWithWhatIs) {
  test::NvlinkPair pair(with("static", "a.link_0.lane_16", sc_time(5, SC_US)));
  EXPECT_THAT(
      test::error_of([] { link::check_failing(); }),
      AllOf(HasSubstr("failing = a.link_0.lane_16"), HasSubstr("a.link_0.lane_0 to lane_15")));
}

TEST(DyingLanes, LastOneOfADirectionIsReplacedByOneOfTheOther) {
  NvlinkParams params = with("static", "a.link_0.lane_0", sc_time(5, SC_US));
  params.first_lanes = 1;
  Writers writers(params);
  const LinkEnd& a = writers.pair.a.link();
  // Told after the wire and an answer; the other end's packet under way, the wire, the turn.
  const sc_time turned = sc_time(5, SC_US) + core::to_time(params.lane_loss_heard_after()) +
                         params.wire.propagation + params.switch_time;
  const sc_time packet(5, SC_NS);  // 9 flits on 15 lanes, and the last one's time on its lane
  sc_core::sc_start(turned - sc_time(1, SC_NS));
  EXPECT_EQ(a.lanes.out(), 0u);
  sc_core::sc_start(packet + sc_time(2, SC_NS));
  EXPECT_EQ(a.lanes.out(), 0x2u) << "the other end's lowest";
  writers.finish();
  EXPECT_EQ(lane_count(writers.pair.b.link().lanes.out()), 14u);
}

TEST(DyingLanes, LinkThatKeepsOneLaneIsDeadAndNamesItself) {
  NvlinkParams params = with("static", "a.link_0.lane_1", sc_time(5, SC_US));
  params.lanes = 2;
  Writers writers(params);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  EXPECT_THAT(report.explanation,
              HasSubstr("link_0.tx: the link has been dead since 5.03 us (fails_at)"));
  EXPECT_LT(writers.pair.gpu_a.bytes + writers.pair.gpu_b.bytes, writers.expected);
}

/// The death of a lane at any moment of a turn: b alone sends, so that a gives lanes from 5 us on.
void die_at(const std::string& failing, unsigned first_lanes, const sc_time& at) {
  const std::vector<double> done = test::in_child([&] {
    NvlinkParams params = with("paper", failing, at);
    params.first_lanes = first_lanes;
    Writers writers(params, 20, 6'000);
    writers.finish();
    return std::vector<double>{writers.pair.a.link().lanes.state(0) == LaneState::kFailed ? 1.
                                                                                          : 0.};
  });
  EXPECT_THAT(done, testing::ElementsAre(1)) << at << ' ' << failing;
}

TEST(DyingLanes, MidTurnTheTurnGoesOnWithTheOthers) {
  for (unsigned ns = 4'980; ns < 5'220; ns += 9) die_at("a.link_0.lane_0", 8, sc_time(ns, SC_NS));
}

TEST(DyingLanes, MidTurnTheLastOneThatStays) {
  // Lane 0 turns at 5 us and leaves lane 1, which dies as well.
  for (unsigned ns = 4'950; ns < 5'260; ns += 7)
    die_at("a.link_0.lane_0, a.link_0.lane_1", 2, sc_time(ns, SC_NS));
}

TEST(DyingLanes, WhateverDiesWhenAllArrivesOrTheLinkIsNamed) {
  core::RandomStream random(1, "dying_lanes");
  const auto draw = [&](std::uint64_t below) { return static_cast<unsigned>(random.below(below)); };
  unsigned whole = 0;
  for (unsigned i = 0; i < 40; ++i) {
    const char* const policies[] = {"static", "paper", "proportional", "queue"};
    const char* const scopes[] = {"lane", "direction", "link"};
    NvlinkParams params = with(policies[draw(4)], "", sc_time(draw(12'000) + 1, SC_NS));
    params.lanes = 2 + draw(7);
    params.first_lanes = draw(params.lanes);
    params.turn_scope = scopes[draw(3)];
    params.decider = draw(2) == 0 ? "first" : "both";
    params.sample_time = sc_time(200 + draw(2'000), SC_NS);
    params.switch_time = sc_time(draw(400), SC_NS);
    params.wire.packet_error_rate = draw(3) == 0 ? 0.05 : 0;
    unsigned dead = 0;
    for (unsigned lane = 0; lane < params.lanes; ++lane) {
      if (draw(2) == 0 && !(lane + 1 == params.lanes && dead == 0)) continue;
      params.wire.failing = params.wire.failing.get() + fmt::format("a.link_0.lane_{},", lane);
      ++dead;
    }
    SCOPED_TRACE(fmt::format("case {}: {} of {}, {} first, {}", i, params.wire.failing.get(),
                             params.lanes.get(), params.first_lanes.get(), params.policy.get()));
    const bool lives = dead + 2 <= params.lanes;
    whole += lives ? 1 : 0;
    const unsigned from_a = draw(1'500), from_b = draw(1'500);
    test::in_child([&] {
      Writers writers(params, from_a, from_b);
      if (lives) {
        writers.finish();
        return std::vector<double>{};
      }
      const core::RunEndReport report = core::run_simulation({});
      const bool all = writers.pair.gpu_a.bytes + writers.pair.gpu_b.bytes == writers.expected;
      EXPECT_TRUE(all || report.end == core::RunEnd::kDeadlock) << report.explanation;
      if (!all) {
        EXPECT_THAT(report.explanation, HasSubstr("has been dead since"));
      }
      return std::vector<double>{};
    });
  }
  EXPECT_GT(whole, 10u);
}

}  // namespace
}  // namespace gf::hw::nvlink::dying_lanes_test
