// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/turn_protocol.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/trace/timeline.h"

namespace gf::hw::nvlink {

TurnProtocol::TurnProtocol(const sc_core::sc_module_name& name, const NvlinkParams& params,
                           LaneGroup& lanes, link::Transmitter& tx, Client& client)
    : sc_module(name),
      Quiescent(this->name()),
      switch_time_(params.switch_time.value()),
      scope_(params.turn_scope == "lane"        ? Scope::kLane
             : params.turn_scope == "direction" ? Scope::kDirection
                                                : Scope::kLink),
      lanes_(lanes),
      tx_(tx),
      client_(client),
      state_probe_(std::string(this->name()) + ".state", 3,
                   "0 rest, 1 asked, 2 draining, 3 await done, 4 turning"),
      stats_(*this) {}

bool TurnProtocol::legal(LaneMask lanes, bool to_self) const {
  const LaneMask from = to_self ? lanes_.in() : lanes_.out();
  return lanes_.out() != 0 && lanes != 0 && (lanes & ~from) == 0 && (from & ~lanes) != 0;
}

bool TurnProtocol::ask(LaneMask lanes, bool to_self) {
  if (state_ != State::kRest) return false;
  if (!legal(lanes, to_self)) {
    ++stats_.illegal;
    return false;
  }
  ++stats_.asked;
  turned_ = lanes;
  to_self_ = to_self;
  enter(State::kAsked);
  say(TurnStep::kRequest, to_self, lanes);
  return true;
}

void TurnProtocol::received(const TurnMessage& message) {
  if (message.training != training_) return;
  switch (message.step) {
    case TurnStep::kRequest:
      heard_request(message);
      break;
    case TurnStep::kGrant:
      GF_CHECK(state_ == State::kAsked, std::string(name()) + ": granted, but not asked");
      begin(turned_, to_self_);
      break;
    case TurnStep::kRefuse:
      // Messages arrive in order, so the first refusal belongs to the request that this end has
      // cancelled.
      if (given_up_ > 0) {
        --given_up_;
      } else {
        GF_CHECK(state_ == State::kAsked, std::string(name()) + ": refused, but not asked");
        rest(true);
      }
      break;
    case TurnStep::kDone:
      GF_CHECK(state_ == State::kAwaitDone, std::string(name()) + ": lanes of no turn");
      start_turning();
      break;
  }
}

void TurnProtocol::heard_request(const TurnMessage& message) {
  // The ends do not reach rest at the same time: the giving end begins to turn before its `done`
  // arrives, and may ask again before this end has turned.
  if (state_ == State::kTurning) {
    GF_CHECK(!waiting_, std::string(name()) + ": two requests of one end");
    waiting_ = true;
    later_ = message;
    return;
  }
  if (state_ == State::kRest) {
    answer(message);
    return;
  }
  GF_CHECK(state_ == State::kAsked, std::string(name()) + ": a request in the middle of a turn");
  // Both ends asked before they received the other's request, and both get here. They decide from
  // common knowledge, without another message: the same turn is granted; of two different turns,
  // the first end's continues.
  ++stats_.crossed;
  if (message.lanes == turned_ && message.to_asker != to_self_) {
    begin(turned_, to_self_);
  } else if (lanes_.side() == 0) {
    ++stats_.refused;
    say(TurnStep::kRefuse, false, message.lanes);
  } else {
    ++given_up_;  // its refusal is in flight and must not end the turn that is answered now
    answer(message);
  }
}

void TurnProtocol::answer(const TurnMessage& message) {
  const bool to_self = !message.to_asker;
  if (legal(message.lanes, to_self)) {
    say(TurnStep::kGrant, false, message.lanes);
    begin(message.lanes, to_self);
    return;
  }
  ++stats_.refused;
  say(TurnStep::kRefuse, false, message.lanes);
  if (state_ == State::kAsked) rest(false);  // cancelled in favour of this one
}

void TurnProtocol::begin(LaneMask lanes, bool to_self) {
  // A lane may have died since the request; the turn continues with the others, or with none.
  turned_ = lanes & lanes_.in_service();
  to_self_ = to_self;
  if (to_self) {
    enter(State::kAwaitDone);
    if (scope_ == Scope::kLink) client_.hold(true);
    return;
  }
  enter(State::kDraining);
  if (scope_ != Scope::kLane) client_.hold(true);
  lanes_.drain(turned_);
  // Bits on the wire keep their times and lanes, so the last of them ends the draining.
  wakeup_.at(std::max(core::now_ticks(), tx_.last_bit_at()));
}

void TurnProtocol::due() {
  if (state_ == State::kDraining) {
    // It follows the last bit, and arrives propagation after it, so it proves that the lanes are
    // silent.
    start_turning();
    if (!retrains_) say(TurnStep::kDone, false, turned_);
  } else if (state_ == State::kAwaitDone) {  // during retraining: the time is known
    start_turning();
  } else if (state_ == State::kTurning) {
    end_turning();
  }
}

void TurnProtocol::start_turning() {
  if (state_ == State::kDraining) stats_.draining.add_ticks(core::now_ticks() - since_);
  turned_ &= lanes_.in_service();
  enter(State::kTurning);
  lanes_.turn(turned_ & ~lanes_.turning());
  wakeup_.at(core::now_ticks() + switch_time_);
}

void TurnProtocol::end_turning() {
  turned_ &= lanes_.in_service();
  stats_.turning.add_ticks(core::now_ticks() - since_);
  if (core::Timeline::active() != nullptr) report();
  (to_self_ ? stats_.lanes_to_out : stats_.lanes_to_in) += lane_count(turned_);
  lanes_.settle(turned_, to_self_);
  if (scope_ != Scope::kLane || retrains_) client_.hold(false);
  retrains_ = false;
  rest(false);
}

void TurnProtocol::abandon() {
  ++training_;
  waiting_ = retrains_ = false;
  given_up_ = 0;
  wakeup_.cancel();
  enter(State::kRest);
  lanes_.keep_draining();
  client_.hold(false);
}

void TurnProtocol::retrain(TurnProtocol& taker, TurnProtocol& giver) {
  taker.abandon();
  giver.abandon();
  if (taker.lanes_.out() != 0) return;  // it was going to give more lanes than it could
  LaneMask lanes = taker.lanes_.in_service() & ~giver.lanes_.out();
  if (lanes == 0) lanes = lowest(giver.lanes_.out(), 1);
  const core::Ticks silent = giver.give(lanes);
  taker.take(lanes, silent + giver.tx_.propagation());
}

core::Ticks TurnProtocol::give(LaneMask lanes) {
  retrains_ = true;
  turned_ = lanes;
  to_self_ = false;
  enter(State::kDraining);
  if (scope_ != Scope::kLane) client_.hold(true);
  const LaneMask sending = lanes & lanes_.out();
  if (sending != 0) lanes_.drain(sending);
  const core::Ticks silent = std::max(core::now_ticks(), tx_.last_bit_at());
  wakeup_.at(silent);
  return silent;
}

void TurnProtocol::take(LaneMask lanes, core::Ticks silent_at) {
  retrains_ = true;
  turned_ = lanes;
  to_self_ = true;
  enter(State::kAwaitDone);
  client_.hold(true);
  wakeup_.at(silent_at);
}

void TurnProtocol::say(TurnStep step, bool to_asker, LaneMask lanes) {
  client_.send_turn({step, to_asker, training_, lanes});
}

void TurnProtocol::report() const {
  const core::Timeline::Row row = core::Timeline::row_of(name());
  core::Timeline::active()->slice(
      row.process, row.thread, to_self_ ? "lanes turn outwards" : "lanes turn inwards", since_,
      core::now_ticks(), {{"lanes", std::uint64_t{lane_count(turned_)}}});
}

void TurnProtocol::rest(bool refused) {
  enter(State::kRest);
  if (waiting_) {
    waiting_ = false;
    answer(later_);
  }
  // The request that waited may have begun the next turn; then this end is not at rest.
  if (state_ == State::kRest) client_.turn_over(refused);
}

void TurnProtocol::enter(State state) {
  state_ = state;
  since_ = core::now_ticks();
  state_probe_.set(since_, static_cast<std::uint64_t>(state));
}

void TurnProtocol::append_waits(std::vector<core::Wait>& waits) const {
  static const char* const kWaits[] = {"nothing", "an answer to its request", "lanes to drain",
                                       "lanes to be silent", "lanes to turn"};
  waits.push_back({name(), kWaits[static_cast<std::size_t>(state_)], tx_.peer()});
}

}  // namespace gf::hw::nvlink
