// SPDX-License-Identifier: Apache-2.0
#include "hw/router/nodes.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::hw::router {
namespace {

double birth_chance(const InjectionParams& params) {
  const double packets = params.load / params.packet_flits;
  // A node is in a burst for on / (on + off) of the time.
  return params.bursts ? packets * (params.burst_on + params.burst_off) / params.burst_on : packets;
}

}  // namespace

Nodes::Node::Node(std::uint64_t seed, unsigned number)
    : random(seed, "node_" + std::to_string(number)) {}

Nodes::Nodes(const sc_core::sc_module_name& name, unsigned first, unsigned count,
             const InjectionParams& params, core::ClockDomain& clock,
             const model::TrafficIf& traffic, FlitPool& pool, PacketObserver& observer,
             std::uint64_t seed)
    : sc_module(name),
      Quiescent(this->name()),
      first_(first),
      params_(params),
      birth_chance_(birth_chance(params)),
      clock_(clock),
      member_(clock.add(*this)),
      traffic_(traffic),
      pool_(pool),
      observer_(observer) {
  nodes_.reserve(count);
  for (unsigned i = 0; i < count; ++i) nodes_.emplace_back(seed, first + i);
}

void Nodes::connect(unsigned index, FlitSink& sink, unsigned sink_port, unsigned latency,
                    unsigned buffer, unsigned vcs, const std::string& peer) {
  nodes_[index].output.connect(sink, sink_port, latency, buffer, vcs, 0, peer);
  vcs_ = vcs;
}

void Nodes::start_of_simulation() {
  for (Node& node : nodes_) {
    node.next_birth = draw_birth(node, 0);
    if (node.next_birth != core::kNoCycle) clock_.wake(member_, node.next_birth);
  }
}

core::Cycle Nodes::draw_birth(Node& node, core::Cycle last) const {
  if (birth_chance_ <= 0) return core::kNoCycle;
  core::Cycle at = last + 1 + node.random.geometric(birth_chance_);
  // On/off: what would be born after the burst's end is born in a later one.
  while (params_.bursts && at >= node.burst_until) {
    const core::Cycle silence = 1 + node.random.geometric(params_.burst_on);
    const core::Cycle begin = std::max(node.burst_until, last) + silence;
    node.burst_until = begin + 1 + node.random.geometric(params_.burst_off);
    at = begin + node.random.geometric(birth_chance_);
  }
  return at;
}

void Nodes::cycle(core::Cycle now) {
  next_ = core::kNoCycle;
  for (unsigned index = 0; index < nodes_.size(); ++index) {
    send_flit(index, now);
    if (!stopped_) generate(index, now);
  }
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
}

void Nodes::generate(unsigned index, core::Cycle now) {
  Node& node = nodes_[index];
  if (node.next_birth <= now) {
    push(index, traffic_.destination(first_ + index, node.random), params_.packet_flits, now);
    next_ = now + 1;
    node.next_birth = draw_birth(node, now);
  }
  next_ = std::min(next_, node.next_birth);
}

void Nodes::push(unsigned index, unsigned dst, unsigned flits, core::Cycle now) {
  nodes_[index].queue.push({now, dst, flits, observer_.packet_born(now)});
}

void Nodes::send(unsigned index, unsigned dst, unsigned flits) {
  push(index, dst, flits, clock_.now());
  clock_.wake(member_, clock_.now() + 1);
}

void Nodes::send_flit(unsigned index, core::Cycle now) {
  Node& node = nodes_[index];
  if (node.queue.empty()) return;
  Waiting& packet = node.queue.front();
  const unsigned vc = packet.dst % vcs_;
  if (!node.output.has_credit(vc, 1, now)) {
    node.starved = true;
    next_ = std::min(next_, node.output.next_credit());
    return;
  }
  node.starved = false;
  node.output.take_credit(vc, now);
  Flit& flit = pool_.make();
  flit.birth = packet.birth;
  flit.src = first_ + index;
  flit.dst = packet.dst;
  flit.vc = static_cast<std::uint8_t>(vc);
  flit.measured = packet.measured;
  flit.head = !node.middle;
  flit.tail = packet.flits == 1;
  node.output.send(flit, now);
  node.middle = --packet.flits > 0;
  if (!node.middle) node.queue.pop();
  if (!node.queue.empty()) next_ = now + 1;
}

void Nodes::flit_comes(unsigned index, Flit& flit, core::Cycle at) {
  GF_CHECK(flit.dst == first_ + index, std::string(name()) + ": a packet for another node");
  observer_.flit_ends(flit, at);
  pool_.recycle(flit);
}

void Nodes::credit_comes(unsigned index, unsigned vc, core::Cycle at) {
  Node& node = nodes_[index];
  at = node.output.give_credit(vc, at);
  if (node.starved) clock_.wake(member_, at);
}

std::uint64_t Nodes::waiting() const {
  std::uint64_t packets = 0;
  for (const Node& node : nodes_) packets += node.queue.size();
  return packets;
}

bool Nodes::idle() const {
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    return node.queue.empty() && node.output.home(core::kNoCycle);
  });
}

void Nodes::append_waits(std::vector<core::Wait>& waits) const {
  for (unsigned index = 0; index < nodes_.size(); ++index) {
    const Node& node = nodes_[index];
    if (node.queue.empty()) continue;
    waits.push_back({name(),
                     "node " + std::to_string(first_ + index) + ": " +
                         std::to_string(node.queue.size()) + " packets to leave",
                     node.output.peer()});
  }
}

}  // namespace gf::hw::router
