// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/remote_lines.h"

#include "core/base/error.h"
#include "hw/gpu/memory/memory_ports.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

std::uint64_t largest_power_of_two(std::uint64_t most) {
  std::uint64_t power = 1;
  while (2 * power <= most) power *= 2;
  return power;
}

/// Returns tags for as many lines as the ways have, with a power of two of sets.
L1Tags tags_of(const MemoryParams& p) {
  const std::uint64_t sets = p.l2.count() / (std::uint64_t{p.l2_ways} * kLineBytes);
  const std::uint64_t used = largest_power_of_two(sets);
  return {static_cast<unsigned>(used), static_cast<unsigned>(sets * p.remote_ways / used)};
}

}  // namespace

RemoteLines::RemoteLines(const MemoryParams& params, MemoryPorts& ports, MemoryStats& stats)
    : params_(params), ports_(ports), stats_(stats) {
  if (params.remote_ways == 0) return;
  tags_.emplace(tags_of(params));
  fetches_.resize(params.peer_requests);
  for (std::uint32_t n = params.peer_requests; n-- > 0;) {
    fetches_[n].next = free_;
    free_ = n;
  }
  heads_.assign(2 * largest_power_of_two(params.peer_requests), kNone);
}

bool RemoteLines::passes(const Access& access) {
  return access.managed != 0 || access.request == nullptr || access.request->fresh;
}

template <class Act>
void RemoteLines::each(std::uint64_t line, const Act& act) {
  for (std::uint32_t n = bucket(line); n != kNone; n = fetches_[n].next)
    if (fetches_[n].asker->line == line && fetches_[n].epoch == epoch_) act(fetches_[n]);
}

bool RemoteLines::serves(Access& access, Cycle now) {
  if (access.op != LineOp::kRead) {
    write_through(access);
    return false;
  }
  if (passes(access)) return false;
  if ((access.sectors & ~tags_->lookup(access.line)) == 0) {
    ++stats_.remote_hits;
    access.source = LineSource::kL2;
    ports_.peer_answers(access, now, params_.data_latency);
    return true;
  }
  Fetch* joined = nullptr;
  each(access.line, [&](Fetch& fetch) {
    if ((access.sectors & ~fetch.asker->sectors) == 0) joined = &fetch;
  });
  if (joined == nullptr) {
    fetch(access);
    return false;
  }
  ++stats_.remote_merges;
  joined->waiting.push(access);
  return true;
}

void RemoteLines::write_through(const Access& access) {
  tags_->drop(access.line, access.sectors);
  // Such a fetch may bring data that was read before the write came to the memory.
  each(access.line, [&](Fetch& fetch) {
    if ((fetch.asker->sectors & access.sectors) != 0) fetch.epoch = epoch_ - 1;
  });
}

void RemoteLines::fetch(Access& access) {
  GF_CHECK(free_ != kNone, "more fetches than requests to peers");
  ++stats_.remote_misses;
  const std::uint32_t number = free_;
  Fetch& fetch = fetches_[number];
  free_ = fetch.next;
  fetch.asker = &access;
  fetch.epoch = epoch_;
  std::uint32_t& head = bucket(access.line);
  fetch.next = head;
  head = number;
}

void RemoteLines::answered(Access& access, Cycle now) {
  if (!on() || access.op != LineOp::kRead || passes(access))
    return ports_.peer_answers(access, now);
  std::uint32_t* link = &bucket(access.line);
  while (*link != kNone && fetches_[*link].asker != &access) link = &fetches_[*link].next;
  GF_CHECK(*link != kNone, "an answer without a request");
  const std::uint32_t number = *link;
  Fetch& fetch = fetches_[number];
  *link = fetch.next;
  fetch.next = free_;
  free_ = number;
  if (fetch.epoch == epoch_) tags_->fill(access.line, access.sectors);
  ports_.peer_answers(access, now);
  for (Access* waiting = fetch.waiting.release(); waiting != nullptr;) {
    Access& one = *waiting;
    waiting = waiting->next;
    ports_.peer_answers(one, now);
  }
}

void RemoteLines::invalidate() {
  if (!on()) return;
  ++epoch_;
  tags_->invalidate();
}

}  // namespace gf::hw::gpu
