// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/counter_memory.h"

#include <algorithm>

namespace gf::hw::proact {

using core::Cycle;

CounterMemory::CounterMemory(const CounterParams& params, TableMemory& tables,
                             core::ClockMember& clock, ProactStats& stats)
    : tables_(tables),
      clock_(clock),
      stats_(stats),
      ways_(params.ways),
      sets_(params.counters / kLineCounters / ways_),
      lines_(std::size_t{sets_} * ways_),
      misses_(params.misses) {
  for (std::uint32_t i = params.misses; i-- > 0;) free_.push_back(i);
}

CounterMemory::Way* CounterMemory::set_of(std::uint32_t line) {
  return &lines_[std::size_t{line % sets_} * ways_];
}

CounterMemory::Way* CounterMemory::lookup(std::uint32_t line) {
  Way* const set = set_of(line);
  for (Way* way = set; way != set + ways_; ++way)
    if (way->line == line) return way;
  return nullptr;
}

CounterMemory::Way* CounterMemory::empty_way(std::uint32_t line) {
  Way* const set = set_of(line);
  Way* const way = std::find_if(set, set + ways_, [](const Way& w) { return w.line == kNone; });
  return way == set + ways_ ? nullptr : way;
}

CounterMemory::Way* CounterMemory::victim(std::uint32_t line) {
  Way* const set = set_of(line);
  Way* oldest = nullptr;
  for (Way* way = set; way != set + ways_; ++way) {
    if (way->line == kNone) return way;
    if (way->miss == kNone && (oldest == nullptr || way->used < oldest->used)) oldest = way;
  }
  // Validated parameters have misses <= ways, so with a free miss the set always has a line that
  // can be replaced.
  GF_CHECK(oldest != nullptr, "all lines of a set are on their way");
  return oldest;
}

void CounterMemory::initialize(unsigned first, unsigned count) {
  for (std::uint32_t line = first / kLineCounters; line * kLineCounters < first + count; ++line) {
    if (lookup(line) != nullptr) continue;
    // Counters without a free line are in memory. Lines already here, which may be changed or in
    // flight, stay.
    if (Way* const way = empty_way(line)) *way = Way{line, kNone, ++uses_, false};
  }
}

CounterMemory::Found CounterMemory::find(unsigned chunk, Cycle now) {
  const std::uint32_t line = chunk / kLineCounters;
  if (Way* const way = lookup(line)) {
    way->used = ++uses_;
    // A counter is only looked up to be decremented.
    way->dirty = true;
    if (way->miss == kNone) return Found::kHit;
    // The line is in flight; one read serves all its counters and needs no further miss.
    misses_[way->miss].waiting.push_back(chunk);
    return Found::kMiss;
  }
  if (free_.empty()) return Found::kNoMiss;
  begin(line, chunk, now);
  return Found::kMiss;
}

void CounterMemory::begin(std::uint32_t line, unsigned chunk, Cycle now) {
  Way& way = *victim(line);
  if (way.line != kNone && way.dirty) write_back(way, now);
  const std::uint32_t number = free_.back();
  free_.pop_back();
  way = Way{line, number, ++uses_, true};
  Miss& miss = misses_[number];
  miss.way = &way;
  miss.waiting.push_back(chunk);
  miss.bulk.client = this;
  miss.bulk.key = &miss;
  ++stats_.counter_misses;
  tables_.access(miss.bulk, gpu::LineOp::kRead, line * std::uint64_t{32}, 32, now);
}

void CounterMemory::write_back(const Way& way, Cycle now) {
  gpu::Bulk& bulk = write_backs_.make();
  bulk.client = this;
  ++stats_.counter_write_backs;
  tables_.access(bulk, gpu::LineOp::kWrite, way.line * std::uint64_t{32}, 32, now);
}

void CounterMemory::bulk_done(gpu::Bulk& bulk, Cycle now) {
  // Write-backs have no key, because nothing waits for them.
  if (bulk.key == nullptr) return write_backs_.recycle(bulk);
  Miss& miss = *static_cast<Miss*>(bulk.key);
  free_.push_back(miss.way->miss);
  miss.way->miss = kNone;
  for (const std::uint32_t chunk : miss.waiting) back_.push({chunk, now + 1});
  miss.waiting.clear();
  clock_.wake(now + 1);
}

}  // namespace gf::hw::proact
