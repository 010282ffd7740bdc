// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/readiness_table.h"

#include <algorithm>

#include "hw/proact/readiness_counters.h"

namespace gf::hw::proact {

using core::Cycle;

CtaChunkTable::CtaChunkTable(unsigned cta_chunks, unsigned sms, unsigned ctas,
                             ReadinessCounters& counters, const ChunkTable& chunks,
                             TableMemory& tables, ProactStats& stats)
    : cta_chunks_(cta_chunks),
      ctas_(ctas),
      counters_(counters),
      chunks_(chunks),
      tables_(tables),
      stats_(stats),
      slots_(std::size_t{sms} * ctas) {
  for (Slot& slot : slots_) slot.chunks.reserve(cta_chunks);
}

void CtaChunkTable::note(unsigned sm, unsigned number, unsigned chunk, Cycle now) {
  GF_CHECK(number < ctas_ && sm * ctas_ + number < slots_.size(), "a CTA slot that is not there");
  Slot& slot = slots_[sm * ctas_ + number];
  // The last-chunk register avoids the atomic and the search for a series of writes to one chunk.
  if (slot.last == chunk) return;
  if (std::find(slot.chunks.begin(), slot.chunks.end(), chunk) == slot.chunks.end()) {
    if (slot.chunks.size() == cta_chunks_) return spill(sm * ctas_ + number, slot, chunk, now);
    slot.chunks.push_back(chunk);
  }
}

void CtaChunkTable::spill(unsigned number, Slot& slot, unsigned chunk, Cycle now) {
  slot.last = chunk;
  if (std::find(slot.spilled.begin(), slot.spilled.end(), chunk) == slot.spilled.end()) {
    slot.spilled.push_back(chunk);
    ++stats_.cta_spills;
  }
  gpu::Bulk& mark = marks_.make();
  mark.client = this;
  ++under_way_;
  tables_.access(mark, gpu::LineOp::kAtomic, offset_ + number * bitmap_bytes() + chunk / 32 * 4, 4,
                 now);
}

void CtaChunkTable::finish(unsigned sm, unsigned number, Cycle now) {
  GF_CHECK(number < ctas_ && sm * ctas_ + number < slots_.size(), "a CTA slot that is not there");
  Slot& slot = slots_[sm * ctas_ + number];
  // Another CTA may use the slot within this cycle, so the records of this one leave it now: to the
  // updates, or to the fetch of its bits.
  for (const std::uint32_t chunk : slot.chunks) counters_.update(chunk, now + 1);
  slot.chunks.clear();
  slot.last = ChunkTable::kNone;
  if (!slot.spilled.empty()) fetch(sm * ctas_ + number, slot, now);
}

void CtaChunkTable::fetch(unsigned number, Slot& slot, Cycle now) {
  if (free_.empty()) {
    fetches_.push_back(std::make_unique<Fetch>());
    free_.push_back(fetches_.back().get());
  }
  Fetch& fetch = *free_.back();
  free_.pop_back();
  // The model already knows the decrements, but hardware would learn of them from the bits, so they
  // wait until these have been read.
  fetch.chunks.swap(slot.spilled);
  const auto ends = std::minmax_element(fetch.chunks.begin(), fetch.chunks.end());
  const std::uint32_t first = *ends.first / 32 * 4;
  fetch.bulk.client = this;
  fetch.bulk.key = &fetch;
  ++under_way_;
  tables_.access(fetch.bulk, gpu::LineOp::kAtomic, offset_ + number * bitmap_bytes() + first,
                 *ends.second / 32 * 4 + 4 - first, now);
}

void CtaChunkTable::bulk_done(gpu::Bulk& bulk, Cycle now) {
  --under_way_;
  if (bulk.key == nullptr) return marks_.recycle(bulk);
  Fetch& fetch = *static_cast<Fetch*>(bulk.key);
  for (const std::uint32_t chunk : fetch.chunks) counters_.update(chunk, now + 1);
  fetch.chunks.clear();
  free_.push_back(&fetch);
}

}  // namespace gf::hw::proact
