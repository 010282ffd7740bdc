// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_copies.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"

namespace gf::platforms::network {
namespace {

constexpr unsigned kMostPacketFlits = 64;  // as packet_flits
/// One leaves while the next one waits behind it; more would only make the queue longer.
constexpr unsigned kMostQueued = 2;
constexpr std::size_t kMostTags = 256;  // as many as the tag of a flit can name

}  // namespace

unsigned NetworkCopyParams::flits_of(std::uint64_t payload) const {
  const std::uint64_t each = core::Bytes(flit).count();
  return head_flits + static_cast<unsigned>((payload + each - 1) / each);
}

void NetworkCopyParams::validate(const std::string& path) const {
  ParamGroup::validate(path);
  if (packet_flits() <= kMostPacketFlits) return;
  core::fail_config(path, "packet", core::to_text(packet),
                    "up to " + std::to_string(kMostPacketFlits) + " flits of " +
                        core::to_text(flit) + ", including head_flits",
                    "lower packet or head_flits, or raise flit");
}

NetworkCopies::NetworkCopies(const NetworkCopyParams& params, unsigned nodes)
    : params_(params), engines_(nodes) {}

void NetworkCopies::attach(Network& network) {
  network_ = &network;
  clock_ = &network.clock().own_part();
  if (!core::ranks().alone()) network.carry(*this);
  member_ = clock_->add(*this);
  for (unsigned node = 0; node < devices(); ++node) nodes_of(node).set_client(*this);
}

hw::router::Nodes& NetworkCopies::nodes_of(unsigned node) const {
  return network_->nodes(network_->graph().router_of(node));
}

void NetworkCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  schedule::refuse_other_engines(
      schedule, copy, {model::CopyMeans::kDma},
      "each node of a network has one copy engine, which makes the copies");
}

void NetworkCopies::submit(model::Flow& flow, const model::Task& /*copy*/,
                           schedule::CopyClient& client) {
  flow.submitted = core::now_ticks();
  engines_[flow.source].waiting.push_back({&flow, &client});
  set_up_next(flow.source);
}

void NetworkCopies::set_up_next(unsigned node) {
  Engine& engine = engines_[node];
  if (engine.setting_up || engine.sending != kNoTag || engine.waiting.empty()) return;
  engine.setting_up = true;
  const core::Ticks period = clock_->period();
  const core::Ticks ready = core::now_ticks() + sc_core::sc_time(params_.setup).value();
  at((ready + period - 1) / period, node, kNoTag);
}

void NetworkCopies::at(core::Cycle cycle, unsigned node, int tag) {
  due_.push({cycle, said_++, node, tag});
  clock_->wake(member_, due_.top().at);
}

void NetworkCopies::cycle(core::Cycle now) {
  while (!due_.empty() && due_.top().at <= now) {
    const Due due = due_.top();
    due_.pop();
    if (due.tag == kNoTag)
      begin(due.node);
    else
      end(due.node, due.tag);
  }
  if (!due_.empty()) clock_->wake(member_, due_.top().at);
}

int NetworkCopies::free_tag(Engine& engine) {
  const auto found = std::find_if(engine.tagged.begin(), engine.tagged.end(),
                                  [](const Copy& copy) { return copy.flow == nullptr; });
  if (found == engine.tagged.end() && engine.tagged.size() == kMostTags) return kNoTag;
  const auto tag = static_cast<int>(found - engine.tagged.begin());
  if (found == engine.tagged.end()) engine.tagged.emplace_back();
  return tag;
}

