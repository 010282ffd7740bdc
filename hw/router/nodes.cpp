// SPDX-License-Identifier: Apache-2.0
#include "hw/router/nodes.h"

#include <algorithm>
#include <string>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/trace/hop_journal.h"
#include "hw/router/nodes_journal.h"

namespace gf::hw::router {

using core::bit;
using core::each_bit;

namespace {

double birth_chance(const InjectionParams& params) {
  const double packets = params.load / params.packet_flits;
  // A node is in a burst for the fraction on / (on + off) of the time.
  return params.bursts ? packets * (params.burst_on + params.burst_off) / params.burst_on : packets;
}

}  // namespace

Nodes::Node::Node(std::uint64_t seed, unsigned number)
    : random(seed, "node_" + std::to_string(number)) {}

Nodes::Nodes(const sc_core::sc_module_name& name, unsigned first, unsigned count,
             const InjectionParams& params, Transit& transit, const model::TrafficIf& traffic,
             PacketClient& client, std::uint64_t seed)
    : sc_module(name),
      Quiescent(this->name()),
      transit_(transit),
      clock_(transit.clock()),
      member_(clock_.add(*this)),
      first_(first),
      births_(count, core::kNoCycle),
      params_(params),
      birth_(birth_chance(params)),
      burst_begin_(params.burst_on),
      burst_end_(params.burst_off),
      traffic_(traffic),
      client_(client) {
  GF_CHECK(count <= 64, this->name());
  nodes_.reserve(count);
  for (unsigned i = 0; i < count; ++i) nodes_.emplace_back(seed, first + i);
  if (params.reply_flits > 0) replies_.resize(count);
}

void Nodes::connect(unsigned index, FlitSink& sink, unsigned sink_port, const ChannelTiming& timing,
                    unsigned buffer, unsigned vcs, const std::string& peer) {
  nodes_[index].output.connect({sink, sink_port, timing, buffer, 0}, vcs, peer, *this, index);
  vcs_ = vcs;
}

Nodes::~Nodes() = default;

JournalEnd* Nodes::journal_end() { return journal_.get(); }

void Nodes::start_of_simulation() {
  if (core::HopJournal::active() != nullptr) journal_ = std::make_unique<NodesJournal>(*this);
  for (unsigned index = 0; index < nodes_.size(); ++index) {
    // If there is a list, only its packets are generated, and schedule() has set the times.
    if (listed_.empty()) births_[index] = draw_birth(nodes_[index], 0);
    earliest_birth_ = std::min(earliest_birth_, births_[index]);
  }
  if (earliest_birth_ != core::kNoCycle) clock_.wake(member_, earliest_birth_);
}

core::Cycle Nodes::draw_birth(Node& node, core::Cycle last) const {
  if (birth_.never()) return core::kNoCycle;
  // Draw the cycle of the next birth instead of a chance in each cycle: a silent node is then not
  // called.
  core::Cycle at = last + 1 + birth_(node.random);
  // On/off: births after the end of a burst move to a later burst.
  while (params_.bursts && at >= node.burst_until) {
    const core::Cycle begin = std::max(node.burst_until, last) + 1 + burst_begin_(node.random);
    node.burst_until = begin + 1 + burst_end_(node.random);
    at = begin + birth_(node.random);
  }
  return at;
}

void Nodes::soon(core::Cycle now) {
  for (unsigned index = 0; index < births_.size(); ++index) {
    if (births_[index] > now && (waiting_ & ~starved_ & bit(index)) == 0) continue;
    const auto* node = reinterpret_cast<const char*>(&nodes_[index]);
    for (std::size_t line = 0; line < sizeof(Node); line += 64) __builtin_prefetch(node + line, 1);
  }
}

void Nodes::cycle(core::Cycle now) {
  next_ = core::kNoCycle;
  if (journal_) journal_->before(now);
  // Before births and replies: a packet generated in t can leave in t + 1.
  each_bit(waiting_ & ~starved_, [this, now](unsigned index) { send_flit(index, now); });
  if (!replies_.empty()) answer(now);
  if (!stopped_) {
    if (earliest_birth_ <= now) generate(now);
    next_ = std::min(next_, earliest_birth_);
  }
  if (next_ != core::kNoCycle) clock_.wake(member_, next_);
}

void Nodes::generate(core::Cycle now) {
  earliest_birth_ = core::kNoCycle;
  for (unsigned index = 0; index < births_.size(); ++index) {
    if (births_[index] <= now) generate_at(index, now);
    earliest_birth_ = std::min(earliest_birth_, births_[index]);
  }
}

void Nodes::generate_at(unsigned index, core::Cycle now) {
  next_ = now + 1;
  Node& node = nodes_[index];
  if (listed_.empty()) {
    push(index, traffic_.destination(first_ + index, node.random), params_.packet_flits, now);
    births_[index] = draw_birth(node, now);
    return;
  }
  auto& list = listed_[index];
  for (; !list.empty() && list.front().cycle <= now; list.drop())
    push(index, list.front().dst, list.front().flits, now);
  births_[index] = list.empty() ? core::kNoCycle : list.front().cycle;
}

/// Answers requests that have arrived completely.
void Nodes::answer(core::Cycle now) {
  for (unsigned index = 0; index < replies_.size(); ++index) {
    auto& due = replies_[index];
    for (; !due.empty() && due.front().at <= now; due.drop()) {
      const Reply& reply = due.front();
      // It has the birth of its request, so its end is the end of the round trip.
      nodes_[index].queue.push({reply.birth, reply.dst,
                                static_cast<std::uint16_t>(params_.reply_flits), reply.measured,
                                false, true});
      waiting_ |= bit(index);
      next_ = now + 1;
    }
    if (!due.empty()) next_ = std::min(next_, due.front().at);
  }
}

void Nodes::schedule(unsigned index, const model::ListedPacket& packet) {
  if (listed_.empty()) listed_.resize(nodes_.size());
  if (listed_[index].empty()) births_[index] = packet.cycle;
  listed_[index].push(packet);
}

void Nodes::push(unsigned index, unsigned dst, unsigned flits, core::Cycle now, std::uint8_t tag) {
  nodes_[index].queue.push(
      {now, dst, static_cast<std::uint16_t>(flits), client_.packet_born(now), false, false, tag});
  waiting_ |= bit(index);
}

void Nodes::send(unsigned index, unsigned dst, unsigned flits, std::uint8_t tag) {
  // Do not use the clock's latest cycle: the clock sleeps while no member needs a cycle, so that
  // may be long ago.
  const core::Cycle now = core::now_ticks() / clock_.period();
  push(index, dst, flits, now, tag);
  clock_.wake(member_, now + 1);
}

void Nodes::send_flit(unsigned index, core::Cycle now) {
  Node& node = nodes_[index];
  Waiting& packet = node.queue.front();
  // Chosen by destination, not in turn, so that packets of a pair stay in order.
  const unsigned vc = packet.dst % vcs_;
  if (packet.birth >= now) {
    // send() was called before this cycle was served.
    next_ = std::min(next_, now + 1);
    return;
  }
  if (node.output.free_from() > now) {
    next_ = std::min(next_, node.output.free_from());
    return;
  }
  if (!node.output.has_credit(vc, 1)) {
    // No wake-up needed: the next credit wakes the nodes.
    node.output.miss_credit();
    starved_ |= bit(index);
    return;
  }
  node.output.take_credit(vc, now);
  Flit flit;
  flit.birth = packet.birth;
  flit.src = first_ + index;
  flit.dst = packet.dst;
  flit.vc = static_cast<std::uint8_t>(vc);
  flit.measured = packet.measured;
  flit.reply = packet.reply;
  flit.tag = packet.tag;
  flit.head = !packet.middle;
  flit.tail = packet.flits == 1;
  node.output.send(flit, now, transit_);
  packet.middle = true;
  if (--packet.flits == 0) {
    node.queue.drop();
    if (source_client_ != nullptr) source_client_->packet_left(first_ + index);
  }
  if (node.queue.empty()) {
    waiting_ &= ~bit(index);
  } else {
    next_ = std::min(next_, node.output.free_from());
  }
}

void Nodes::flit_comes(unsigned index, const Flit& flit) {
  GF_CHECK(flit.dst == first_ + index, std::string(name()) + ": a packet for another node");
  client_.flit_ends(flit);
  if (replies_.empty() || !flit.tail || flit.reply) return;
  replies_[index].push({flit.at, flit.birth, flit.src, flit.measured});
  // The router announces the flit when it leaves there, ahead of its arrival in `flit.at`. This
  // saves a Transit entry.
  clock_.wake(member_, flit.at);
}

std::uint64_t Nodes::waiting() const {
  std::uint64_t packets = 0;
  for (const Node& node : nodes_) packets += node.queue.size();
  return packets;
}

bool Nodes::idle() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const Node& node) { return node.queue.empty() && node.output.home(); }) &&
         std::all_of(replies_.begin(), replies_.end(), [](const auto& due) { return due.empty(); });
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
