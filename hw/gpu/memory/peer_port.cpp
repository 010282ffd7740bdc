// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/peer_port.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "hw/gpu/memory/memory_ports.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/link/flow.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

std::uint64_t address_of(const Access& access) { return access.line; }
std::uint64_t address_of(const Bulk& bulk) { return bulk.address; }

}  // namespace

PeerPort::Payload& PeerPort::Recycler::make() {
  if (unused.empty()) {
    all.push_back(std::make_unique<Payload>());
    all.back()->set_mm(this);
    unused.push_back(all.back().get());
  }
  Payload& payload = *unused.back();
  unused.pop_back();
  payload.acquire();
  return payload;
}

void PeerPort::Recycler::free(tlm::tlm_generic_payload* payload) {
  // Payloads are used again for reads and writes: an extension that stayed would make them atomics.
  auto* const own = static_cast<Payload*>(payload);
  own->clear_extensions();
  own->reset();
  unused.push_back(own);
}

PeerPort::PeerPort(const MemoryParams& params, Socket& socket, MemoryPorts& ports,
                   core::ClockMember& clock, MemoryStats& stats, core::Probe& requests,
                   BusyParts& busy)
    : params_(params),
      socket_(socket),
      clock_(clock),
      stats_(stats),
      requests_(requests),
      busy_(busy),
      ways_(1),
      slots_(params.peer_requests),
      remote_(params, ports, stats) {
  socket_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void PeerPort::set_ways(unsigned bound) {
  bound_ = bound > 0;
  ways_.resize(std::max(bound, 1u));
  for (const unsigned way : way_of_) GF_CHECK(way < ways_.size(), socket_.name());
}

void PeerPort::route(unsigned peer, unsigned way) {
  if (peer >= way_of_.size()) way_of_.resize(peer + 1);
  way_of_[peer] = way;
}

PeerPort::Way& PeerPort::way_to(std::uint64_t address) {
  const unsigned peer = model::home_of(address);
  return ways_[peer < way_of_.size() ? way_of_[peer] : 0];
}

void PeerPort::comes(Access& access) {
  const unsigned count = parts(access);
  access.parts = (count - 1) & 0x3u;
  access.source = LineSource::kPeer;
  slots_ -= count;
  requests_.add(core::now_ticks(), static_cast<int>(count));
  busy_.add(MemoryPart::kPeers);
  if (!remote_.on()) {
    note_waits(access);
    return way_to(access.line).accesses.push(access);
  }
  access.at += params_.tag_latency;
  looked_up_.push(access);
}

void PeerPort::look_up(Cycle now) {
  while (!looked_up_.empty() && looked_up_.front().at <= now) {
    Access& access = looked_up_.pop();
    if (remote_.serves(access, now)) {
      give_back(access.parts + 1u, now);
    } else {
      note_waits(access);
      way_to(access.line).accesses.push(access);
    }
  }
}

void PeerPort::give_back(unsigned slots, Cycle now) {
  slots_ += slots;
  requests_.add(clock_.ticks(now), -static_cast<int>(slots));
}

void PeerPort::submit(Bulk& bulk, Cycle at) {
  bulk.at = at;
  note_waits(bulk);
  way_to(bulk.address).bulks.push(bulk);
  busy_.add(MemoryPart::kPeers);
  clock_.wake(at);
}

void PeerPort::step(Cycle now) {
  receive(now);
  look_up(now);
  // Several requests fit into a cycle only while each phase ends within its call. The first request
  // of this cycle waits for the end of the last phase.
  for (Way& way : ways_) way.at_once = false;
  unsigned left = params_.peer_ports;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    Way& way = ways_[(first_ + i) % ways_.size()];
    while (left > 0 && send_next(way, now)) --left;
  }
  first_ = (first_ + 1) % ways_.size();
}

void PeerPort::receive(Cycle now) {
  while (!arrivals_.empty() && arrivals_.front().at <= now) {
    const Arrival arrival = arrivals_.pop();
    if (arrival.ends) {
      tlm::tlm_phase phase = tlm::END_RESP;
      sc_core::sc_time delay;
      socket_[static_cast<int>(arrival.payload->way)]->nb_transport_fw(*arrival.payload, phase,
                                                                       delay);
    }
    received(*arrival.payload, now);
  }
}