void NetworkCopies::begin(unsigned node) {
  Engine& engine = engines_[node];
  const int tag = free_tag(engine);
  engine.wants_tag = tag == kNoTag;
  if (engine.wants_tag) {
    // A tag becomes free when its copy has ended, and ranks learn of that at different times.
    if (core::ranks().alone()) return;
    core::fail_config("", "--ranks", std::to_string(core::ranks().count()),
                      "1 where a node has more than " + std::to_string(kMostTags) +
                          " copies in flight, as node " + std::to_string(node) + " does",
                      "leave --ranks and mpirun out, or make copies longer");
  }
  engine.setting_up = false;
  engine.sending = tag;
  const Copy& copy = engine.tagged[static_cast<std::size_t>(tag)] = engine.waiting.front();
  engine.waiting.pop_front();
  if (!here(copy.flow->destination))
    announce({static_cast<std::uint64_t>(copy.flow - flows_->data()), node,
              static_cast<std::uint32_t>(tag)});
  feed(node);
}

void NetworkCopies::feed(unsigned node) {
  Engine& engine = engines_[node];
  const auto tag = static_cast<std::uint8_t>(engine.sending);
  Copy& copy = engine.tagged[tag];
  const unsigned port = network_->graph().port_of(node);
  while (engine.queued < kMostQueued && copy.given < copy.flow->bytes) {
    const std::uint64_t payload =
        std::min<std::uint64_t>(core::Bytes(params_.packet).count(), copy.flow->bytes - copy.given);
    const unsigned flits = params_.flits_of(payload);
    copy.given += payload;
    copy.flits_out += flits;
    ++engine.queued;
    nodes_of(node).send(port, copy.flow->destination, flits, tag);
  }
}

void NetworkCopies::packet_left(unsigned node) {
  Engine& engine = engines_[node];
  Copy& copy = engine.tagged[static_cast<std::size_t>(engine.sending)];
  if (copy.flow->first_sent == core::kNever) copy.flow->first_sent = core::now_ticks();
  --engine.queued;
  feed(node);
  if (engine.queued > 0) return;
  engine.sending = kNoTag;
  set_up_next(node);
}

void NetworkCopies::flit_ends(const hw::router::Flit& flit) {
  Copy& copy = engines_[flit.src].tagged[flit.tag];
  --copy.flits_out;
  copy.last = std::max(copy.last, flit.at);
  model::Flow& flow = *copy.flow;
  // Counts by packets that have arrived. All but the last have the same size, so the final sum is
  // exact.
  if (flit.tail)
    flow.deliver(
        std::min<std::uint64_t>(core::Bytes(params_.packet).count(), flow.bytes - flow.delivered));
  if (copy.given == flow.bytes && copy.flits_out == 0) at(copy.last, flit.src, flit.tag);
}

void NetworkCopies::end(unsigned node, int tag) {
  Engine& engine = engines_[node];
  Copy& slot = engine.tagged[static_cast<std::size_t>(tag)];
  const Copy copy = slot;
  slot = {};
  copy.flow->finished = core::now_ticks();
  if (!here(node)) announce({TagNote::kEnded, node, static_cast<std::uint32_t>(tag)});
  if (engine.wants_tag) begin(node);
  copy.client->copy_ended(*copy.flow);
}

std::uint64_t NetworkCopies::flits_of(const model::Flow& flow) const {
  const std::uint64_t packet = core::Bytes(params_.packet).count();
  const std::uint64_t rest = flow.bytes % packet;
  return flow.bytes / packet * params_.packet_flits() + (rest == 0 ? 0 : params_.flits_of(rest));
}

void NetworkCopies::take(const TagNote& note) {
  std::vector<Copy>& tagged = engines_[note.node].tagged;
  if (note.flow == TagNote::kEnded) {
    if (here(note.node)) tagged[note.tag] = {};
    return;
  }
  model::Flow& flow = (*flows_)[note.flow];
  if (!here(flow.destination)) return;
  if (tagged.size() <= note.tag) tagged.resize(note.tag + 1);
  tagged[note.tag] = {&flow, client_, flow.bytes, flits_of(flow)};
}

std::string NetworkCopies::holder(unsigned source) const { return nodes_of(source).name(); }

}  // namespace gf::platforms::network
