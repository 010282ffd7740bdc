// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/gpu_memory.h"

#include <algorithm>
#include <utility>

#include "core/bits.h"
#include "core/error.h"

namespace gf::hw::gpu {

using core::Cycle;
using core::each_bit;

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
      parts_(*this, validated(params, this->name()), deliveries.clock(), *this),
      gpu_(gpu),
      deliveries_(deliveries),
      mmu_(parts_, pages, gpu),
      crossbar_(parts_, gpu, mmu_, *this),
      sms_(2 * params.peer_ports),
      server_port_(parts_, crossbar_, 0, params.peer_queue),
      copy_port_(parts_, crossbar_, params.peer_ports, params.sm_queue),
      unit_port_(parts_, crossbar_, sms_ + sms, params.sm_queue),
      ports_(sms_ + sms + params.peer_ports),
      peers_(parts_, to_peers, *this),
      server_(parts_, from_peers, server_port_, gpu, pages.memory_bytes()),
      peer_free_(params.peer_ports) {
  GF_CHECK(gpu < pages.gpus() && ports_.size() <= Crossbar::kMostPorts, this->name());
  for (unsigned i = 0; i < params.copy.engines; ++i) {
    const std::string number = i == 0 ? "" : "_" + std::to_string(i);
    copy_engines_.emplace_back(std::string(this->name()) + ".copy_engine" + number, parts_, gpu,
                               copy_port_, peers_);
  }
  crossbar_.resize(static_cast<unsigned>(ports_.size()));
  for (Port& port : ports_) port.places = Places(params.sm_queue);
  DramClient& fills = *this;
  AnswerSinkIf& answers = *this;
  for (unsigned i = 0; i < params.channels; ++i) channels_.emplace_back(parts_, i, fills);
  for (unsigned i = 0; i < params.slices; ++i)
    slices_.emplace_back(parts_, i, channels_[parts_.map.channel(i)], answers);
}

void GpuMemory::before_end_of_elaboration() {
  peers_.set_bound(to_peers.get_base_port().size() > 0);
  mmu_.check_driver(name());
}

bool GpuMemory::take(LineRequest& request, Cycle now) {
  const unsigned number = sms_ + request.sm;
  Port& port = ports_[number];
  if (!port.places.take(now)) {
    ++parts_.stats.queue_full;
    port.refused = true;
    if (port.places.soon()) tell_of_room(port, now);
    return false;
  }
  ++parts_.stats.sm_requests;
  Access& access = parts_.accesses.make();
  access.line = request.address;
  access.request = &request;
  access.bytes = request.bytes;
  access.sectors = request.sectors & 0xFu;
  access.op = request.op;
  access.whole = request.whole;
  access.wanted = request.wanted;
  access.port = static_cast<std::uint8_t>(number);
  crossbar_.push(access, now + 1);
  parts_.wake(now + 1);
  return true;
}

void GpuMemory::submit(Bulk& bulk, Cycle now) {
  if (model::home_of(bulk.address) != gpu_) return peers_.submit(bulk, now + 1);
  unit_port_.submit(bulk, now);
  parts_.wake(now + 1);
}

void GpuMemory::cycle(Cycle now) {
  asked_channels_ = channel_dates_.due(now);
  each_bit(asked_channels_, [&](unsigned i) { channels_[i].deliver(now); });
  each_bit(slice_dates_.due(now) | std::exchange(unblocked_slices_, 0),
           [&](unsigned i) { step_slice(i, now); });
  each_bit(asked_channels_, [&](unsigned i) {
    channels_[i].issue(now);
    const Cycle at = channels_[i].next(now);
    if (at != core::kNoCycle) channel_dates_.set(i, at, now);
  });
  peers_.step(now);
  server_.step(now);
  for (CopyEngine& engine : copy_engines_) engine.step(now);
  server_port_.step(now);
  copy_port_.step(now);
  unit_port_.step(now);
  crossbar_.step(now);
  const Cycle at = next_date(now);
  if (at != core::kNoCycle) parts_.wake(at);
}

Cycle GpuMemory::next_date(Cycle now) const {
  Cycle at = crossbar_.next(now);
  for (const CopyEngine& engine : copy_engines_) at = std::min(at, engine.next());
  at = std::min({at, peers_.next(now), server_.next(now), server_port_.next(now),
                 copy_port_.next(now), unit_port_.next(now)});
  at = std::min(at, unblocked_slices_ != 0 ? now + 1 : slice_dates_.earliest(now));
  return std::min(at, channel_dates_.earliest(now));
}

void GpuMemory::mail_comes(unsigned kind, void* what, Cycle now) {
  if (kind == kArrives) return arrives(*static_cast<Access*>(what), now);
  if (kind == kDone) return done(*static_cast<Access*>(what), now);
  static_cast<Port*>(what)->client->line_room(now);
}

unsigned GpuMemory::answer_bytes(const Access& access) const {
  if (access.op == LineOp::kWrite) return 0;
  if (access.op == LineOp::kAtomic) return access.bytes;
  return static_cast<unsigned>(__builtin_popcount(access.sectors)) * kSectorBytes;
}

void GpuMemory::arrives(Access& access, Cycle now) {
  if (!access.wanted) return done(access, now);
  Port& port = ports_[access.port];
  port.answered = std::max(now, port.answered + parts_.port_cycles(answer_bytes(access)));
  if (port.answered == now) return done(access, now);
  deliveries_.post(port.answered, *this, kDone, &access);
}

void GpuMemory::done(Access& access, Cycle now) {
  if (server_port_.has(access.port)) return server_port_.answered(access, now);
  if (copy_port_.has(access.port)) return copy_port_.answered(access, now);
  if (unit_port_.has(access.port)) return unit_port_.answered(access, now);
  if (access.managed != 0) mmu_.access_done(access.managed, now);
  LineRequest& request = *access.request;
  LineClient& client = *ports_[access.port].client;
  parts_.accesses.recycle(access);
  client.line_done(request, now);
}

bool GpuMemory::has_room(unsigned target, const Access& access) {
  return target >= crossbar_.peers() ? peers_.has_room(access) : slices_[target].room();
}

void GpuMemory::comes(unsigned target, Access& access) {
  if (target >= crossbar_.peers()) return peers_.comes(access);
  parts_.probes.l2_queue.add(core::now_ticks(), +1);
  access.at += parts_.params.tag_latency;
  const bool first = slices_[target].waiting() == 0;
  slices_[target].comes(access);
  if (first) slice_dates_.set(target, access.at, parts_.clock.now());
}

void GpuMemory::step_slice(unsigned number, Cycle now) {
  L2Slice& slice = slices_[number];
  const unsigned channel = parts_.map.channel(number);
  const unsigned room = channels_[channel].room();
  slice.step(now);
  if (channels_[channel].room() != room) asked_channels_ |= core::bit(channel);
  stalled_slices_ &= ~core::bit(number);
  if (slice.stalled()) stalled_slices_ |= core::bit(number);
  const Cycle at = slice.next(now);
  if (at != core::kNoCycle) slice_dates_.set(number, at, now);
}

/// If it stalls.
void GpuMemory::try_again(unsigned number, Cycle now) {
  if ((stalled_slices_ & core::bit(number)) == 0) return;
  stalled_slices_ &= ~core::bit(number);
  unblocked_slices_ |= core::bit(number);
  slices_[number].unblock(now);
}

void GpuMemory::left(unsigned number, Cycle now) {
  if (server_port_.has(number)) return server_port_.left(number, now);
  if (copy_port_.has(number)) return copy_port_.left(number, now);
  if (unit_port_.has(number)) return unit_port_.left(number, now);
  Port& port = ports_[number];
  port.places.give(now);
  if (port.refused) tell_of_room(port, now);
}

void GpuMemory::tell_of_room(Port& port, Cycle now) {
  port.refused = false;
  if (port.told == now + 1) return;
  port.told = now + 1;
  deliveries_.post(now + 1, *this, kRoom, &port);
}

void GpuMemory::answer(Access& access, Cycle at) {
  deliveries_.post(at + parts_.params.xbar_latency, *this, kArrives, &access);
}

void GpuMemory::filled(unsigned slice, unsigned mshr, std::uint8_t sectors, Cycle now) {
  slices_[slice].fill(mshr, sectors, now);
  try_again(slice, now);
}

void GpuMemory::channel_room(unsigned channel, Cycle now) {
  each_bit(stalled_slices_, [&](unsigned i) {
    if (parts_.map.channel(i) == channel) try_again(i, now);
  });
}

void GpuMemory::peer_answers(Access& access, Cycle now) {
  if (!access.wanted) return answer(access, now);
  Cycle& free = peer_free_[parts_.way(access.line)];
  free = std::max(now, free) + parts_.port_cycles(answer_bytes(access));
  answer(access, free - 1);
}

bool GpuMemory::idle() const {
  return parts_.accesses.in_use() == 0 && server_.idle() && peers_.idle() &&
         std::all_of(channels_.begin(), channels_.end(),
                     [](const DramChannel& channel) { return channel.idle(); });
}

void GpuMemory::append_waits(std::vector<core::Wait>& waits) const {
  const std::string path = name();
  if (peers_.open() != 0) {
    waits.push_back(
        {path, std::to_string(peers_.open()) + " responses of peers", path + ".to_peers"});
  }
  if (mmu_.faulted() != 0) {
    waits.push_back({path, std::to_string(mmu_.faulted()) + " ports' pages mapped",
                     mmu_.driver()->driver_path()});
  }
  if (!server_.idle()) waits.push_back({path, "accesses of peers", path + ".from_peers"});
  unsigned misses = 0;
  for (const L2Slice& slice : slices_) misses += slice.misses();
  if (parts_.accesses.in_use() != 0) {
    waits.push_back({path, std::to_string(parts_.accesses.in_use()) + " requests under way",
                     misses != 0 ? path + " (DRAM)" : path});
  }
}

}  // namespace gf::hw::gpu