void PeerPort::received(Payload& payload, Cycle now) {
  Access* const access = payload.access;
  Bulk* const bulk = payload.bulk;
  const bool failed = payload.get_response_status() != tlm::TLM_OK_RESPONSE;
  // A refused access goes on all the same; otherwise its requester would wait forever. The count
  // shows that the run is not to be trusted.
  if (failed) ++stats_.refused;
  payload.release();
  --open_;
  if (bulk != nullptr) {
    bulk->failed = failed;
    return bulk->client->bulk_done(*bulk, now);
  }
  give_back(1, now);
  // `parts` counts those beyond the first, so that two bits are enough for four.
  if (access->parts == 0) return remote_.answered(*access, now);
  access->parts = (access->parts - 1u) & 0x3u;
}

bool PeerPort::access_next(const Way& way, Cycle now) {
  if (way.accesses.empty() || way.accesses.front().at > now) return false;
  const bool bulk = !way.bulks.empty() && way.bulks.front().at <= now;
  // They take turns, so that neither copies nor the loads of warps hold up the other.
  return !bulk || way.bulk_was_last;
}

bool PeerPort::send_next(Way& way, Cycle now) {
  const bool access = access_next(way, now);
  if (!access && (way.bulks.empty() || way.bulks.front().at > now)) return false;
  if (way.requesting != nullptr || (way.free_from > now && !way.at_once)) {
    // The time until free_from belongs to the request phase itself, as the other side annotated
    // it. Only a phase that is kept open is back-pressure.
    if (way.requesting != nullptr) way.stall.begin(stats_.peer_busy, now);
    return false;
  }
  way.at_once = false;
  way.stall.end(now, clock_.period());
  way.bulk_was_last = !access;
  if (access) {
    send_part(way, way.accesses.front(), now);
  } else {
    send_bulk(way, way.bulks.pop(), now);
  }
  return true;
}

void PeerPort::send_part(Way& way, Access& access, Cycle now) {
  const unsigned left = access.sectors & ~unsigned{way.sent};
  const auto first = static_cast<unsigned>(__builtin_ctz(left));
  const bool one = scattered(access);
  const unsigned count = one ? 1u : static_cast<unsigned>(__builtin_ctz(~(left >> first)));
  unsigned bytes = count * kSectorBytes;
  unsigned begin = first * kSectorBytes;
  if (one) {  // the positions of its bytes are not known: they are spread over its sectors
    const unsigned all = sector_count(left);
    bytes = std::clamp((access.bytes - way.bytes_sent) / all, 1u, bytes);
  } else if (part_of_line(access)) {  // one packet, whose byte enables say where it ends
    begin = access.skip;
    bytes = access.bytes;
  }
  way.sent = static_cast<std::uint8_t>(way.sent | ((1u << count) - 1) << first);
  way.bytes_sent = static_cast<std::uint16_t>(way.bytes_sent + bytes);
  Payload& payload = payloads_.make();
  payload.access = &access;
  payload.bulk = nullptr;
  set_owner(payload, access, way.sent == access.sectors);
  if (way.sent == access.sectors) {
    way.accesses.pop();
    way.sent = 0;
    way.bytes_sent = 0;
  }
  send(way, payload, access.line + begin, bytes, access.op, nullptr, now);
}

void PeerPort::send_bulk(Way& way, Bulk& bulk, Cycle now) {
  Payload& payload = payloads_.make();
  payload.access = nullptr;
  payload.bulk = &bulk;
  set_owner(payload, bulk, true);
  send(way, payload, bulk.address, bulk.bytes, bulk.op, bulk.data, now);
  bulk.client->bulk_taken(bulk, now);
}

void PeerPort::send(Way& way, Payload& payload, std::uint64_t address, unsigned bytes, LineOp op,
                    std::uint8_t* data, Cycle now) {
  if (!bound_) {
    core::fail_config(
        socket_.name(), "binding", "none", "one target",
        "an access to GPU " + std::to_string(model::home_of(address)) + "'s memory has no route");
  }
  payload.set_command(op == LineOp::kRead ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(data != nullptr ? data : model::no_bytes());
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (op == LineOp::kAtomic) payload.set_extension<model::AtomicExtension>(&payload.atomic);
  count(op, bytes);
  ++open_;
  // Set before the call: the target may end the phase with a call of its own before
  // this one returns.
  payload.way = static_cast<unsigned>(&way - ways_.data());
  way.requesting = &payload;
  way.since = now;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status =
      socket_[static_cast<int>(payload.way)]->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) return;
  const Cycle at = std::max(now + 1, clock_.after(core::now_ticks() + delay.value()));
  request_taken(way, at);
  way.at_once = at == now + 1;
  if (status == tlm::TLM_COMPLETED) {
    arrives(payload, at, false);
  } else if (phase == tlm::BEGIN_RESP) {
    arrives(payload, at, true);
  }
}

