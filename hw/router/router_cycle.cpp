// SPDX-License-Identifier: Apache-2.0
// A cycle of a router: which heads may go, which are chosen, and what happens when a flit leaves.
#include <algorithm>
#include <string>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "hw/router/router.h"
#include "hw/router/router_journal.h"

namespace gf::hw::router {
namespace {

/// Birth times of candidates, from a function of the candidate's number.
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
  // next() has looked already, unless the router was woken for this cycle later.
  if (looked_ != now) look(now);
  if (!backlogs_.empty()) note_backlogs(now);
  if (!parked_.empty()) book_parked(now);
  prepare();
  observe_before(now);
  for (unsigned round = 0; round < params_.speedup && propose(now); ++round) allocate(now);
  // After allocation, which tests the room in output queues. Space that becomes free counts from
  // the next cycle on, independent of the order of outputs.
  if (queued_ != 0) send_queued(now);
  observe_after(now);
  for (unsigned word = 0; word < words_; ++word)
    // These could have gone but lost: nothing else would wake the router for them.
    if (look_[word] != 0) wants(now + 1);
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
}

void Router::observe_before(core::Cycle now) {
  if (observers_.waits) {
    observers_.waits->begin(now);
    observers_.asked = look_;
  }
  if (observers_.journal) observers_.journal->before(now);
}

void Router::observe_after(core::Cycle now) {
  if (observers_.journal) observers_.journal->after(now);
  if (observers_.waits && (queued_ != 0 || any_still_asks())) note_waits(now);
}

/// Stores the backlogs before anything is routed or leaves.
void Router::note_backlogs(core::Cycle now) {
  for (unsigned port = 0; port < outputs_.size(); ++port)
    backlogs_[port] = waiting_for(port) + outputs_[port].used();
  backlogs_at_ = now;
}

void Router::soon(core::Cycle) {
  parked_.release();  // look() does the same, and reads what is prefetched here
  each_active([this](unsigned input_vc) { __builtin_prefetch(&input_vcs_[input_vc], 1); });
}

void Router::next(core::Cycle now) {
  look(now);
  each_input_vc(look_, [this](unsigned input_vc) { __builtin_prefetch(&front(input_vc), 1); });
}

/// Routes heads that have come to the front.
void Router::prepare() {
  each_input_vc(look_, [this](unsigned index) {
    InputVc& input_vc = input_vcs_[index];
    if (!input_vc.routed) route(input_vc);
    // Prefetch all outputs before the first one is read.
    outputs_[input_vc.out_port].fetch();
  });
}

/// Finds virtual channels whose front has been here for router_latency.
void Router::look(core::Cycle now) {
  looked_ = now;
  next_ = core::kNoCycle;
  look_ = {};
  // Observers need every head that asks, in every cycle.
  if (observers_.waits || observers_.journal) parked_.release_all();
  parked_.release();
  each_active([this, now](unsigned input_vc) {
    if (const core::Cycle at = ready(input_vc); at <= now) {
      look_[input_vc / 64] |= bit(input_vc % 64);
    } else {
      wants(at);
    }
  });
}

/// Counts parked heads as asking in each cycle, like others, and finding no credit. Their virtual
/// channel's credits cannot have changed: none has come, and taking one needs a credit.
void Router::book_parked(core::Cycle now) {
  unsigned asking = parked_.size();
  std::uint64_t stopped = 0;
  // No other output can have an obstacle that comes before the missing credit.
  each_bit(params_.speedup == 1 ? parked_.outputs() : parked_.outputs() & queued_,
           [&](unsigned port) {
             const Obstacle obstacle = output_obstacle(port, now);
             if (obstacle == Obstacle::kNone) return;
             wants_after(obstacle, outputs_[port], now);
             stopped |= bit(port);
             asking -= parked_.behind(port);
           });
  stats_.no_credit += asking;
  // Blocked heads have not asked for a credit, so the next one wakes nobody.
  missed_again_ &= parked_.outputs();
  each_bit(missed_again_ & ~stopped, [this](unsigned port) { outputs_[port].miss_credit(); });
  missed_again_ &= stopped;
}

void Router::wants_after(Obstacle obstacle, const OutputPort& output, core::Cycle now) {
  if (obstacle == Obstacle::kOutputFull) wants(std::max(now + 1, output.free_from()));
  if (obstacle == Obstacle::kChannelBusy) wants(output.free_from());
}

/// Lets every input port propose one of its virtual channels that can go. Returns false if none
/// can. Virtual channels that cannot go are not looked at again in this cycle.
bool Router::propose(core::Cycle now) {
  each_input_vc(look_, [this, now](unsigned input_vc) {
    if (can_go(input_vc, now)) {
      propose(input_vc);
    } else {
      // Another look in this cycle is useless: credits come when a cycle begins, and any other
      // obstacle has set a wake-up.
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
    // Compare pairwise as candidates are found. With round robin from a fixed start and with age,
    // the overall winner wins every pair.
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

/// Lets every output port accept one proposal.
void Router::allocate(core::Cycle now) {
  while (proposed_ != 0) {
    const unsigned port = lowest_bit(proposed_);
    proposed_ &= proposed_ - 1;
    const std::uint64_t all = outputs_[port].proposals;
    outputs_[port].proposals = 0;
    if ((all & (all - 1)) == 0) {
      // Usually only one input wants an output; then skip the arbiter, which is a virtual call.
      outputs_[port].next_input = next_of(lowest_bit(all));
      grant(lowest_bit(all), now);
    } else {
      stats_.lost += static_cast<std::uint64_t>(__builtin_popcountll(all) - 1);
      grant(choose(port, all), now);
    }
  }
}

/// Returns true if `input_vc` goes before `other`, a virtual channel of the same input port.
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
    // If another packet holds the virtual channel, its tail wakes this router.
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
    // Called when the head comes to the front, once per router or only at the source router. The
    // routing compares the queues at that time.
    routing_.decide(head, number_, congestion_);
    head.decided = true;
  }
  if (loses_outputs_) routing_.avoid_dead(head, number_, congestion_);
  const Hop hop = routing_.next(head, number_);
  GF_CHECK(hop.port < outputs_.size(), std::string(name()));
  input_vc.out_port = static_cast<std::uint8_t>(hop.port);
  // Too few virtual channels for the routing are refused, unless the user asks for a deadlock.
  input_vc.out_vc = static_cast<std::uint8_t>(std::min(hop.vc, vcs_ - 1));
  input_vc.routed = true;
  count_waiting(input_vc, static_cast<int>(input_vc.queue.size()));
  input_vc.keep_path(head);
}

/// Chooses one of the input ports that propose to an output.
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
  // The head takes the virtual channel and the tail releases it. A packet of one flit needs no
  // owner, and middle flits change nothing.
  if (flit.tail != flit.head) hold(input_vc, flit.tail ? OutputPort::kFree : index, now);
  // Before the flit gets its next virtual channel: the credit is for the one on which it came.
  give_credit(index, vc, now);
  flit.vc = input_vc.out_vc;
  if (!flit.head) input_vc.pass_path(flit);
  // The flit behind a tail is a head, which is not routed yet.
  count_waiting(input_vc, flit.tail ? -static_cast<int>(input_vc.queue.size()) : -1);
  if (flit.tail) input_vc.routed = false;
  if (observers_.journal) observers_.journal->granted(index, flit, now);
  leave(flit, input_vc.out_port, now);
  next_in_input_vc(index, now);
}

/// Gives the virtual channel to a packet of several flits at its head; releases it at its tail.
void Router::hold(const InputVc& input_vc, unsigned owner, core::Cycle now) {
  OutputPort& output = outputs_[input_vc.out_port];
  output.set_owner(input_vc.out_vc, static_cast<std::uint16_t>(owner));
  owned_ |= bit(input_vc.out_port);
  if (owner != OutputPort::kFree) return;
  if (!output.owned()) owned_ &= ~bit(input_vc.out_port);
  wants(now + 1);  // other packets may wait for it
}

/// Sends the flit at once if the channel is free, otherwise puts it into the output queue.
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
  if (core::Probe::any_on() && observers_.inputs) observers_.inputs->flit(index, now, -1);
  const std::uint64_t mask = bit(index % 64);
  if (input_vc.queue.empty()) {
    occupied_[index / 64] &= ~mask;
    look_[index / 64] &= ~mask;
    return;
  }
  const core::Cycle at = ready(index);
  // The next flit is ready and may go in a later allocation of this cycle.
  if (at <= now) return;
  look_[index / 64] &= ~mask;
  wants(at);
}

/// Returns the credit for the space of the leaving flit. Credits stay in order.
void Router::give_credit(unsigned index, unsigned vc, core::Cycle now) {
  Input& input = inputs_[input_vcs_[index].input];
  core::Cycle known = now + input.latency;
  if (input.delays_credits) known = delay_credit(index, known);
  transit_.credit(known, *input.source, vc, input.cut);
}

core::Cycle Router::delay_credit(unsigned index, core::Cycle known) {
  core::Cycle& last = last_credits_[credit_line(index)];
  // A credit that overtook an earlier one would be taken for it, and the measured round trip would
  // be wrong.
  last = std::max(known + credit_delay(input_vcs_[index]), last);
  return last;
}

/// Fig. 17: delays credits of a congested output by the excess of its delay over that of the best
/// output. Global channels are left out: with their long round trip they would starve. Delayed
/// credits lengthen round trips elsewhere and, through full buffers, also those of this router.
/// Hence the limit.
unsigned Router::credit_delay(const InputVc& input_vc) const {
  const unsigned own =
      std::min(outputs_[input_vc.out_port].delay(input_vc.out_vc), params_.credit_delay.most);
  if (own == 0 || params_.credit_delay.against_idle) return own;
  unsigned least = own;
  for (const OutputPort& output : outputs_) {
    // Channels to nodes have no credits, so no round trip to compare.
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
