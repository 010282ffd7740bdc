// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/lanes/lane_mask.h hw/nvlink/lanes/lane_group.h
// Every state of one end's turn protocol, and what it does when the ends disagree; the peer is the
// test.
#include "hw/nvlink/lanes/turn_protocol.h"

#include <stdexcept>

#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::nvlink::turn_protocol_test {
namespace {

using State = TurnProtocol::State;

constexpr core::Ticks kSwitch = 100'000'000;  // 100 ns
constexpr LaneMask kOut = 0x00FF;             // of side 0

class Turn : public testing::TestWithParam<unsigned>, public TurnProtocol::Client {
 protected:
  void send_turn(const TurnMessage& message) override { sent.push_back(message.step); }
  void hold(bool held) override { holds.push_back(held); }
  void turn_over(bool refused) override { overs.push_back(refused); }

  /// An end of side `side` that sends on lanes 0 ... 7, the peer on 8 ... 15.
  void make(unsigned side, const std::string& scope = "lane") {
    NvlinkParams params;
    params.turn_scope = scope;
    model::CreditLimitTable limits{};
    limits[0] = {64, 1024};
    bench = std::make_unique<test::LinkBench>(params.link(), limits);
    lanes = std::make_unique<LaneGroup>("end", params, bench->tx);
    lanes->join(wires, side, kOut, 0);
    wires.drive(1 - side, 0xFF00, 0);
    turns = std::make_unique<TurnProtocol>("turns", params, *lanes, bench->tx, *this);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static void run(core::Ticks span) { sc_core::sc_start(core::to_time(span)); }
  static void settle() {  // what happens now, delta by delta
    for (int i = 0; i < 4; ++i) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  /// The peer's lanes fall silent.
  void peer_drained(LaneMask mask) {
    wires.release(1 - lanes->side(), mask, core::now_ticks());
    turns->received({TurnStep::kDone, false, 0, mask});
  }

  LaneWires wires{"wires"};
  std::unique_ptr<test::LinkBench> bench;
  std::unique_ptr<LaneGroup> lanes;
  std::unique_ptr<TurnProtocol> turns;
  std::vector<TurnStep> sent;
  std::vector<bool> holds;
  std::vector<bool> overs;
};

TEST_F(Turn, AskerThatTakesALane) {
  make(0);
  ASSERT_TRUE(turns->ask(0x100, true));
  EXPECT_EQ(turns->state(), State::kAsked);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest));
  turns->received({TurnStep::kGrant, false, 0, 0x100});
  EXPECT_EQ(turns->state(), State::kAwaitDone);
  EXPECT_EQ(lanes->state(8), LaneState::kActive);
  peer_drained(0x100);
  EXPECT_EQ(turns->state(), State::kTurning);
  EXPECT_EQ(lanes->state(8), LaneState::kTurning);
  EXPECT_EQ(lanes->in(), 0xFE00u);
  run(kSwitch - 1);
  EXPECT_EQ(turns->state(), State::kTurning);
  EXPECT_EQ(lanes->out(), kOut);
  run(1);
  settle();
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_EQ(lanes->out(), 0x1FFu);
  EXPECT_THAT(overs, ElementsAre(false));
  EXPECT_THAT(holds, IsEmpty());
}

TEST_F(Turn, AskerThatGivesALane) {
  make(0);
  ASSERT_TRUE(turns->ask(0x1, false));
  EXPECT_EQ(lanes->out(), kOut);  // nothing stops before the peer agrees
  turns->received({TurnStep::kGrant, false, 0, 0x1});
  EXPECT_EQ(turns->state(), State::kDraining);
  EXPECT_EQ(lanes->state(0), LaneState::kDraining);
  EXPECT_EQ(lanes->out(), 0xFEu);
  settle();
  EXPECT_EQ(turns->state(), State::kTurning);  // nothing was under way
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest, TurnStep::kDone));
  run(kSwitch);
  settle();
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_EQ(lanes->in(), 0xFF01u);
}

