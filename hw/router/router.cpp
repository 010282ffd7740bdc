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
      number_(number),
      params_(params),
      vcs_(params.vcs),
      clock_(clock),
      member_(clock.add(*this)),
      routing_(routing),
      congestion_(congestion),
      lanes_(std::size_t{ports} * vcs_),
      occupied_((lanes_.size() + 63) / 64),
      inputs_(ports),
      outputs_(ports),
      proposals_(ports),
      stats_(*this) {
  GF_CHECK(ports <= 64, this->name());
  for (unsigned lane = 0; lane < lanes_.size(); ++lane)
    port_of_.push_back(static_cast<std::uint8_t>(lane / vcs_));
}

void Router::connect_output(unsigned port, FlitSink& sink, unsigned sink_port, unsigned latency,
                            unsigned buffer, const std::string& peer) {
  const unsigned round_trip = 2 * latency + params_.router_latency + params_.credit_latency;
  outputs_[port].connect(sink, sink_port, latency, buffer, vcs_, round_trip, peer);
  if (params_.credit_delay && buffer != 0) outputs_[port].keep_round_trips();
}

void Router::connect_input(unsigned port, CreditSink& source, unsigned source_port,
                           unsigned latency, bool delays_credits) {
  inputs_[port].delays_credits = delays_credits;
  inputs_[port].source = &source;
  inputs_[port].source_port = source_port;
  inputs_[port].latency = latency;
}

void Router::flit_comes(unsigned port, Flit& flit, core::Cycle at) {
  const unsigned index = port * vcs_ + flit.vc;
  auto& queue = lanes_[index].queue;
  const core::Cycle ready = at + params_.router_latency;
  const bool first = queue.empty();
  queue.push({ready, &flit});
  ++flits_;
  if (!first) return;
  lanes_[index].ready = ready;
  occupied_[index / 64] |= bit(index % 64);
  clock_.wake(member_, ready);
}

void Router::credit_comes(unsigned port, unsigned vc, core::Cycle at) {
  at = outputs_[port].give_credit(vc, at);
  if ((starved_ & bit(port)) != 0) clock_.wake(member_, at);
}

void Router::cycle(core::Cycle now) {
  next_ = core::kNoCycle;
  starved_ = 0;
  for (unsigned round = 0; round < params_.speedup; ++round) allocate(now);
  if (queued_ != 0) send_queued(now);
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
}

void Router::allocate(core::Cycle now) {
  propose(now);
  while (proposed_ != 0) {
    const auto port = static_cast<unsigned>(__builtin_ctzll(proposed_));
    proposed_ &= proposed_ - 1;
    const unsigned input = choose(port);
    const auto losers = __builtin_popcountll(proposals_[port]) - 1;
    if (losers > 0) {
      stats_.lost += static_cast<std::uint64_t>(losers);
      wants(now + 1);
    }
    proposals_[port] = 0;
    grant(input, now);
  }
}

