// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::hw::router {
namespace {

constexpr std::uint64_t bit(unsigned n) { return 1ull << n; }

/// Lowest set bit at or above `first`, else the lowest.
unsigned round_robin(std::uint64_t mask, unsigned first) {
  const std::uint64_t upper = mask & ~(bit(first) - 1);
  return static_cast<unsigned>(__builtin_ctzll(upper != 0 ? upper : mask));
}

}  // namespace

Router::Router(const sc_core::sc_module_name& name, unsigned number, unsigned ports,
               const RouterParams& params, core::ClockDomain& clock, RoutingIf& routing,
               const CongestionIf& congestion)
    : sc_module(name),
      Quiescent(this->name()),
      vcs_(params.vcs),
      words_((ports * params.vcs + 63) / 64),
      member_(clock.add(*this)),
      router_latency_(params.router_latency),
      clock_(clock),
      lanes_(std::size_t{ports} * vcs_),
      ready_(lanes_.size(), core::kNoCycle),
      inputs_(ports),
      outputs_(ports),
      proposals_(ports),
      routing_(routing),
      congestion_(congestion),
      params_(params),
      number_(number),
      stats_(*this) {
  GF_CHECK(ports <= kMostPorts, this->name());
  for (unsigned lane = 0; lane < lanes_.size(); ++lane)
    port_of_.push_back(static_cast<std::uint8_t>(lane / vcs_));
}

void Router::connect_output(unsigned port, FlitSink& sink, unsigned sink_port, unsigned latency,
                            unsigned buffer, const std::string& peer) {
  const unsigned round_trip = 2 * latency + params_.router_latency + params_.credit_latency;
  outputs_[port].connect({sink, sink_port, latency, buffer, round_trip}, vcs_, peer);
  outputs_[port].wakes(clock_, member_);
  if (buffer != 0) buffer_ = buffer;
  if (params_.credit_delay && buffer != 0) outputs_[port].keep_round_trips();
}

void Router::connect_input(unsigned port, OutputPort& source, unsigned latency,
                           bool delays_credits) {
  inputs_[port].source = &source;
  inputs_[port].latency = static_cast<std::uint16_t>(latency + params_.credit_latency);
  inputs_[port].delays_credits = delays_credits && params_.credit_delay;
}

void Router::watch() {
  input_probes_ = std::make_unique<InputProbes>(name(), clock_.period(), inputs_.size(), vcs_);
  for (unsigned port = 0; port < outputs_.size(); ++port) {
    if (!outputs_[port].connected() || outputs_[port].endless()) continue;
    output_probes_.push_back(std::make_unique<OutputProbes>(
        std::string(name()) + ".out_" + std::to_string(port), clock_.period(), vcs_));
    outputs_[port].watch(*output_probes_.back());
  }
}

void Router::start_of_simulation() {
  for (const auto& probes : output_probes_) probes->start(buffer_);
}

void Router::flit_comes(unsigned port, const Flit& flit) {
  const unsigned index = port * vcs_ + flit.vc;
  auto& queue = lanes_[index].queue;
  const bool first = queue.empty();
  queue.push_slot() = flit;
  if (core::Probe::any_on() && input_probes_) input_probes_->flit(index, flit.at, +1);
  if (!first) return;
  const core::Cycle ready = flit.at + router_latency_;
  ready_[index] = ready;
  occupied_[index / 64] |= bit(index % 64);
  wants(ready);  // it may come between look() and the end of cycle()
  clock_.wake(member_, ready);
}

void Router::cycle(core::Cycle now) {
  if (looked_ != now) look(now);
  busy_ = 0;
  prepare();
  for (unsigned round = 0; round < params_.speedup && propose(now); ++round) allocate(now);
  if (queued_ != 0) send_queued(now);
  for (unsigned word = 0; word < words_; ++word)
    if (look_[word] != 0) wants(now + 1);
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
}

void Router::soon(core::Cycle now) {
  look(now);
  for (unsigned word = 0; word < words_; ++word) {
    for (std::uint64_t bits = look_[word]; bits != 0; bits &= bits - 1) {
      const unsigned lane = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      __builtin_prefetch(&lanes_[lane], 1);
      inputs_[port_of_[lane]].source->fetch_for_credit();
    }
  }
}

void Router::next(core::Cycle now) {
  if (looked_ != now) return;
  for (unsigned word = 0; word < words_; ++word) {
    for (std::uint64_t bits = look_[word]; bits != 0; bits &= bits - 1) {
      const unsigned lane = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      __builtin_prefetch(&front(lane), 1);
    }
  }
}