TEST_F(Turn, DrainsUntilTheLastBitOfThePacketUnderWay) {
  make(0);
  bench->queue(1, 256, 16, 16);
  settle();
  const core::Ticks last = bench->tx.last_bit_at();
  ASSERT_GT(last, 0u);
  turns->ask(0x1, false);
  turns->received({TurnStep::kGrant, false, 0, 0x1});
  run(last - core::now_ticks() - 1);
  EXPECT_EQ(turns->state(), State::kDraining);
  EXPECT_EQ(wires.driven_by(0), kOut);
  run(1);
  settle();
  EXPECT_EQ(turns->state(), State::kTurning);
  EXPECT_EQ(wires.driven_by(0), 0xFEu);
  EXPECT_EQ(turns->stats().draining.ticks(), last);
}

TEST_F(Turn, PeerThatIsAskedGrants) {
  make(1);
  turns->received({TurnStep::kRequest, true, 0, 0x6});  // the asker wants two of ours
  EXPECT_EQ(turns->state(), State::kDraining);
  settle();
  EXPECT_THAT(sent, ElementsAre(TurnStep::kGrant, TurnStep::kDone));
  run(kSwitch);
  settle();
  EXPECT_EQ(lanes->out(), 0xF9u);
  EXPECT_EQ(turns->stats().lanes_to_in.value(), 2u);
}

TEST_F(Turn, LastLaneIsRefusedOnBothSides) {
  make(1);
  EXPECT_FALSE(turns->ask(kOut, false));
  EXPECT_FALSE(turns->ask(0xFF00, true));
  EXPECT_FALSE(turns->ask(0, true));
  EXPECT_FALSE(turns->ask(0x101, true));  // not of one direction
  EXPECT_EQ(turns->stats().illegal.value(), 4u);
  EXPECT_THAT(sent, IsEmpty());
  turns->received({TurnStep::kRequest, true, 0, kOut});
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRefuse));
  EXPECT_EQ(turns->state(), State::kRest);
  turns->received({TurnStep::kRequest, false, 0, 0xFF00});
  EXPECT_EQ(turns->stats().refused.value(), 2u);
  EXPECT_EQ(lanes->out(), kOut);
}

TEST_F(Turn, RefusedAskerRestsAsItWas) {
  make(0);
  turns->ask(0x100, true);
  turns->received({TurnStep::kRefuse, false, 0, 0x100});
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_THAT(overs, ElementsAre(true));
  EXPECT_EQ(lanes->in(), 0xFF00u);
}

TEST_F(Turn, BothAskForTheSameTurn) {
  make(0);
  turns->ask(0x100, true);
  turns->received({TurnStep::kRequest, false, 0, 0x100});  // the peer offers what we want
  EXPECT_EQ(turns->state(), State::kAwaitDone);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest));
  EXPECT_EQ(turns->stats().crossed.value(), 1u);
}

TEST_F(Turn, FirstEndHoldsOnWhenRequestsCross) {
  make(0);
  turns->ask(0x100, true);
  turns->received({TurnStep::kRequest, true, 0, 0x1});
  EXPECT_EQ(turns->state(), State::kAsked);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest, TurnStep::kRefuse));
  turns->received({TurnStep::kGrant, false, 0, 0x100});
  EXPECT_EQ(turns->state(), State::kAwaitDone);
}

TEST_F(Turn, SecondEndGivesWayWhenRequestsCross) {
  make(1);
  turns->ask(0x100, true);
  turns->received({TurnStep::kRequest, true, 0, 0x1});
  EXPECT_EQ(turns->state(), State::kDraining);
  turns->received({TurnStep::kRefuse, false, 0, 0x100});  // of what it gave up: nothing changes
  EXPECT_EQ(turns->state(), State::kDraining);
  run(kSwitch);
  settle();
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_EQ(lanes->out(), 0xFEu);
}

TEST_F(Turn, SecondEndGivesWayToAnIllegalRequestToo) {
  make(1);
  turns->ask(0x100, true);
  turns->received({TurnStep::kRequest, true, 0, kOut});
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest, TurnStep::kRefuse));
  EXPECT_THAT(overs, ElementsAre(false));
  turns->ask(0x200, true);
  turns->received({TurnStep::kRefuse, false, 0, 0x100});  // of the first
  EXPECT_EQ(turns->state(), State::kAsked);
}

