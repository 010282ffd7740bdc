// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/end/nvlink_port.h"

#include <string>

#include "core/base/error.h"

namespace gf::hw::nvlink {
namespace {

/// Packets to relay use the inputs after the port's own.
constexpr unsigned kFirstRelayed = 1;

unsigned links_in(const std::vector<NvlinkParams>& links) {
  return static_cast<unsigned>(links.size());
}

}  // namespace

NvlinkPort::NvlinkPort(const sc_core::sc_module_name& name, const NvlinkPortParams& params,
                       const std::vector<NvlinkParams>& links, bool relays, unsigned gpu,
                       std::uint64_t seed, NvlinkPool& pool, unsigned ways)
    : sc_module(name),
      requester("requester", params, gpu, pool, *this),
      completer("completer", params, links_in(links), pool, *this),
      params_(params),
      receive_latency_(params.receive_latency.value()),
      gpu_(gpu),
      pool_(pool),
      queues_(links.size()),
      hashed_(params.spread == "hash"),
      granule_shift_(static_cast<unsigned>(__builtin_ctzll(params.granule.get().count()))),
      forwarder_(ends_, relays ? links_in(links) : 0, kFirstRelayed),
      relay_stats_(relays ? std::make_unique<RelayStats>(*this) : nullptr) {
  for (unsigned way = 1; way < ways; ++way) {
    const std::string other = "requester_" + std::to_string(way);
    others_.push_back(std::make_unique<NvlinkRequester>(other.c_str(), params, gpu, pool, *this));
  }
  // The base is private, so make_unique could not convert to it.
  LinkEndClient& self = *this;
  const unsigned inputs = kFirstRelayed + (relays ? links_in(links) : 0);
  for (unsigned i = 0; i < links_in(links); ++i) {
    const std::string end = "link_" + std::to_string(i);
    ends_.push_back(std::make_unique<LinkEnd>(end.c_str(), links[i], inputs, i, seed, pool, self));
  }
}

void NvlinkPort::route(unsigned gpu, const std::vector<unsigned>& by) {
  for (const unsigned link : by) {
    if (link < links() && gpu != gpu_) continue;
    core::fail_config(name(), "route", std::to_string(gpu) + " by link " + std::to_string(link),
                      "another GPU, reached by link 0 ... " + std::to_string(links() - 1),
                      "a port keeps the number of links that it was made with");
  }
  if (gpu >= ways_.size()) ways_.resize(gpu + 1);
  ways_[gpu] = by;
}

std::size_t NvlinkPort::pick(std::uint64_t address, std::size_t ways) const {
  const std::uint64_t granule = address >> granule_shift_;
  // Fibonacci hashing: strides of a power of two are spread as evenly as others.
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  return (hashed_ ? granule * kGolden >> 32 : granule) % ways;
}

void NvlinkPort::kernel_started() {
  for (auto& end : ends_) end->controller.kernel_started();
}

void NvlinkPort::queue_request(unsigned link, NvlinkPacket& packet) {
  ++queues_[link].requests;
  queue(link, packet);
}

void NvlinkPort::queue_response(NvlinkPacket& packet) { queue(packet.link, packet); }

void NvlinkPort::queue(unsigned link, NvlinkPacket& packet) {
  auto& out = queues_[link].out[packet.credit_class];
  const bool first = out.empty();
  out.push(packet);
  ends_[link]->queue_grows(packet.wire_bytes);
  if (first) ends_[link]->offer(0, packet);
}

NvlinkPacket& NvlinkPort::take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) {
  if (input >= kFirstRelayed) return forwarder_.take(link, input - kFirstRelayed, of, now);
  Queues& queues = queues_[link];
  NvlinkPacket& packet = queues.out[of].pop();
  if (!queues.out[of].empty()) ends_[link]->offer(0, *queues.out[of].front());
  if (of == kRequests) {
    // Must follow the offer above: a packet queued by room_comes() offers itself if it is the
    // first, and a head must be offered only once.
    --queues.requests;
    requester.room_comes(link);
    for (const auto& other : others_) other->room_comes(link);
  } else {
    completer.response_left();
  }
  return packet;
}

void NvlinkPort::on_packet(unsigned link, NvlinkPacket& packet, core::Ticks at) {
  if (packet.destination != gpu_) return relay(link, packet, at);
  packet.link = static_cast<std::uint16_t>(link);
  packet.ready = at + receive_latency_;
  packet_ends(packet, packet.ready);
  if (packet.credit_class == kRequests) {
    completer.request_comes(packet);
  } else {
    // Responses wait only for their time, so a request that waits for memory cannot block them.
    queues_[link].responses.push(packet);
    wakeup_.at(packet.ready);
  }
}

void NvlinkPort::relay(unsigned link, NvlinkPacket& packet, core::Ticks at) {
  GF_CHECK(relay_stats_ != nullptr && reaches(packet.destination),
           std::string(name()) + ": a packet for another GPU");
  ++relay_stats_->relayed;
  packet.ready = at + params_.relay_latency.value();
  forwarder_.comes(link, link_for(packet.destination, packet.address), packet);
}

void NvlinkPort::deliver() {
  const core::Ticks now = core::now_ticks();
  for (Queues& queues : queues_) {
    auto& responses = queues.responses;
    while (!responses.empty() && responses.front()->ready <= now) {
      NvlinkPacket& packet = responses.pop();
      ends_[packet.link]->rx.release(kResponses, packet.cost, now);
      static_cast<NvlinkRequester*>(packet.requester)->response_comes(packet);
      pool_.recycle(packet);
    }
    if (!responses.empty()) wakeup_.at(responses.front()->ready);
  }
}

void NvlinkPort::free_place(const NvlinkPacket& request) {
  ends_[request.link]->rx.release(kRequests, request.cost, core::now_ticks());
}

unsigned NvlinkPort::debug_out(tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  return ends_[link_for(gpu_of(address), local_address(address))]->tx.debug_access(access);
}

unsigned NvlinkPort::debug_access(unsigned, tlm::tlm_generic_payload& access) {
  return gpu_of(access.get_address()) == gpu_ ? completer.debug(access) : debug_out(access);
}

}  // namespace gf::hw::nvlink
