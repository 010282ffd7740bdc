// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/proact/chunk_map.h"
#include "hw/proact/piece_carrier_if.h"

namespace gf::hw::proact {

/// Something that must not happen to a chunk, or has not happened to it.
enum class ChunkFault : std::uint8_t {
  kUnderflow,       ///< A writer too many was done.
  kWriteAfterZero,  ///< Written when all its writers had been done.
  kUnexpected,      ///< Written, and no writer of it was expected.
  kIncomplete,      ///< Writers are missing.
  kRefused,         ///< A destination did not take it.
};

/// A chunk of an armed region. Its number here is that of all regions, one after the other.
struct Chunk {
  std::uint32_t remaining = 0;  ///< The counter.
  std::uint32_t expected = 0;   ///< What it was armed with; 0: not tracked.
  std::uint32_t seen = 0;       ///< Writers done.
  std::uint32_t first = 0;      ///< Index of its first segment.
  std::uint32_t segments = 0;   ///< Number of its segments.
  core::Cycle zero_at = core::kNoCycle;
  bool dirty = false;   ///< Written since its last transfer began.
  bool queued = false;  ///< Waits for the agent.
  bool flying = false;  ///< The agent has it.
  bool again = false;   ///< Was written while the agent had it, and then flushed.
  bool marked = false;  ///< The flush waits for it.
  bool final = false;   ///< The counter is zero.
  bool sent = false;    ///< All of it is at the destinations, and the counter is zero.
};

/// Regions of a GPU, and what is known of their chunks.
class ChunkTable {
 public:
  struct Bounds {
    std::uint64_t base;  ///< Offset in the GPU's memory.
    std::uint64_t end;
    unsigned shift;  ///< log2 of the chunk.
    unsigned first;  ///< Chunk.
    bool armed = false;
    Region region;
    std::vector<unsigned> destinations{};  ///< That the GPU stores to.
    std::vector<unsigned> far{};           ///< That a PieceCarrierIf reaches.
  };
  static constexpr unsigned kNone = ~0u;

  /// `carrier` null: all destinations are stored to.
  unsigned add(const Region& region, unsigned gpu, const PieceCarrierIf* carrier = nullptr);
  /// All chunks of the region begin anew. Throws UserError for more writers than a counter holds.
  void arm(unsigned region, const ChunkMap& map);

  [[nodiscard]] Chunk& operator[](unsigned chunk) { return chunks_[chunk]; }
  [[nodiscard]] const Chunk& operator[](unsigned chunk) const { return chunks_[chunk]; }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(chunks_.size()); }
  [[nodiscard]] const std::vector<Bounds>& regions() const { return regions_; }
  [[nodiscard]] const Bounds& region_of(unsigned chunk) const { return regions_[number_of(chunk)]; }
  [[nodiscard]] unsigned number_of(unsigned chunk) const;
  /// The chunk of an offset in an armed region, else kNone.
  [[nodiscard]] unsigned find(std::uint64_t offset) const;
  /// `segment`: Chunk::first ... first + segments - 1. Counted from the region's start.
  [[nodiscard]] const Span& segment(unsigned chunk, unsigned segment) const {
    return segments_[number_of(chunk)][segment];
  }
  /// Number of a segment's descriptor among those of all regions.
  [[nodiscard]] unsigned descriptor(unsigned chunk, unsigned segment) const;
  [[nodiscard]] std::string name(unsigned chunk) const;  ///< "x chunk 7".
  /// "x chunk 7: written after all 2 writers were done".
  [[nodiscard]] std::string text(ChunkFault fault, unsigned chunk) const;

 private:
  std::vector<Bounds> regions_;
  std::vector<std::vector<Span>> segments_;  ///< By region.
  std::vector<Chunk> chunks_;
};

}  // namespace gf::hw::proact