void PeerPort::end_copy(const model::Flow& flow) {
  const auto is_its = [&](const CopyAtPeer& copy) { return copy.flow == &flow; };
  copies_.erase(std::remove_if(copies_.begin(), copies_.end(), is_its), copies_.end());
  // Accesses of a later copy to the same bytes may have been counted for this one.
  const auto waits = [&](const WaitingCopy& copy) { return copy.flow == &flow; };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), waits), waiting_.end());
}

model::Flow* PeerPort::owner_at(std::uint64_t address) const {
  for (const CopyAtPeer& copy : copies_)
    if (copy.begin <= address && address < copy.end) return copy.flow;
  return nullptr;
}

template <class Queued>
model::Flow* PeerPort::owner(const Queued& queued) const {
  if (core::HopJournal::active() == nullptr) return nullptr;
  if constexpr (std::is_same_v<Queued, Bulk>)
    if (queued.flow != nullptr) return queued.flow;
  return owner_at(address_of(queued));
}

template <class Queued>
void PeerPort::note_waits(const Queued& queued) {
  if (model::Flow* const flow = owner(queued)) {
    auto copy = waiting(flow, address_of(queued));
    if (copy == waiting_.end())
      copy = waiting_.insert(copy, {flow, model::home_of(address_of(queued)), queued.at});
    ++copy->accesses;
  }
}

template <class Queued>
void PeerPort::set_owner(Payload& payload, const Queued& queued, bool wholly) {
  payload.owner.flow = owner(queued);
  if (payload.owner.flow == nullptr) return;
  const auto copy = waiting(payload.owner.flow, address_of(queued));
  const bool noted = copy != waiting_.end();
  payload.owner.since = clock_.ticks(noted ? std::max(queued.at, copy->blocked) : queued.at);
  payload.set_extension<model::OwnerExtension>(&payload.owner);
  if (noted && wholly && --copy->accesses == 0) waiting_.erase(copy);
}

std::vector<PeerPort::WaitingCopy>::iterator PeerPort::waiting(const model::Flow* flow,
                                                               std::uint64_t address) {
  const unsigned home = model::home_of(address);
  return std::find_if(waiting_.begin(), waiting_.end(), [&](const WaitingCopy& copy) {
    return copy.flow == flow && copy.home == home;
  });
}

void PeerPort::report_phase(const Way& way, Cycle at) {
  const model::Flow* const served = way.requesting->owner.flow;
  if (served == nullptr) return;
  // Not the payload's address, which its targets may have changed.
  const unsigned home =
      model::home_of(way.requesting->bulk != nullptr ? address_of(*way.requesting->bulk)
                                                     : address_of(*way.requesting->access));
  for (WaitingCopy& copy : waiting_) {
    // Behind accesses to the same peer it waits for that way out, which its packets will record.
    // A copy on another way waits for that.
    if (copy.home == home || &way_to(std::uint64_t{copy.home} << model::kHomeShift) != &way)
      continue;
    // Several phases may fit into a cycle.
    const Cycle from = std::max({way.since, copy.since, copy.blocked});
    copy.blocked = std::max(copy.blocked, at);
    if (from < at)
      model::flow_waits(copy.flow, clock_.ticks(from), clock_.ticks(at),
                        std::string(socket_.name()) + " serves", served);
  }
}

void PeerPort::count(LineOp op, unsigned bytes) {
  ++(op == LineOp::kRead    ? stats_.peer_reads
     : op == LineOp::kWrite ? stats_.peer_writes
                            : stats_.peer_atomics);
  (op == LineOp::kRead ? stats_.peer_read_bytes : stats_.peer_write_bytes) += bytes;
}

tlm::tlm_sync_enum PeerPort::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // not part of the base protocol
  const Cycle at = clock_.after(core::now_ticks() + delay.value());
  // BEGIN_RESP without an earlier END_REQ ends the request phase too.
  Way& way = ways_[static_cast<Payload&>(payload).way];
  if (way.requesting == &payload) request_taken(way, at);
  clock_.wake(at);
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  arrives(static_cast<Payload&>(payload), at, false);
  return tlm::TLM_COMPLETED;
}

void PeerPort::arrives(Payload& payload, Cycle at, bool ends) {
  // Responses are taken in the order in which they came, even if a later one was annotated
  // with less time.
  if (!arrivals_.empty()) at = std::max(at, arrivals_.back().at);
  arrivals_.push({&payload, at, ends});
  busy_.add(MemoryPart::kPeers);
}

}  // namespace gf::hw::gpu
