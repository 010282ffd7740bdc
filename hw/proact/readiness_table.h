// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/gpu/memory/bulk.h"
#include "hw/proact/chunk_table.h"
#include "hw/proact/table_memory.h"
#include "tlm_models/link/packet_pool.h"

namespace gf::hw::proact {

class ReadinessCounters;

/// Records the chunks that each resident CTA has written, `cta_chunks` per CTA. A chunk without a
/// free entry is a bit in the GPU's memory. An atomic of 4 B sets it each time the CTA changes to
/// another chunk of this kind. When the CTA has finished, one atomic access fetches and clears its
/// bits, from the first to the last. The decrements of these chunks wait for it.
/// Not modelled: a limit on atomics in flight (level 2 cannot wait for an observer).
class CtaChunkTable final : private gpu::BulkClient {
 public:
  /// `counters` receives the decrements of CTAs.
  CtaChunkTable(unsigned cta_chunks, unsigned sms, unsigned ctas, ReadinessCounters& counters,
                const ChunkTable& chunks, TableMemory& tables, ProactStats& stats);

  /// A write of a CTA to a chunk has passed.
  void note(unsigned sm, unsigned slot, unsigned chunk, core::Cycle now);
  /// The CTA has finished; another CTA may use its slot.
  void finish(unsigned sm, unsigned slot, core::Cycle now);
  [[nodiscard]] bool idle() const { return under_way_ == 0; }
  /// Returns the size of the bitmaps of all slots.
  [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * bitmap_bytes(); }
  /// Sets the offset of the bitmaps in the tables.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

 private:
  struct Slot {
    std::vector<std::uint32_t> chunks;   ///< At most cta_chunks.
    std::vector<std::uint32_t> spilled;  ///< In the order of their first write.
    std::uint32_t last = ChunkTable::kNone;
  };
  struct Fetch {
    gpu::Bulk bulk;
    std::vector<std::uint32_t> chunks;
  };
  void spill(unsigned number, Slot& slot, unsigned chunk, core::Cycle now);
  void fetch(unsigned number, Slot& slot, core::Cycle now);
  [[nodiscard]] std::uint64_t bitmap_bytes() const { return (chunks_.size() + 255) / 256 * 32; }
  void bulk_taken(gpu::Bulk&, core::Cycle) override {}
  void bulk_done(gpu::Bulk& bulk, core::Cycle now) override;

  const unsigned cta_chunks_;
  const unsigned ctas_;
  ReadinessCounters& counters_;
  const ChunkTable& chunks_;
  TableMemory& tables_;
  ProactStats& stats_;
  std::uint64_t offset_ = 0;
  std::vector<Slot> slots_;  ///< By SM and CTA slot.
  model::PacketPool<gpu::Bulk> marks_;
  std::vector<std::unique_ptr<Fetch>> fetches_;
  std::vector<Fetch*> free_;
  unsigned under_way_ = 0;
};

}  // namespace gf::hw::proact