/// Every input port proposes one of the lanes that can go.
void Router::propose(core::Cycle now) {
  unsigned last = ~0u;  // input port of the lane before
  for (std::size_t word = 0; word < occupied_.size(); ++word) {
    for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1) {
      const auto index = static_cast<unsigned>(word * 64 + __builtin_ctzll(bits));
      if (!can_go(index, now)) continue;
      const unsigned port = port_of_[index];
      Input& input = inputs_[port];
      if (port == last) {
        wants(now + 1);  // one of the two stays
        if (!before(index, input.proposal, port * vcs_ + input.next_vc)) continue;
        const unsigned other = lanes_[input.proposal].out_port;
        proposals_[other] &= ~bit(port);
        if (proposals_[other] == 0) proposed_ &= ~bit(other);
      }
      last = port;
      input.proposal = static_cast<std::uint16_t>(index);
      const unsigned output = lanes_[index].out_port;
      proposals_[output] |= bit(port);
      proposed_ |= bit(output);
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
  if (lane.ready > now) {
    wants(lane.ready);
    if (lane.ready == now + 1) __builtin_prefetch(lane.queue.front().flit, 1);
    return false;
  }
  if (!lane.routed) route(lane);
  OutputPort& output = outputs_[lane.out_port];
  if (params_.speedup > 1 && output.queued >= params_.output_buffer) {
    wants(now + 1);
    return false;
  }
  const std::uint16_t owner = output.owner(lane.out_vc);
  if (owner != OutputPort::kFree && owner != index) {
    return false;  // another packet holds the virtual channel: its tail wakes this router
  }
  const unsigned flits = params_.whole_packets && front(index).head ? params_.packet_flits : 1;
  if (output.has_credit(lane.out_vc, flits, now)) return true;
  ++stats_.no_credit;
  starved_ |= bit(lane.out_port);
  wants(output.next_credit());
  return false;
}

void Router::route(Lane& lane) {
  Flit& head = *lane.queue.front().flit;
  if (!head.decided) {
    routing_.decide(head, number_, congestion_);
    head.decided = true;
  }
  const Hop hop = routing_.next(head, number_);
  GF_CHECK(outputs_[hop.port].connected(), std::string(name()));
  lane.out_port = static_cast<std::uint16_t>(hop.port);
  // Fewer virtual channels than the routing needs are refused, unless a deadlock is asked for.
  lane.out_vc = static_cast<std::uint8_t>(std::min(hop.vc, vcs_ - 1));
  lane.routed = true;
  lane.minimal = head.minimal;
  lane.hops_local = head.hops_local;
  lane.hops_global = head.hops_global;
}

unsigned Router::choose(unsigned port) {
  const std::uint64_t all = proposals_[port];
  OutputPort& output = outputs_[port];
  unsigned chosen = round_robin(all, output.next_input);
  if (params_.oldest_first) {
    for (std::uint64_t rest = all; rest != 0; rest &= rest - 1) {
      const auto input = static_cast<unsigned>(__builtin_ctzll(rest));
      if (front(inputs_[input].proposal).birth < front(inputs_[chosen].proposal).birth)
        chosen = input;
    }
  }
  output.next_input = static_cast<std::uint8_t>((chosen + 1) % inputs_.size());
  return chosen;
}

void Router::grant(unsigned port, core::Cycle now) {
  Input& input = inputs_[port];
  const unsigned index = input.proposal;
  Lane& lane = lanes_[index];
  OutputPort& output = outputs_[lane.out_port];
  Flit& flit = *lane.queue.pop().flit;
  --flits_;
  ++stats_.flits;
  const unsigned vc = flit.vc;
  input.next_vc = static_cast<std::uint8_t>((vc + 1) % vcs_);
  output.take_credit(lane.out_vc, now);
  output.set_owner(lane.out_vc, flit.tail ? OutputPort::kFree : static_cast<std::uint16_t>(index));
  input.source->credit_comes(
      input.source_port, vc,
      now + input.latency + params_.credit_latency + credit_delay(port, lane.out_port, now));
  flit.vc = lane.out_vc;
  if (!flit.head) {
    flit.minimal = lane.minimal;
    flit.hops_local = lane.hops_local;
    flit.hops_global = lane.hops_global;
  }
  if (flit.tail) lane.routed = false;
  if (flit.tail && !flit.head) wants(now + 1);  // others may wait for its virtual channel
  if (params_.speedup == 1) {
    output.send(flit, now);
  } else {
    output.queue.push(flit);
    ++output.queued;
    queued_ |= bit(lane.out_port);
  }
  if (lane.queue.empty()) {
    occupied_[index / 64] &= ~bit(index % 64);
  } else {
    const Arrival& next = lane.queue.front();
    lane.ready = next.ready;
    __builtin_prefetch(next.flit, 1);  // it is looked at when it is ready
    wants(std::max(next.ready, now + 1));
  }
}

/// Fig. 17: credits of a congested output go back later, by as much as it is worse than the best.
/// Global channels are left out: their long round trip would starve them.
core::Cycle Router::credit_delay(unsigned input, unsigned port, core::Cycle now) {
  if (!params_.credit_delay || !inputs_[input].delays_credits) return 0;
  unsigned least = ~0u;
  for (OutputPort& output : outputs_)
    if (output.connected() && !output.endless()) least = std::min(least, output.delay(now));
  const unsigned own = outputs_[port].delay(now);
  return own > least ? own - least : 0;
}

void Router::send_queued(core::Cycle now) {
  for (std::uint64_t bits = queued_; bits != 0; bits &= bits - 1) {
    const auto port = static_cast<unsigned>(__builtin_ctzll(bits));
    OutputPort& output = outputs_[port];
    output.send(output.queue.pop(), now);
    if (--output.queued == 0) {
      queued_ &= ~bit(port);
    } else {
      wants(now + 1);
    }
  }
}

unsigned Router::waiting_for(unsigned port) const {
  std::size_t flits = 0;
  for (const Lane& lane : lanes_)
    if (lane.routed && lane.out_port == port) flits += lane.queue.size();
  return static_cast<unsigned>(flits);
}

bool Router::idle() const {
  if (flits_ != 0 || queued_ != 0) return false;
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
