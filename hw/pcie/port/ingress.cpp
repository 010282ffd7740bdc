// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/ingress.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/pcie/port/unsupported_requests.h"

namespace gf::hw::pcie {

using core::Ticks;

Ingress::Ingress(const sc_core::sc_module_name& name, unsigned number, const PortParams& port,
                 const IngressParams& params, std::uint64_t seed, const RoutingTable& routing,
                 TlpPool& pool, UnsupportedRequests& unsupported)
    : sc_module(name),
      Quiescent(this->name()),
      rx("rx", port.link, port.credit_limits(), seed, *this),
      number_(number),
      params_(params),
      latency_(params.latency.value()),
      // Derived from the time of 1 MiB, as the time of one byte would be rounded to a tick.
      read_ticks_per_byte_(port.link.rate.time_for(1u << 20).value() / double(1u << 20) /
                           params.crossbar_speedup),
      from_socket_(port.socket.has_value()),
      routing_(routing),
      pool_(pool),
      unsupported_(unsupported),
      queue_probe_(std::string(this->name()) + ".queued", 16, "TLPs in the receive buffer"),
      stats_(*this) {}

void Ingress::on_packet(model::Packet& packet, Ticks head_at, Ticks tail_at) {
  Tlp& tlp = static_cast<Tlp&>(packet);
  ++stats_.tlps;
  if (from_socket_) finish(tlp, tlp.payload_bytes);  // a TLP again, with its own size
  const int port = routing_.port_for(tlp, number_);
  if (port == RoutingTable::kUnsupported) {
    ++stats_.unsupported;
    // The last bit counts even with cut-through, because no part of the TLP goes on.
    unsupported_.refuse(*this, tlp, tail_at + latency_);
    return;
  }
  tlp.out_port = static_cast<std::uint16_t>(port);
  const Ticks there = params_.cut_through ? cut_through_at(tlp, head_at, tail_at) : tail_at;
  tlp.ready = tlp.arrived = there + latency_;
  if (is_split(tlp)) {
    split(tlp);
  } else {
    enqueue(tlp);
  }
}

Ticks Ingress::cut_through_at(const Tlp& tlp, Ticks head_at, Ticks tail_at) const {
  // If the link out is faster than the link in, the last bit must not leave before it has arrived.
  const Ticks span = outputs_[tlp.out_port]->tx.span(outputs_[tlp.out_port]->wire_bytes(tlp));
  return std::max(head_at, tail_at - std::min(tail_at, span));
}

void Ingress::connect(const std::vector<Egress*>& outputs) {
  outputs_ = outputs;
  const std::size_t sets = params_.virtual_outputs ? outputs.size() : 1;
  queues_.reserve(sets);  // egress ports keep pointers to the queues
  while (queues_.size() < sets) queues_.emplace_back(*this);
}

void Ingress::enqueue(Tlp& tlp) {
  const bool first = queues_for(tlp.out_port).push(tlp);
  ++queued_;
  queue_probe_.add(tlp.arrived, 1);
  if (first) offer(tlp);
}

bool Ingress::is_split(const Tlp& tlp) const {
  const std::uint64_t limit = params_.split_payload.count();
  // An atomic is one operation, however long its operands are.
  if (limit == 0 || tlp.payload_bytes <= limit || tlp.type == TlpType::kAtomic) return false;
  return std::none_of(params_.host_ports.begin(), params_.host_ports.end(),
                      [&](unsigned port) { return port == number_ || port == tlp.out_port; });
}

void Ingress::split(Tlp& whole) {
  ++stats_.split;
  const auto limit = static_cast<std::uint32_t>(params_.split_payload.count());
  std::uint32_t done = 0;
  while (done < whole.payload_bytes) {
    // Cut at addresses that are multiples of the limit.
    const std::uint64_t position = whole.address + whole.offset + done;
    const auto room = static_cast<std::uint32_t>(limit - position % limit);
    const std::uint32_t size = std::min(room, whole.payload_bytes - done);
    Tlp& piece = pool_.make();
    piece = whole;
    piece.whole = &whole;
    piece.pieces = 0;
    piece.data = nullptr;  // each buffer has one owner, which recycles it
    if (class_of(whole.type) == kCompletion) {
      piece.offset = whole.offset + done;
    } else {
      piece.address = whole.address + done;
    }
    if (whole.data != nullptr) piece.data = pool_.copy_data(whole.data + done, size);
    done += size;
    // Parts leave in order, so the last one has the marks that end the whole.
    piece.last = whole.last && done == whole.payload_bytes;
    piece.posted_client = done == whole.payload_bytes ? whole.posted_client : nullptr;
    finish(piece, size);
    ++whole.pieces;
    enqueue(piece);
  }
}

Ticks Ingress::read_out(Tlp& tlp, Ticks now) {
  --queued_;
  queue_probe_.add(now, -1);
  const Ticks read = now + core::whole_ticks(tlp.wire_bytes * read_ticks_per_byte_);
  // Computed in advance, in the call that grants: neither the return of the credit nor the end of
  // the read-out needs an event.
  free_place(tlp, read);
  return read;
}

void Ingress::free_place(Tlp& tlp, Ticks at) {
  if (tlp.whole == nullptr) {
    rx.release(tlp.credit_class, tlp.cost, at);
  } else {
    free_part(tlp, at);
  }
}

void Ingress::free_part(Tlp& tlp, Ticks at) {
  // The buffer holds the whole packet until its last part has been read out.
  Tlp& whole = *tlp.whole;
  tlp.whole = nullptr;
  if (--whole.pieces > 0) return;
  rx.release(whole.credit_class, whole.cost, at);
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->packet_is_cut(reinterpret_cast<std::uintptr_t>(&whole));
  pool_.recycle(whole);
}

unsigned Ingress::debug_access(tlm::tlm_generic_payload& access) {
  const int port = routing_.port_for_address(access.get_address(), number_);
  if (port == RoutingTable::kUnsupported) {
    access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  return outputs_[static_cast<unsigned>(port)]->tx.debug_access(access);
}

bool Ingress::idle() const { return queued_ == 0; }

void Ingress::append_waits(std::vector<core::Wait>& waits) const {
  for (const InputQueues& queues : queues_) {
    for (const TlpClass tlp_class : {kPosted, kNonPosted, kCompletion}) {
      if (const Tlp* const head = queues.head(tlp_class))
        waits.push_back({name(), "its head to leave", outputs_[head->out_port]->name()});
    }
  }
}

}  // namespace gf::hw::pcie
