// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/gpu_memory.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/memory/um_driver.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

const MemoryParams& validated(const MemoryParams& params, const std::string& path) {
  params.validate(path);
  return params;
}

}  // namespace

GpuMemory::GpuMemory(const sc_core::sc_module_name& name, const MemoryParams& params, unsigned gpu,
                     unsigned sms, Deliveries& deliveries, model::PageTable& pages)
    : sc_module(name),
      Quiescent(this->name()),
      params_(validated(params, this->name())),
      map_(params_),
      clock_(deliveries.clock(), *this),
      stats_(*this),
      probes_(this->name()),
      gpu_(gpu),
      mmu_(params_, pages, gpu, clock_, stats_),
      crossbar_(params_, map_, gpu, mmu_, ports_, l2_, peers_, clock_, stats_, probes_.port_queue),
      ports_(params_, map_, sms, deliveries, clock_, stats_, crossbar_, mmu_, busy_),
      l2_(params_, map_, ports_, bytes_, watches_, clock_, stats_, probes_),
      streams_(params_, sms, gpu, mmu_, crossbar_, ports_, l2_, clock_, stats_, busy_),
      peers_(params_, to_peers, ports_, clock_, stats_, probes_.peer_requests, busy_),
      server_(params_, from_peers, ports_.server(), gpu, pages.memory_bytes(), bytes_, clock_,
              stats_, busy_, MemoryPart::kServer),
      bus_server_(params_, from_bus, ports_.units(), gpu, pages.memory_bytes(), bytes_, clock_,
                  stats_, busy_, MemoryPart::kBusServer) {
  GF_CHECK(gpu < pages.gpus() && ports_.size() <= Crossbar::kMostPorts, this->name());
  for (unsigned i = 0; i < params.copy.engines; ++i) {
    const std::string number = i == 0 ? "" : "_" + std::to_string(i);
    copy_engines_.emplace_back(std::string(this->name()) + ".copy_engine" + number, params_, gpu,
                               clock_, ports_.copies(), peers_, busy_);
  }
  crossbar_.resize(ports_.size());
  crossbar_.share_with(streams_);
}

void GpuMemory::before_end_of_elaboration() {
  // A GPU without peers may leave the socket unbound: only an access to a peer needs it.
  peers_.set_ways(static_cast<unsigned>(to_peers.get_base_port().size()));
  mmu_.check_driver(name());
}

void GpuMemory::submit(Bulk& bulk, Cycle now) {
  if (model::home_of(bulk.address) != gpu_) return peers_.submit(bulk, now + 1);
  ports_.units().submit(bulk, now);
  clock_.wake(now + 1);
}

void GpuMemory::submit_of_threads(Bulk& bulk, Cycle now) {
  GF_CHECK(model::home_of(bulk.address) == gpu_, name());
  ports_.threads().submit(bulk, now);
  clock_.wake(now + 1);
}

bool GpuMemory::submit_of_cta(Bulk& bulk, BulkPort& port, Cycle now) {
  if (model::home_of(bulk.address) != gpu_) {
    peers_.submit(bulk, now + 1);
    return false;
  }
  const bool taken = port.submit(bulk, now);
  clock_.wake(now + 1);
  return taken;
}

void GpuMemory::cycle(Cycle now) {
  // The crossbar comes last. Places freed in this cycle by slices and by ways to the peers can be
  // taken in it, so a target without room needs no wake-up of its own. Requests that other parts
  // push into the crossbar are for a later cycle.
  l2_.step(now);
  if (busy_.any()) step_parts(now);
  crossbar_.step(now);
  Cycle at = std::min(crossbar_.next(now), l2_.next(now));
  if (busy_.any()) at = std::min(at, next_of_parts(now));
  if (at != core::kNoCycle) clock_.wake(at);
}

void GpuMemory::step_parts(Cycle now) {
  const auto step = [&](MemoryPart part, auto& unit) {
    if (busy_.has(part) && unit.due(now)) unit.step(now);
  };
  step(MemoryPart::kStreams, streams_);
  step(MemoryPart::kPeers, peers_);
  step(MemoryPart::kServer, server_);
  step(MemoryPart::kBusServer, bus_server_);
  if (busy_.has(MemoryPart::kCopies)) {
    for (MemoryCopyEngine& engine : copy_engines_)
      if (engine.next() <= now) engine.step(now);
  }
  if (busy_.has(MemoryPart::kPorts)) ports_.step(now);
}

/// Returns the next cycle in which a part has something to do, and drops parts that hold
/// nothing any more.
Cycle GpuMemory::next_of_parts(Cycle now) {
  Cycle at = core::kNoCycle;
  const auto ask = [&](MemoryPart part, const auto& unit) {
    if (!busy_.has(part)) return;
    at = std::min(at, unit.next(now));
    if (!unit.busy()) busy_.remove(part);
  };
  ask(MemoryPart::kStreams, streams_);
  ask(MemoryPart::kPeers, peers_);
  ask(MemoryPart::kServer, server_);
  ask(MemoryPart::kBusServer, bus_server_);
  ask(MemoryPart::kPorts, ports_);
  if (busy_.has(MemoryPart::kCopies)) {
    Cycle starts = core::kNoCycle;
    for (const MemoryCopyEngine& engine : copy_engines_) starts = std::min(starts, engine.next());
    if (starts == core::kNoCycle) busy_.remove(MemoryPart::kCopies);
    at = std::min(at, starts);
  }
  return at;
}

bool GpuMemory::idle() const {
  return ports_.under_way() == 0 && streams_.idle() && server_.idle() && bus_server_.idle() &&
         peers_.idle() && l2_.dram_idle();
}

void GpuMemory::renew() {
  l2_.renew();
  mmu_.renew();
  streams_.renew();
  peers_.renew();
}

void GpuMemory::append_waits(std::vector<core::Wait>& waits) const {
  const std::string path = name();
  if (peers_.open() != 0) {
    waits.push_back(
        {path, std::to_string(peers_.open()) + " responses of peers", path + ".to_peers"});
  }
  if (mmu_.faulted() != 0) {
    waits.push_back({path, std::to_string(mmu_.faulted()) + " ports' pages to be mapped",
                     mmu_.driver()->name()});
  }
  if (!server_.idle()) waits.push_back({path, "accesses of peers", path + ".from_peers"});
  if (!bus_server_.idle()) waits.push_back({path, "accesses of the bus", path + ".from_bus"});
  if (ports_.under_way() != 0) {
    waits.push_back({path, std::to_string(ports_.under_way()) + " requests under way",
                     l2_.misses() != 0 ? path + " (DRAM)" : path});
  }
}

}  // namespace gf::hw::gpu
