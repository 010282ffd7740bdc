// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/readiness_counters.h"

#include <algorithm>

#include "hw/proact/chunk_journal.h"
#include "hw/proact/proact_unit.h"

namespace gf::hw::proact {

using core::Cycle;

void ReadinessCounters::resize() { ctas_.set_offset(CounterMemory::bytes(chunks_.size())); }

void ReadinessCounters::line_passes(const gpu::LinePass& pass, Cycle now) {
  const unsigned number = chunks_.find(pass.offset);
  if (number == ChunkTable::kNone) return;
  ++stats_.snooped;
  Chunk& chunk = chunks_[number];
  if (chunk.expected == 0) return unit_.fault(ChunkFault::kUnexpected, number);
  // In the cycle in which a counter becomes zero the order of slices and counters is not defined,
  // so a write in it is not an error.
  if (chunk.zero_at < now) return unit_.fault(ChunkFault::kWriteAfterZero, number);
  chunk.dirty = true;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->written(&unit_, number, unit_.gpu(), clock_.ticks(now));
  ctas_.note(pass.request->sm, pass.request->cta, number, now);
}

void ReadinessCounters::cta_finished(unsigned sm, unsigned slot, const gpu::CtaLaunch&, Cycle now) {
  ctas_.finish(sm, slot, now);
}

void ReadinessCounters::update(unsigned chunk, Cycle at) {
  updates_.push({chunk, at});
  const std::uint64_t depth = updates_.size();
  if (depth > stats_.deepest_queue.value()) ++stats_.deepest_queue;
  // The queue is unbounded: level 2 and the SMs cannot wait for it, so overflows are counted but
  // not prevented.
  if (depth > params_.update_queue) ++stats_.queue_overflows;
  waiting_.add(clock_.ticks(at), +1);
  clock_.wake(at);
}

void ReadinessCounters::step(Cycle now) {
  while (!under_way_.empty() && under_way_.front().at <= now) finish(under_way_.pop().chunk, now);
  unsigned ports = params_.ports;
  core::Ring<CounterMemory::Back>& back = memory_.back();
  // A line that has arrived has freed its miss.
  if (!back.empty() && back.front().at <= now) no_miss_ = false;
  // Updates whose line has arrived go first, because they have waited longest.
  for (; ports > 0 && !back.empty() && back.front().at <= now; --ports)
    begin(back.pop().chunk, now);
  begin_waiting(ports, now);
}

void ReadinessCounters::begin_waiting(unsigned ports, Cycle now) {
  while (!updates_.empty() && updates_.front().at <= now && !no_miss_) {
    if (ports == 0) {
      if (!stall_.on()) stall_.begin(stats_.port_busy, now);
      return;
    }
    stall_.end(now, clock_.period());
    const unsigned chunk = updates_.front().chunk;
    const CounterMemory::Found found = memory_.find(chunk, now);
    if (found == CounterMemory::Found::kNoMiss) {
      no_miss_ = true;
      return stall_.begin(stats_.miss_wait, now);
    }
    updates_.drop();
    waiting_.add(clock_.ticks(now), -1);
    --ports;
    if (found == CounterMemory::Found::kHit) begin(chunk, now);
  }
}

void ReadinessCounters::begin(unsigned chunk, Cycle now) {
  ++stats_.updates;
  under_way_.push({chunk, now + params_.update_latency});
}

void ReadinessCounters::finish(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  ++chunk.seen;
  // The counter stays at zero; a smaller value would mean that writers are missing.
  if (chunk.remaining == 0) return unit_.fault(ChunkFault::kUnderflow, number);
  if (--chunk.remaining == 0) chunk.zero_at = now;
  unit_.counted(number, now);
}

Cycle ReadinessCounters::next(Cycle now) const {
  Cycle at = under_way_.empty() ? core::kNoCycle : under_way_.front().at;
  if (!memory_.back().empty()) at = std::min(at, memory_.back().front().at);
  // Without a free miss the front update cannot begin before a line arrives, which has its own
  // time.
  if (!updates_.empty() && !no_miss_) at = std::min(at, updates_.front().at);
  return at == core::kNoCycle ? at : std::max(at, now + 1);
}

}  // namespace gf::hw::proact
