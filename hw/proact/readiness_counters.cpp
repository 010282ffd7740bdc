// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/readiness_counters.h"

#include <algorithm>

#include "tlm_models/gpu/page_table.h"

namespace gf::hw::proact {

using core::Cycle;

void ReadinessCounters::resize() { ctas_.set_offset(CounterMemory::bytes(parts_.chunks.size())); }

void ReadinessCounters::line_passes(const gpu::LinePass& pass, Cycle now) {
  if (pass.op == gpu::LineOp::kRead || pass.request == nullptr) return;
  const unsigned number = parts_.chunks.find(pass.offset);
  if (number == ChunkTable::kNone) return;
  ++parts_.stats.snooped;
  Chunk& chunk = parts_.chunks[number];
  if (chunk.expected == 0) return sink_.fault(ChunkFault::kUnexpected, number);
  if (chunk.zero_at < now) return sink_.fault(ChunkFault::kWriteAfterZero, number);
  chunk.dirty = true;
  ctas_.note(pass.request->sm, pass.request->cta, number, now);
}

void ReadinessCounters::cta_finished(unsigned sm, unsigned slot, const gpu::CtaLaunch&, Cycle now) {
  ctas_.finish(sm, slot, now);
}

void ReadinessCounters::update(unsigned chunk, Cycle at) {
  updates_.push({chunk, at});
  ProactStats& stats = parts_.stats;
  const std::uint64_t depth = updates_.size();
  if (depth > stats.deepest_queue.value()) ++stats.deepest_queue;
  if (depth > parts_.params.counters.update_queue) ++stats.queue_overflows;
  parts_.probes.updates.add(parts_.ticks(at), +1);
  parts_.wake(at);
}

void ReadinessCounters::step(Cycle now) {
  while (!under_way_.empty() && under_way_.front().at <= now) finish(under_way_.pop().chunk, now);
  unsigned ports = parts_.params.counters.ports;
  core::Ring<CounterMemory::Back>& back = memory_.back();
  if (!back.empty() && back.front().at <= now) no_miss_ = false;
  for (; ports > 0 && !back.empty() && back.front().at <= now; --ports)
    begin(back.pop().chunk, now);
  begin_waiting(ports, now);
}

void ReadinessCounters::begin_waiting(unsigned ports, Cycle now) {
  while (!updates_.empty() && updates_.front().at <= now && !no_miss_) {
    if (ports == 0) {
      if (!stall_.on()) stall_.begin(parts_.stats.port_busy, now);
      return;
    }
    stall_.end(now, parts_.period);
    const unsigned chunk = updates_.front().chunk;
    const CounterMemory::Found found = memory_.find(chunk, now);
    if (found == CounterMemory::Found::kNoMiss) {
      no_miss_ = true;
      return stall_.begin(parts_.stats.miss_wait, now);
    }
    updates_.drop();
    parts_.probes.updates.add(parts_.ticks(now), -1);
    --ports;
    if (found == CounterMemory::Found::kHit) begin(chunk, now);
  }
}

void ReadinessCounters::begin(unsigned chunk, Cycle now) {
  ++parts_.stats.updates;
  under_way_.push({chunk, now + parts_.params.counters.update_latency});
}

void ReadinessCounters::finish(unsigned number, Cycle now) {
  Chunk& chunk = parts_.chunks[number];
  ++chunk.seen;
  if (chunk.remaining == 0) return sink_.fault(ChunkFault::kUnderflow, number);
  if (--chunk.remaining == 0) chunk.zero_at = now;
  sink_.counted(number, now);
}

Cycle ReadinessCounters::next(Cycle now) const {
  Cycle at = under_way_.empty() ? core::kNoCycle : under_way_.front().at;
  if (!memory_.back().empty()) at = std::min(at, memory_.back().front().at);
  if (!updates_.empty() && !no_miss_) at = std::min(at, updates_.front().at);
  return at == core::kNoCycle ? at : std::max(at, now + 1);
}

}  // namespace gf::hw::proact
