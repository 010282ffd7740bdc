// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ring.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/proact/counter_lines.h"
#include "hw/proact/proact_params.h"
#include "hw/proact/table_memory.h"
#include "tlm_models/link/packet_pool.h"

namespace gf::hw::proact {

/// Keeps lines of 16 counters in the counter memory, and the others in the GPU's memory, from which
/// they are fetched when one of their counters is needed. A fetch reads one sector, and writes one
/// if the replaced line was changed (the least recently used of the set). Counters that the runtime
/// initializes are in the counter memory as far as there is space.
/// Timing: updates that waited for a line return in the cycle after its last byte arrived.
class CounterMemory final : private gpu::BulkClient {
 public:
  enum class Found : std::uint8_t { kHit, kMiss, kNoMiss };

  CounterMemory(const CounterParams& params, TableMemory& tables, core::ClockMember& clock,
                ProactStats& stats);

  /// Initializes the counters of chunks [first, first + count).
  void initialize(unsigned first, unsigned count);
  /// Finds the counter of `chunk`. kMiss: the update is kept and will be in back(). kNoMiss:
  /// nothing happens, because `misses` fetches are in progress; the next entry of back() shows that
  /// one has ended.
  Found find(unsigned chunk, core::Cycle now);
  /// An update whose line has arrived, and the cycle `at` from which it may begin again.
  struct Back {
    std::uint32_t chunk;
    core::Cycle at;
  };
  [[nodiscard]] core::Ring<Back>& back() { return back_; }
  [[nodiscard]] const core::Ring<Back>& back() const { return back_; }
  [[nodiscard]] bool idle() const {
    return free_.size() == misses_.size() && back_.empty() && write_backs_.in_use() == 0;
  }
  /// Returns the size of the tables for the counters of `chunks` chunks.
  static std::uint64_t bytes(unsigned chunks) {
    return (chunks + kLineCounters - 1) / kLineCounters * std::uint64_t{32};
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Way {
    std::uint32_t line = kNone;
    std::uint32_t miss = kNone;  ///< Index of the miss that fetches it.
    std::uint64_t used = 0;
    bool dirty = false;
  };
  struct Miss {
    gpu::Bulk bulk;
    Way* way = nullptr;
    std::vector<std::uint32_t> waiting;  ///< Chunks.
  };
  [[nodiscard]] Way* set_of(std::uint32_t line);
  [[nodiscard]] Way* lookup(std::uint32_t line);
  [[nodiscard]] Way* empty_way(std::uint32_t line);  ///< In its set; null: none.
  [[nodiscard]] Way* victim(std::uint32_t line);
  void begin(std::uint32_t line, unsigned chunk, core::Cycle now);
  void write_back(const Way& way, core::Cycle now);
  void bulk_taken(gpu::Bulk&, core::Cycle) override {}
  void bulk_done(gpu::Bulk& bulk, core::Cycle now) override;

  TableMemory& tables_;
  core::ClockMember& clock_;
  ProactStats& stats_;
  const unsigned ways_;
  const unsigned sets_;
  std::vector<Way> lines_;
  std::uint64_t uses_ = 0;
  std::vector<Miss> misses_;
  std::vector<std::uint32_t> free_;
  model::PacketPool<gpu::Bulk> write_backs_;
  core::Ring<Back> back_;
};

}  // namespace gf::hw::proact
