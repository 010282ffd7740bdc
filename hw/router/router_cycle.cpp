// SPDX-License-Identifier: Apache-2.0
// A cycle of a router: who may go, who is chosen, and what leaving means.
#include <algorithm>
#include <string>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "hw/router/router.h"
#include "hw/router/router_journal.h"

namespace gf::hw::router {
namespace {

/// Births by a function of the candidate's number.
template <class Birth>
class Births final : public CandidatesIf {
 public:
  explicit Births(const Birth& birth) : birth_(birth) {}
  [[nodiscard]] core::Cycle birth(unsigned candidate) const override { return birth_(candidate); }

 private:
  const Birth& birth_;
};

}  // namespace

void Router::cycle(core::Cycle now) {
  // next() has looked already, unless the router was woken for this cycle after that.
  if (looked_ != now) look(now);
  if (!backlogs_.empty()) note_backlogs(now);
  if (!parked_.empty()) book_parked(now);
  prepare();
  if (waits_) {
    waits_->begin(now);
    asked_ = look_;
  }
  RouterJournal* const journal = journal_.get();
  if (journal != nullptr) journal->before(now);
  for (unsigned round = 0; round < params_.speedup && propose(now); ++round) allocate(now);
  // After allocation, which tests the room of output queues: a place that becomes free counts in
  // the next cycle, whichever output comes first.
  if (queued_ != 0) send_queued(now);
  if (journal != nullptr) journal->after(now);
  for (unsigned word = 0; word < words_; ++word)
    // These could have gone and lost: nothing else wakes the router for them.
    if (look_[word] != 0) wants(now + 1);
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
  if (waits_ && (queued_ != 0 || any_still_asks())) note_waits(now);
}

/// Before anything is routed or leaves.
void Router::note_backlogs(core::Cycle now) {
  for (unsigned port = 0; port < outputs_.size(); ++port)
    backlogs_[port] = waiting_for(port) + outputs_[port].used();
  backlogs_at_ = now;
}

void Router::soon(core::Cycle) {
  parked_.release();  // as look() does, which reads what is fetched here
  each_active([this](unsigned input_vc) { __builtin_prefetch(&input_vcs_[input_vc], 1); });
}

void Router::next(core::Cycle now) {
  look(now);
  each_input_vc(look_, [this](unsigned input_vc) { __builtin_prefetch(&front(input_vc), 1); });
}

/// Heads that come to the front get their way.
void Router::prepare() {
  each_input_vc(look_, [this](unsigned index) {
    InputVc& input_vc = input_vcs_[index];
    if (!input_vc.routed) route(input_vc);
    // All outputs are asked of memory before the first is looked at.
    outputs_[input_vc.out_port].fetch();
  });
}

/// Virtual channels whose front has been here long enough.
void Router::look(core::Cycle now) {
  looked_ = now;
  next_ = core::kNoCycle;
  look_ = {};
  // Who watches wants to hear of each head that asks, in each cycle.
  if (waits_ || journal_) parked_.release_all();
  parked_.release();
  each_active([this, now](unsigned input_vc) {
    if (const core::Cycle at = ready(input_vc); at <= now) {
      look_[input_vc / 64] |= bit(input_vc % 64);
    } else {
      wants(at);
    }
  });
}

/// Heads that are parked ask in each cycle, as others do, and find no credit: the credits of their
/// virtual channel are what they were. Nobody has taken it either, for that needs a credit.
void Router::book_parked(core::Cycle now) {
  unsigned asking = parked_.size();
  std::uint64_t stopped = 0;
  // Others have no obstacle that comes first.
  each_bit(params_.speedup == 1 ? parked_.outputs() : parked_.outputs() & queued_,
           [&](unsigned port) {
             const Obstacle obstacle = output_obstacle(port, now);
             if (obstacle == Obstacle::kNone) return;
             wants_after(obstacle, outputs_[port], now);
             stopped |= bit(port);
             asking -= parked_.behind(port);
           });
  stats_.no_credit += asking;
  // Heads that are stopped have not asked for a credit: the next one that comes wakes nobody.
  missed_again_ &= parked_.outputs();
  each_bit(missed_again_ & ~stopped, [this](unsigned port) { outputs_[port].miss_credit(); });
  missed_again_ &= stopped;
}

void Router::wants_after(Obstacle obstacle, const OutputPort& output, core::Cycle now) {
  if (obstacle == Obstacle::kOutputFull) wants(std::max(now + 1, output.free_from()));
  if (obstacle == Obstacle::kChannelBusy) wants(output.free_from());
}

/// Every input port proposes one of its virtual channels that can go; false: none can. Those that
/// cannot are not looked at again in this cycle.
bool Router::propose(core::Cycle now) {
  each_input_vc(look_, [this, now](unsigned input_vc) {
    if (can_go(input_vc, now)) {
      propose(input_vc);
    } else {
      // Not worth a further look in this cycle: credits come when one begins, and for whatever else
      // stops it a wake-up is noted.
      look_[input_vc / 64] &= ~bit(input_vc % 64);
    }
  });
  proposing_ = 0;
  return proposed_ != 0;
}

void Router::propose(unsigned input_vc) {
  const unsigned port = input_vcs_[input_vc].input;
  Input& input = inputs_[port];
  if ((proposing_ & bit(port)) != 0) {
    // Two at a time, as candidates are found: the winner of all is the winner of each pair, for
    // round robin from one place as for age.
    if (!before(input_vc, input.proposal, input)) return;
    withdraw(port);
  }
  proposing_ |= bit(port);
  input.proposal = static_cast<std::uint16_t>(input_vc);
  const unsigned output = input_vcs_[input_vc].out_port;
  outputs_[output].proposals |= bit(port);
  proposed_ |= bit(output);
}

void Router::withdraw(unsigned port) {
  const unsigned output = input_vcs_[inputs_[port].proposal].out_port;
  outputs_[output].proposals &= ~bit(port);
  if (outputs_[output].proposals == 0) proposed_ &= ~bit(output);
}

/// Every output port takes one of the proposals.
void Router::allocate(core::Cycle now) {
  while (proposed_ != 0) {
    const unsigned port = lowest_bit(proposed_);
    proposed_ &= proposed_ - 1;
    const std::uint64_t all = outputs_[port].proposals;
    outputs_[port].proposals = 0;
    if ((all & (all - 1)) == 0) {
      // Mostly one input wants an output: the arbiter, a virtual call, is not asked.
      outputs_[port].next_input = next_of(lowest_bit(all));
      grant(lowest_bit(all), now);
    } else {
      stats_.lost += static_cast<std::uint64_t>(__builtin_popcountll(all) - 1);
      grant(choose(port, all), now);
    }
  }
}

/// Of two virtual channels of an input port: whether `input_vc` comes before `other`.
bool Router::before(unsigned input_vc, unsigned other, const Input& input) const {
  const unsigned base = input_vcs_[input_vc].input * vcs_;
  const auto birth = [&](unsigned vc) { return front(base + vc).birth; };
  return arbiter_->choose(bit(input_vc - base) | bit(other - base), input.next_vc, Births(birth)) ==
         input_vc - base;
}

bool Router::can_go(unsigned index, core::Cycle now) {
  InputVc& input_vc = input_vcs_[index];
  if (!input_vc.routed) route(input_vc);
  OutputPort& output = outputs_[input_vc.out_port];
  const Obstacle obstacle = this->obstacle(index, now);
  if (obstacle == Obstacle::kNone) return true;
  if (obstacle != Obstacle::kNoCredit) {
    // What holds the virtual channel wakes this router with its tail.
    wants_after(obstacle, output, now);
    return false;
  }
  ++stats_.no_credit;
  output.miss_credit();
  output.await_credit(input_vc.out_vc);
  parked_.park(index, input_vc.out_port, input_vc.out_vc);
  return false;
}

void Router::route(InputVc& input_vc) {
  Flit& head = input_vc.queue.front();
  if (!head.decided || decides_everywhere_) {
    // Once a router, or at the source router alone, when the head comes to the front: the queues
    // that it compares are those of that moment.
    routing_.decide(head, number_, congestion_);
    head.decided = true;
  }
  if (loses_outputs_) routing_.avoid_dead(head, number_, congestion_);
  const Hop hop = routing_.next(head, number_);
  GF_CHECK(hop.port < outputs_.size(), std::string(name()));
  input_vc.out_port = static_cast<std::uint8_t>(hop.port);
  // Fewer virtual channels than the routing needs are refused, unless a deadlock is asked for.
  input_vc.out_vc = static_cast<std::uint8_t>(std::min(hop.vc, vcs_ - 1));
  input_vc.routed = true;
  count_waiting(input_vc, static_cast<int>(input_vc.queue.size()));
  input_vc.minimal = head.minimal;
  input_vc.hops_local = head.hops_local;
  input_vc.hops_global = head.hops_global;
}

/// One of the input ports that propose to an output.
unsigned Router::choose(unsigned port, std::uint64_t all) {
  OutputPort& output = outputs_[port];
  const auto birth = [&](unsigned input) { return front(inputs_[input].proposal).birth; };
  const unsigned chosen = arbiter_->choose(all, output.next_input, Births(birth));
  output.next_input = next_of(chosen);
  return chosen;
}

void Router::grant(unsigned port, core::Cycle now) {
  Input& input = inputs_[port];
  const unsigned index = input.proposal;
  InputVc& input_vc = input_vcs_[index];
  OutputPort& output = outputs_[input_vc.out_port];
  Flit& flit = input_vc.queue.front();
  const unsigned vc = flit.vc;
  input.next_vc = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
  output.take_credit(input_vc.out_vc, now);
  // A packet of one flit needs no owner, and a flit in the middle changes nothing: the head takes
  // the virtual channel, the tail gives it back.
  if (flit.tail != flit.head) hold(input_vc, flit.tail ? OutputPort::kFree : index, now);
  // Before the flit gets its next virtual channel: the credit is for the one in which it came.
  give_credit(index, vc, now);
  flit.vc = input_vc.out_vc;
  // Heads alone are routed, so the others learn from theirs what the run's records say of the way.
  if (!flit.head) {
    flit.minimal = input_vc.minimal;
    flit.hops_local = input_vc.hops_local;
    flit.hops_global = input_vc.hops_global;
  }
  // Behind a tail comes a head, which has no way yet.
  count_waiting(input_vc, flit.tail ? -static_cast<int>(input_vc.queue.size()) : -1);
  if (flit.tail) input_vc.routed = false;
  if (journal_) journal_->granted(index, flit, now);
  leave(flit, input_vc.out_port, now);
  next_in_input_vc(index, now);
}

/// A packet of several flits holds its virtual channel, from its head to its tail.
void Router::hold(const InputVc& input_vc, unsigned owner, core::Cycle now) {
  OutputPort& output = outputs_[input_vc.out_port];
  output.set_owner(input_vc.out_vc, static_cast<std::uint16_t>(owner));
  owned_ |= bit(input_vc.out_port);
  if (owner != OutputPort::kFree) return;
  if (!output.owned()) owned_ &= ~bit(input_vc.out_port);
  wants(now + 1);  // others may wait for it
}

/// The flit goes by the channel at once if that is free, else behind what waits for it.
void Router::leave(Flit& flit, unsigned port, core::Cycle now) {
  OutputPort& output = outputs_[port];
  ++stats_.flits;
  if ((queued_ & bit(port)) == 0 && output.free_from() <= now) {
    output.send(flit, now, transit_);
  } else {
    output.queue.push_slot() = flit;
    queued_ |= bit(port);
  }
}

void Router::next_in_input_vc(unsigned index, core::Cycle now) {
  InputVc& input_vc = input_vcs_[index];
  input_vc.queue.drop();
  if (core::Probe::any_on() && input_probes_) input_probes_->flit(index, now, -1);
  const std::uint64_t mask = bit(index % 64);
  if (input_vc.queue.empty()) {
    occupied_[index / 64] &= ~mask;
    look_[index / 64] &= ~mask;
    return;
  }
  const core::Cycle at = ready(index);
  // The next flit has been here long enough, and may go in a later allocation of this cycle.
  if (at <= now) return;
  look_[index / 64] &= ~mask;
  wants(at);
}

/// Gives the place back of the flit that leaves. Credits stay in line.
void Router::give_credit(unsigned index, unsigned vc, core::Cycle now) {
  Input& input = inputs_[input_vcs_[index].input];
  core::Cycle known = now + input.latency;
  if (input.delays_credits) known = delay_credit(index, known);
  transit_.credit(known, *input.source, vc, input.cut);
}

core::Cycle Router::delay_credit(unsigned index, core::Cycle known) {
  core::Cycle& last = last_credits_[credit_line(index)];
  // A credit that overtook one before it would be taken for that one's, and the round trip
  // measured wrong.
  last = std::max(known + credit_delay(input_vcs_[index]), last);
  return last;
}

/// Fig. 17: credits of a congested output go back later, by as much as it is worse than the best.
/// Global channels are left out: their long round trip would starve them. What is held makes round
/// trips of others longer, by way of full buffers those of this router too: hence a limit.
unsigned Router::credit_delay(const InputVc& input_vc) const {
  const unsigned own =
      std::min(outputs_[input_vc.out_port].delay(input_vc.out_vc), params_.credit_delay.most);
  if (own == 0 || params_.credit_delay.against_idle) return own;
  unsigned least = own;
  for (const OutputPort& output : outputs_) {
    // Ways to nodes have no credits, and no round trip to compare.
    if (!output.connected() || output.endless()) continue;
    for (unsigned vc = 0; vc < (params_.credit_delay.by_vc ? vcs_ : 1); ++vc)
      least = std::min(least, output.delay(vc));
  }
  return own - least;
}

void Router::send_queued(core::Cycle now) {
  each_bit(queued_, [this, now](unsigned port) {
    OutputPort& output = outputs_[port];
    if (output.free_from() <= now) {
      output.send(output.queue.front(), now, transit_);
      output.queue.drop();
      if (output.queue.empty()) queued_ &= ~bit(port);
    }
    if (!output.queue.empty()) wants(output.free_from());
  });
}

}  // namespace gf::hw::router
