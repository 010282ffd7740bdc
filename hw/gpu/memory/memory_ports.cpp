// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/memory_ports.h"

#include "hw/gpu/memory/crossbar.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

unsigned answer_bytes(const Access& access) {
  if (access.op == LineOp::kWrite) return 0;
  if (access.op == LineOp::kAtomic) return access.bytes;
  return sector_count(access.sectors) * kSectorBytes;
}

}  // namespace

MemoryPorts::MemoryPorts(const MemoryParams& params, const AddressMap& map, unsigned sms,
                         Deliveries& deliveries, core::ClockMember& clock, MemoryStats& stats,
                         Crossbar& crossbar, Mmu& mmu)
    : params_(params),
      map_(map),
      deliveries_(deliveries),
      clock_(clock),
      stats_(stats),
      crossbar_(crossbar),
      mmu_(mmu),
      sms_(2 * params.peer_ports),
      server_(0, params.peer_ports, params.peer_queue, clock, accesses_, crossbar),
      copies_(params.peer_ports, params.peer_ports, params.sm_queue, clock, accesses_, crossbar),
      units_(sms_ + sms, params.peer_ports, params.sm_queue, clock, accesses_, crossbar),
      threads_(sms_, sms, params.sm_queue, clock, accesses_, crossbar),
      ports_(sms_ + sms + params.peer_ports),
      peer_free_(params.peer_ways()) {
  for (Port& port : ports_) port.places = Places(params.sm_queue);
}

bool MemoryPorts::take(LineRequest& request, Cycle now) {
  const unsigned number = sms_ + request.sm;
  Port& port = ports_[number];
  if (!port.places.take(now)) {
    ++stats_.queue_full;
    port.refused = true;
    // The place that left() gave in this cycle counts from the next one on, and left() has found
    // nobody refused: without this the SM would not be told of it.
    if (port.places.soon()) tell_of_room(port, now);
    return false;
  }
  ++stats_.sm_requests;
  Access& access = accesses_.make();
  access.line = request.address;
  access.request = &request;
  access.bytes = request.bytes;
  access.sectors = request.sectors & 0xFu;
  access.op = request.op;
  access.whole = request.whole;
  access.skip = request.first;
  access.wanted = request.wanted;
  access.port = static_cast<std::uint8_t>(number);
  crossbar_.push(access, now + 1);
  clock_.wake(now + 1);
  return true;
}

void MemoryPorts::left(const Access& access, Cycle now) {
  const unsigned number = access.port;
  if (server_.has(number)) return server_.left(number, now);
  if (copies_.has(number)) return copies_.left(number, now);
  if (units_.has(number)) return units_.left(number, now);
  if (access.bulk != nullptr) return threads_.left(number, now);
  Port& port = ports_[number];
  port.places.give(now);
  if (port.refused) tell_of_room(port, now);
}

void MemoryPorts::tell_of_room(Port& port, Cycle now) {
  port.refused = false;
  // One call is enough for whatever became free in a cycle.
  if (port.told == now + 1) return;
  port.told = now + 1;
  deliveries_.post(now + 1, *this, kRoom, &port);
}

void MemoryPorts::mail_comes(unsigned kind, void* what, Cycle now) {
  if (kind == kArrives) return arrives(*static_cast<Access*>(what), now);
  if (kind == kDone) return done(*static_cast<Access*>(what), now);
  if (kind == kStream) {
    auto& request = *static_cast<StreamRequest*>(what);
    return ports_[port_of(request.sm)].client->stream_done(request, now);
  }
  static_cast<Port*>(what)->client->line_room(now);
}

void MemoryPorts::arrives(Access& access, Cycle now) {
  // An answer that nobody waits for brings no data and takes no cycles of the port.
  if (!access.wanted) return done(access, now);
  Port& port = ports_[access.port];
  port.answered = std::max(now, port.answered + params_.port_cycles(answer_bytes(access)));
  if (port.answered == now) return done(access, now);
  deliveries_.post(port.answered, *this, kDone, &access);
}

void MemoryPorts::done(Access& access, Cycle now) {
  if (server_.has(access.port)) return server_.answered(access, now);
  if (copies_.has(access.port)) return copies_.answered(access, now);
  if (units_.has(access.port)) return units_.answered(access, now);
  if (access.bulk != nullptr) return threads_.answered(access, now);
  if (access.managed != 0) mmu_.access_done(access.managed, now);
  LineRequest& request = *access.request;
  LineClient& client = *ports_[access.port].client;
  request.source = access.source;
  request.home = static_cast<std::uint8_t>(model::home_of(access.line));
  // The SM may take() its next request within the call and be given this very access.
  accesses_.recycle(access);
  client.line_done(request, now);
}

void MemoryPorts::peer_answers(Access& access, Cycle now, unsigned latency) {
  if (!access.wanted) return answer(access, now + latency);
  Cycle& free = peer_free_[map_.way(access.line)];
  free = std::max(now, free) + params_.port_cycles(answer_bytes(access));
  answer(access, free - 1 + latency);
}

}  // namespace gf::hw::gpu