TEST_F(Turn, RequestDuringATurnIsAnsweredAfterIt) {
  make(0);
  turns->ask(0x100, true);
  turns->received({TurnStep::kGrant, false, 0, 0x100});
  peer_drained(0x100);
  turns->received({TurnStep::kRequest, true, 0, 0x1});
  EXPECT_EQ(turns->state(), State::kTurning);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest));
  run(kSwitch);
  settle();
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest, TurnStep::kGrant, TurnStep::kDone));
  EXPECT_EQ(lanes->out(), 0x1FEu);
  EXPECT_THAT(overs, IsEmpty());  // not at rest in between
}

TEST_F(Turn, OneAtATime) {
  make(0);
  ASSERT_TRUE(turns->ask(0x100, true));
  EXPECT_FALSE(turns->ask(0x200, true));
}

TEST_F(Turn, LaneThatDiesWhileItTurnsStaysDead) {
  make(0);
  turns->ask(0x300, true);
  turns->received({TurnStep::kGrant, false, 0, 0x300});
  peer_drained(0x300);
  lanes->fail(0x100);
  run(kSwitch);
  settle();
  EXPECT_EQ(lanes->out(), 0x2FFu);
  EXPECT_EQ(lanes->state(8), LaneState::kFailed);
  EXPECT_EQ(turns->stats().lanes_to_out.value(), 1u);
}

TEST_F(Turn, LaneThatDiesBeforeTheGrantIsLeftOut) {
  make(0);
  turns->ask(0x300, true);
  lanes->fail(0x100);
  turns->received({TurnStep::kGrant, false, 0, 0x300});
  EXPECT_EQ(turns->state(), State::kAwaitDone);
  peer_drained(0x200);
  run(kSwitch);
  settle();
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_EQ(lanes->out(), 0x2FFu);
  EXPECT_EQ(turns->stats().lanes_to_out.value(), 1u);
}

TEST_F(Turn, TurnWhoseLanesAllDieWhileTheyDrainGoesOnWithNone) {
  make(0);
  bench->queue(1, 256, 16, 16);  // a packet under way
  settle();
  turns->ask(0x1, false);
  turns->received({TurnStep::kGrant, false, 0, 0x1});
  ASSERT_EQ(turns->state(), State::kDraining);
  lanes->fail(0x1);
  EXPECT_EQ(lanes->state(0), LaneState::kFailed);
  run(bench->tx.last_bit_at() - core::now_ticks() + kSwitch);
  settle();
  EXPECT_EQ(turns->state(), State::kRest);
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRequest, TurnStep::kDone));  // the peer is not left
  EXPECT_EQ(lanes->out(), 0xFEu);
  EXPECT_EQ(lanes->in(), 0xFF00u);
  EXPECT_EQ(turns->stats().lanes_to_in.value(), 0u);
}

TEST_F(Turn, RequestForADeadLaneIsRefused) {
  make(1);
  lanes->fail(0x2);
  turns->received({TurnStep::kRequest, true, 0, 0x6});
  EXPECT_THAT(sent, ElementsAre(TurnStep::kRefuse));
  EXPECT_EQ(turns->state(), State::kRest);
}

TEST_F(Turn, ScopeDirectionHoldsTheGiverOnly) {
  make(0, "direction");
  turns->ask(0x1, false);
  turns->received({TurnStep::kGrant, false, 0, 0x1});
  EXPECT_THAT(holds, ElementsAre(true));
  run(kSwitch);
  settle();
  EXPECT_THAT(holds, ElementsAre(true, false));
}

TEST_F(Turn, ScopeLinkHoldsTheTakerToo) {
  make(0, "link");
  turns->ask(0x100, true);
  EXPECT_THAT(holds, IsEmpty());
  turns->received({TurnStep::kGrant, false, 0, 0x100});
  EXPECT_THAT(holds, ElementsAre(true));
}

TEST_F(Turn, DoneBeforeTheLaneIsSilentIsABug) {
  make(0);
  turns->ask(0x100, true);
  turns->received({TurnStep::kGrant, false, 0, 0x100});
  turns->received({TurnStep::kDone, false, 0, 0x100});  // the peer still sends on it
  EXPECT_THROW(run(kSwitch + 1), std::exception);
}

TEST_F(Turn, GrantOutOfTheBlueIsABug) {
  make(0);
  EXPECT_THROW(turns->received({TurnStep::kGrant, false, 0, 1}), std::logic_error);
  EXPECT_THROW(turns->received({TurnStep::kDone, false, 0, 1}), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::nvlink::turn_protocol_test
