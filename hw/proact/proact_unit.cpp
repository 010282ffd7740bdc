// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/proact_unit.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/trace/timeline.h"
#include "hw/proact/chunk_journal.h"
#include "hw/proact/counter_lines.h"

namespace gf::hw::proact {

using core::Cycle;

namespace {

const ProactParams& validated(const ProactParams& params, const std::string& path) {
  params.validate(path);
  return params;
}

}  // namespace

ProactUnit::ProactUnit(const sc_core::sc_module_name& name, const ProactParams& params,
                       unsigned gpu, gpu::GpuMemory& memory, core::ClockDomain& clock, unsigned sms,
                       unsigned ctas, std::uint64_t tables, std::uint64_t memory_bytes)
    : sc_module(name),
      Quiescent(this->name()),
      params_(validated(params, this->name())),
      gpu_(gpu),
      memory_(memory),
      clock_(clock, *this),
      stats_(*this),
      probes_(this->name()),
      tables_(memory, gpu, tables, stats_),
      counters_(params_.counters, sms, ctas, *this, chunks_, tables_, clock_, stats_,
                probes_.updates),
      agent_(params_.agent, memory, gpu, *this, chunks_, tables_, clock_, stats_, probes_),
      memory_bytes_(memory_bytes) {
  set_sizes(sms, ctas);
}

unsigned ProactUnit::add_region(const Region& region) {
  const std::string path = name();
  region.validate(path, memory_bytes_);
  if (region.gpus() <= gpu_) {
    core::fail_config(path + "." + region.name, "base_by_gpu",
                      std::to_string(region.gpus()) + " copies",
                      "more than " + std::to_string(gpu_), "one for this GPU too");
  }
  for (const ChunkTable::Bounds& other : chunks_.regions()) region.check_apart(path, other.region);
  const unsigned number = chunks_.add(region, gpu_, carrier_);
  const ChunkTable::Bounds& bounds = chunks_.regions()[number];
  // Writes by peers and agents to the copy do not count as progress here.
  memory_.watch(bounds.base, bounds.end, counters_, gpu::PassKind::kOwnChanges);
  counters_.resize();
  agent_.set_offset(counters_.table_bytes());
  return number;
}

const ChunkTable::Bounds& ProactUnit::prepare(unsigned number, const ChunkMap& map) {
  const ChunkTable::Bounds& bounds = chunks_.regions()[number];
  GF_CHECK(map.chunks() == bounds.region.chunks(), bounds.region.name);
  for (unsigned i = bounds.first; i < bounds.first + map.chunks(); ++i) {
    if (chunks_[i].expected == 0 || chunks_[i].sent) continue;
    core::fail_config(
        quiescent_path(), "arm", chunks_.name(i), "all chunks of the last phase sent",
        "it still has " + std::to_string(chunks_[i].remaining) + " writers left, or is being sent");
  }
  chunks_.arm(number, map);
  check_tables();
  to_send_ += map.tracked();
  armed_ = true;
  return bounds;
}

void ProactUnit::arm(unsigned number, const ChunkMap& map) {
  const ChunkTable::Bounds& bounds = prepare(number, map);
  counters_.initialize(bounds.first, map.chunks());
  // In a phase in which this GPU writes nothing, no counter wakes the unit, but its client still
  // waits for all_sent().
  if (map.tracked() == 0) clock_.wake(clock_.after(core::now_ticks()));
  for (unsigned i = bounds.first; i < bounds.first + map.chunks(); ++i) show(i, core::now_ticks());
}

void ProactUnit::push(unsigned number) {
  prepare(number, ChunkMap(chunks_.regions()[number].region));
  pushes_.push_back(number);
  clock_.wake(clock_.after(core::now_ticks()));
}

void ProactUnit::begin_pushes(Cycle now) {
  for (const unsigned number : pushes_) {
    const ChunkTable::Bounds& bounds = chunks_.regions()[number];
    for (unsigned i = 0; i < bounds.region.chunks(); ++i) {
      chunks_[bounds.first + i].remaining = 0;
      ready(bounds.first + i, now);
      give(bounds.first + i, now);
    }
  }
  pushes_.clear();
}

void ProactUnit::check_tables() const {
  const std::uint64_t end = tables_.begin() + table_bytes();
  const auto fail = [&](const std::string& legal) {
    core::fail_config(name(), "tables", std::to_string(tables_.begin()), legal,
                      "counters, bits of CTAs and descriptors take " +
                          std::to_string(table_bytes()) + " B there");
  };
  if (tables_.begin() % Region::kAlign != 0) fail("a multiple of 256");
  if (end > memory_bytes_) fail("within the memory of " + std::to_string(memory_bytes_) + " B");
  for (const ChunkTable::Bounds& region : chunks_.regions())
    if (tables_.begin() < region.end && region.base < end)
      fail("no byte of region " + region.region.name);
}

void ProactUnit::flush() {
  ++flushes_;
  clock_.wake(clock_.after(core::now_ticks()));
}

void ProactUnit::release(gpu::Sm& sm, unsigned warp, Cycle) {
  ++stats_.releases;
  asked_.push_back({&sm, warp});
  flush();
}

void ProactUnit::cycle(Cycle now) {
  // With this order, a counter that becomes zero gives its chunk to the agent in the same cycle. A
  // flush also gives its chunks to the agent in the cycle in which it begins, and ends in the cycle
  // in which its last transfer ends.
  counters_.step(now);
  begin_pushes(now);
  if (flushes_ != 0 && !flushing_) begin_flush(now);
  agent_.step(now);
  if (flushing_ && marked_ == 0) end_flush(now);
  // Once per phase: a unit that stays idle does not repeat the call.
  if (armed_ && to_send_ == 0) {
    // Before the call, because the client may arm the next phase in it.
    armed_ = false;
    if (client_ != nullptr) client_->all_sent(gpu_, now);
  }
  Cycle at = std::min(counters_.next(now), agent_.next(now));
  if (flushes_ != 0 && !flushing_) at = now + 1;
  if (at != core::kNoCycle) clock_.wake(at);
}

void ProactUnit::counted(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  show(number, clock_.ticks(now));
  if (chunk.remaining != 0) return;
  ready(number, now);
  // A flush was faster. The end of its transfer will check whether the chunk has been written
  // since, and whether it is final.
  if (chunk.queued || chunk.flying) return;
  // A flush has sent everything, and nothing has been written since.
  if (!chunk.dirty) return sent(number, now);
  give(number, now);
}

void ProactUnit::ready(unsigned number, Cycle now) {
  chunks_[number].final = true;
  ++stats_.ready;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->counted_down(this, number, clock_.ticks(now));
  if (client_ != nullptr) client_->chunk_ready(gpu_, chunks_.number_of(number), local(number), now);
}

void ProactUnit::give(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  if (!chunk.final) ++stats_.early;
  chunk.queued = true;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->enters(this, number, ChunkStage::kAgent, clock_.ticks(now));
  agent_.give(number, now);
}

void ProactUnit::transfer_begins(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  // From here on, dirty means written while the agent reads. The read may have missed such a write,
  // so the chunk is sent again.
  chunk.queued = chunk.dirty = false;
  chunk.flying = true;
  report_begin(number, clock_.ticks(now));
}

void ProactUnit::transfer_done(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  report_end(number, clock_.ticks(now));
  chunk.flying = false;
  const bool again = chunk.dirty && (chunk.final || chunk.again);
  chunk.again = false;
  // It stays marked, because the flush waits for the bytes that are sent now.
  if (again) return give(number, now);
  if (chunk.marked) --marked_;
  chunk.marked = false;
  if (chunk.final) sent(number, now);
}

void ProactUnit::sent(unsigned number, Cycle now) {
  chunks_[number].sent = true;
  ++stats_.sent;
  --to_send_;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->sent(this, number, clock_.ticks(now));
  if (client_ != nullptr) client_->chunk_sent(gpu_, chunks_.number_of(number), local(number), now);
}

void ProactUnit::begin_flush(Cycle now) {
  flushes_ = 0;  // this flush covers all requests up to now
  flushing_ = true;
  // Later releases need a flush of their own, because their stores may be younger than the bytes
  // that this one sends.
  flushed_to_.swap(asked_);
  for (unsigned i = 0; i < chunks_.size(); ++i) flush_chunk(i, now);
}

void ProactUnit::flush_chunk(unsigned number, Cycle now) {
  Chunk& chunk = chunks_[number];
  // Bytes that have not been written since the last transfer have already arrived.
  if (chunk.sent || !(chunk.dirty || chunk.queued || chunk.flying)) return;
  chunk.marked = true;
  ++marked_;
  if (chunk.flying) {
    // The current transfer may have read the chunk before the last write. It is sufficient for the
    // flush only if nothing was written since it began.
    chunk.again = chunk.dirty;
  } else if (!chunk.queued) {
    give(number, now);
  }
}

void ProactUnit::end_flush(Cycle now) {
  flushing_ = false;
  for (const Releasing& one : flushed_to_) one.sm->released(one.warp, now + 1);
  flushed_to_.clear();
  if (client_ != nullptr) client_->flushed(gpu_, now);
}

void ProactUnit::transfer_refused(unsigned number) {
  fault(ChunkFault::kRefused, number);
  if (client_ != nullptr) client_->chunk_refused(gpu_, chunks_.number_of(number), local(number));
}

void ProactUnit::fault(ChunkFault fault, unsigned chunk) {
  ++(fault == ChunkFault::kUnderflow        ? stats_.underflows
     : fault == ChunkFault::kWriteAfterZero ? stats_.late_writes
     : fault == ChunkFault::kUnexpected     ? stats_.unexpected
                                            : stats_.refused);
  // Each chunk and kind once; a wrong map would otherwise add one line per write.
  if (!faults_.emplace(chunk, fault).second) return;
  errors_.add([&] { return quiescent_path() + ": " + chunks_.text(fault, chunk); });
}

void ProactUnit::show_counter(unsigned region, unsigned chunk) {
  shown_.push_back(
      {chunks_.regions()[region].first + chunk,
       std::make_unique<core::Probe>(
           std::string(name()) + ".counter_" + std::to_string(region) + "_" + std::to_string(chunk),
           kCounterBits, "writers of the chunk that have not finished")});
}

void ProactUnit::report_begin(unsigned number, core::Ticks at) {
  if (core::Timeline::active() != nullptr) begun_[number] = at;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->enters(this, number, ChunkStage::kRead, at);
}

void ProactUnit::report_end(unsigned number, core::Ticks at) {
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->transfer_done(this, number, at);
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline == nullptr) return;
  timeline->slice_apart(name(), "transfers", chunks_.name(number), begun_[number], at);
  begun_.erase(number);
}

void ProactUnit::show(unsigned chunk, core::Ticks at) {
  if (!core::Probe::any_on()) return;
  for (Shown& shown : shown_)
    if (shown.chunk == chunk) shown.probe->set(at, chunks_[chunk].remaining);
}

}  // namespace gf::hw::proact
