// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/memory_ports.h"

#include "hw/gpu/memory/crossbar.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

using core::Cycle;

MemoryPorts::MemoryPorts(const MemoryParams& params, const AddressMap& map, unsigned sms,
                         Deliveries& deliveries, core::ClockMember& clock, MemoryStats& stats,
                         Crossbar& crossbar, Mmu& mmu, BusyParts& busy)
    : params_(params),
      map_(map),
      deliveries_(deliveries),
      clock_(clock),
      stats_(stats),
      crossbar_(crossbar),
      mmu_(mmu),
      busy_(busy),
      sms_(2 * params.peer_ports),
      first_unit_(sms_ + sms),
      ports_(sms_ + sms + params.peer_ports),
      peer_free_(params.peer_ways()) {
  for (Port& port : ports_) port.places = Places(params.sm_queue);
  const auto add = [&](unsigned first, unsigned count, unsigned places) {
    bulk_.emplace_back(first, count, places, clock, accesses_, crossbar, busy);
  };
  add(0, params.peer_ports, params.peer_queue);
  add(params.peer_ports, params.peer_ports, params.sm_queue);
  add(first_unit_, params.peer_ports, params.sm_queue);
  add(sms_, sms, params.sm_queue);
}

BulkPort& MemoryPorts::of_sm(unsigned sm) {
  BulkPort*& port = of_sm_[sm];
  if (port == nullptr)
    port = &bulk_.emplace_back(sms_ + sm, 1, params_.sm_queue, clock_, accesses_, crossbar_, busy_);
  return *port;
}

bool MemoryPorts::take(LineRequest& request, Cycle now) {
  const unsigned number = sms_ + request.sm;
  Port& port = ports_[number];
  if (!port.places.take(now)) {
    ++stats_.queue_full;
    port.refused = true;
    // The place that left() gave back in this cycle counts from the next one on. left() found no
    // refused SM, so it is notified here.
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

void MemoryPorts::tell_of_room(Port& port, Cycle now) {
  port.refused = false;
  // One call is enough for all places freed in a cycle.
  if (port.notified == now + 1) return;
  port.notified = now + 1;
  deliveries_.post(now + 1, *this, kRoom, &port);
}

void MemoryPorts::request_done(Access& access, Cycle now) {
  if (access.managed != 0) mmu_.access_done(access.managed, now);
  LineRequest& request = *access.request;
  LineClient& client = *ports_[access.port].client;
  request.source = access.source;
  request.home = static_cast<std::uint8_t>(model::home_of(access.line));
  // The SM may take() its next request within the call and be given this same access.
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