/// Heads that come to the front get their way.
void Router::prepare() {
  for (unsigned word = 0; word < words_; ++word) {
    for (std::uint64_t bits = look_[word]; bits != 0; bits &= bits - 1) {
      Lane& lane = lanes_[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
      if (!lane.routed) route(lane);
      outputs_[lane.out_port].fetch();
    }
  }
}

/// Lanes whose front has been here long enough.
void Router::look(core::Cycle now) {
  looked_ = now;
  next_ = core::kNoCycle;
  for (unsigned word = 0; word < words_; ++word) {
    std::uint64_t due = 0;
    for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1) {
      const core::Cycle ready = ready_[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
      if (ready <= now) {
        due |= bits & (~bits + 1);
      } else {
        wants(ready);
      }
    }
    look_[word] = due;
  }
}

/// Every input port proposes one of its lanes that can go; false: none can. Lanes that cannot are
/// not looked at again in this cycle.
bool Router::propose(core::Cycle now) {
  for (unsigned word = 0; word < words_; ++word) {
    for (std::uint64_t bits = look_[word]; bits != 0; bits &= bits - 1) {
      const unsigned lane = word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      if (can_go(lane, now)) {
        propose(lane);
      } else {
        look_[word] &= ~(bits & (~bits + 1));
      }
    }
  }
  proposing_ = 0;
  return proposed_ != 0;
}

void Router::propose(unsigned lane) {
  const unsigned port = port_of_[lane];
  Input& input = inputs_[port];
  if ((proposing_ & bit(port)) != 0) {
    if (!before(lane, input.proposal, port * vcs_ + input.next_vc)) return;
    withdraw(port);
  }
  proposing_ |= bit(port);
  input.proposal = static_cast<std::uint16_t>(lane);
  const unsigned output = lanes_[lane].out_port;
  outputs_[output].fetch_sink(lanes_[lane].out_vc);
  proposals_[output] |= bit(port);
  proposed_ |= bit(output);
}

void Router::withdraw(unsigned port) {
  const unsigned output = lanes_[inputs_[port].proposal].out_port;
  proposals_[output] &= ~bit(port);
  if (proposals_[output] == 0) proposed_ &= ~bit(output);
}

/// Every output port takes one of the proposals.
void Router::allocate(core::Cycle now) {
  while (proposed_ != 0) {
    const auto port = static_cast<unsigned>(__builtin_ctzll(proposed_));
    proposed_ &= proposed_ - 1;
    const std::uint64_t all = proposals_[port];
    proposals_[port] = 0;
    if ((all & (all - 1)) == 0) {
      outputs_[port].next_input = next_of(static_cast<unsigned>(__builtin_ctzll(all)));
      grant(static_cast<unsigned>(__builtin_ctzll(all)), now);
    } else {
      stats_.lost += static_cast<std::uint64_t>(__builtin_popcountll(all) - 1);
      grant(choose(port, all), now);
    }
  }
}

/// Of two lanes of an input port: whether `lane` comes before `other`.
bool Router::before(unsigned lane, unsigned other, unsigned first) const {
  if (params_.oldest_first) return front(lane).birth < front(other).birth;
  return (lane >= first) && (other < first);  // lanes come in rising order
}

bool Router::can_go(unsigned index, core::Cycle now) {
  Lane& lane = lanes_[index];
  if (!lane.routed) route(lane);
  OutputPort& output = outputs_[lane.out_port];
  if ((queued_ & bit(lane.out_port)) != 0 && output.queue.size() >= params_.output_buffer) {
    wants(now + 1);
    return false;
  }
  // Another packet holds the virtual channel: its tail wakes this router.
  if ((owned_ & bit(lane.out_port)) != 0 && !output.open_to(index, lane.out_vc)) return false;
  const unsigned flits = params_.whole_packets && front(index).head ? params_.packet_flits : 1;
  if (output.has_credit(lane.out_vc, flits, now)) return true;
  ++stats_.no_credit;
  wants(output.miss_credit());
  return false;
}

void Router::route(Lane& lane) {
  Flit& head = lane.queue.front();
  if (!head.decided) {
    routing_.decide(head, number_, congestion_);
    head.decided = true;
  }
  const Hop hop = routing_.next(head, number_);
  GF_CHECK(hop.port < outputs_.size(), std::string(name()));
  lane.out_port = static_cast<std::uint8_t>(hop.port);
  // Fewer virtual channels than the routing needs are refused, unless a deadlock is asked for.
  lane.out_vc = static_cast<std::uint8_t>(std::min(hop.vc, vcs_ - 1));
  lane.routed = true;
  lane.minimal = head.minimal;
  lane.hops_local = head.hops_local;
  lane.hops_global = head.hops_global;
}

/// One of the input ports that propose to an output.
unsigned Router::choose(unsigned port, std::uint64_t all) {
  OutputPort& output = outputs_[port];
  unsigned chosen = round_robin(all, output.next_input);
  if (params_.oldest_first) {
    for (std::uint64_t rest = all; rest != 0; rest &= rest - 1) {
      const auto input = static_cast<unsigned>(__builtin_ctzll(rest));
      if (front(inputs_[input].proposal).birth < front(inputs_[chosen].proposal).birth)
        chosen = input;
    }
  }
  output.next_input = next_of(chosen);
  return chosen;
}

void Router::grant(unsigned port, core::Cycle now) {
  Input& input = inputs_[port];
  const unsigned index = input.proposal;
  Lane& lane = lanes_[index];
  OutputPort& output = outputs_[lane.out_port];
  Flit& flit = lane.queue.front();
  const unsigned vc = flit.vc;
  input.next_vc = static_cast<std::uint8_t>(vc + 1 == vcs_ ? 0 : vc + 1);
  output.take_credit(lane.out_vc, now);
  if (flit.tail != flit.head) hold(lane, flit.tail ? OutputPort::kFree : index, now);
  core::Cycle home = now + input.latency;
  if (input.delays_credits) home += credit_delay(lane.out_port, now);
  input.source->give_credit(vc, now, home);
  flit.vc = lane.out_vc;
  if (!flit.head) {
    flit.minimal = lane.minimal;
    flit.hops_local = lane.hops_local;
    flit.hops_global = lane.hops_global;
  }
  if (flit.tail) lane.routed = false;
  leave(flit, lane.out_port, now);
  next_in_lane(index, now);
}

/// A packet of several flits holds its virtual channel, from its head to its tail.
void Router::hold(const Lane& lane, unsigned owner, core::Cycle now) {
  OutputPort& output = outputs_[lane.out_port];
  output.set_owner(lane.out_vc, static_cast<std::uint16_t>(owner));
  owned_ |= bit(lane.out_port);
  if (owner != OutputPort::kFree) return;
  if (!output.owned()) owned_ &= ~bit(lane.out_port);
  wants(now + 1);  // others may wait for it
}

/// By the channel at once if it is free, else behind what waits for it.
void Router::leave(Flit& flit, unsigned port, core::Cycle now) {
  OutputPort& output = outputs_[port];
  ++stats_.flits;
  if (((queued_ | busy_) & bit(port)) == 0) {
    busy_ |= bit(port);
    output.send(flit, now);
  } else {
    output.queue.push_slot() = flit;
    queued_ |= bit(port);
  }
}

void Router::next_in_lane(unsigned index, core::Cycle now) {
  Lane& lane = lanes_[index];
  lane.queue.drop();
  if (core::Probe::any_on() && input_probes_) input_probes_->flit(index, now, -1);
  const std::uint64_t mask = bit(index % 64);
  if (lane.queue.empty()) {
    ready_[index] = core::kNoCycle;
    occupied_[index / 64] &= ~mask;
    look_[index / 64] &= ~mask;
    return;
  }
  const core::Cycle ready = ready_[index] = lane.queue.front().at + router_latency_;
  if (ready <= now) return;
  look_[index / 64] &= ~mask;
  wants(ready);
}

/// Fig. 17: credits of a congested output go back later, by as much as it is worse than the best.
/// Global channels are left out: their long round trip would starve them.
core::Cycle Router::credit_delay(unsigned port, core::Cycle now) {
  unsigned least = ~0u;
  for (OutputPort& output : outputs_)
    if (output.connected() && !output.endless()) least = std::min(least, output.delay(now));
  const unsigned own = outputs_[port].delay(now);
  return own > least ? own - least : 0;
}

void Router::send_queued(core::Cycle now) {
  for (std::uint64_t bits = queued_ & ~busy_; bits != 0; bits &= bits - 1) {
    const auto port = static_cast<unsigned>(__builtin_ctzll(bits));
    OutputPort& output = outputs_[port];
    output.send(output.queue.front(), now);
    output.queue.drop();
    if (output.queue.empty()) queued_ &= ~bit(port);
  }
  if (queued_ != 0) wants(now + 1);
}

std::uint64_t Router::flits_held() const {
  std::uint64_t flits = 0;
  for (const Lane& lane : lanes_) flits += lane.queue.size();
  for (const OutputPort& output : outputs_) flits += output.queue.size();
  return flits;
}

unsigned Router::waiting_for(unsigned port, unsigned vc) const {
  const core::Cycle now = clock_.now();
  unsigned flits = 0;
  for (unsigned word = 0; word < words_; ++word) {
    for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1) {
      const Lane& lane = lanes_[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))];
      if (!lane.routed || lane.out_port != port || (vc != kAnyVc && lane.out_vc != vc)) continue;
      for (std::size_t i = 0; i < lane.queue.size() && lane.queue[i].at <= now; ++i) ++flits;
    }
  }
  return flits;
}

bool Router::idle() const {
  if (flits_held() != 0) return false;
  return std::all_of(outputs_.begin(), outputs_.end(), [](const OutputPort& output) {
    return !output.connected() || output.home(core::kNoCycle);
  });
}

void Router::append_waits(std::vector<core::Wait>& waits) const {
  for (unsigned index = 0; index < lanes_.size(); ++index) {
    const Lane& lane = lanes_[index];
    if (lane.queue.empty()) continue;
    waits.push_back({name(),
                     "input " + std::to_string(port_of_[index]) + " VC " +
                         std::to_string(index % vcs_) + ": a credit of VC " +
                         std::to_string(lane.out_vc) + " at output " +
                         std::to_string(lane.out_port),
                     outputs_[lane.out_port].peer()});
  }
}

}  // namespace gf::hw::router
