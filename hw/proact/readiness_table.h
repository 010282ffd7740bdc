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

/// Which chunks the CTAs that are on the SMs now have written: `cta_chunks` each. A chunk for which
/// there is no place is a bit in the GPU's memory, set by an atomic of 4 B each time the CTA goes
/// on to another one of those; when the CTA is done its bits, from the first to the last, are
/// fetched and cleared by one atomic access, and its decrements wait for that.
/// Not modelled: a limit on atomics under way (level 2 cannot wait for who looks on).
class CtaTable final : private gpu::BulkClient {
 public:
  /// `counters` gets the decrements that CTAs owe.
  CtaTable(unsigned cta_chunks, unsigned sms, unsigned ctas, ReadinessCounters& counters,
           const ChunkTable& chunks, TableMemory& tables, ProactStats& stats);

  /// A write of a CTA to a chunk passed.
  void note(unsigned sm, unsigned slot, unsigned chunk, core::Cycle now);
  /// The CTA is done; another one may have its slot.
  void finish(unsigned sm, unsigned slot, core::Cycle now);
  [[nodiscard]] bool idle() const { return under_way_ == 0; }
  /// Bytes of the bitmaps of all slots.
  [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * bitmap_bytes(); }
  /// Where the bitmaps begin in the tables.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

 private:
  struct Slot {
    std::vector<std::uint32_t> chunks;   ///< At most cta_chunks.
    std::vector<std::uint32_t> spilled;  ///< Sorted by their first write.
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
