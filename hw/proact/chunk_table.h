// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/proact/chunk_map.h"
#include "hw/proact/piece_carrier_if.h"

namespace gf::hw::proact {

/// An error concerning a chunk.
enum class ChunkFault : std::uint8_t {
  kUnderflow,       ///< More writers finished than expected.
  kWriteAfterZero,  ///< Written after all its writers had finished.
  kUnexpected,      ///< Written although no writer was expected.
  kIncomplete,      ///< Writers are missing.
  kRefused,         ///< A destination refused a part of it.
};

/// A chunk of an armed region. Chunks are numbered through all regions, one after the other.
struct Chunk {
  std::uint32_t remaining = 0;  ///< The counter.
  std::uint32_t expected = 0;   ///< Initial value of the counter; 0: not tracked.
  std::uint32_t seen = 0;       ///< Writers that have finished.
  std::uint32_t first = 0;      ///< Index of its first segment.
  std::uint32_t segments = 0;   ///< Number of its segments.
  core::Cycle zero_at = core::kNoCycle;
  bool dirty = false;   ///< Written since its last transfer began.
  bool queued = false;  ///< Waiting for the agent.
  bool flying = false;  ///< Being transferred by the agent.
  bool again = false;   ///< Written during a transfer and then flushed.
  bool marked = false;  ///< The current flush waits for it.
  bool final = false;   ///< The counter is zero.
  bool sent = false;    ///< Completely at the destinations, with the counter at zero.
};

/// The regions of a GPU and the state of their chunks.
class ChunkTable {
 public:
  struct Bounds {
    std::uint64_t base;  ///< Offset in the GPU's memory.
    std::uint64_t end;
    unsigned shift;  ///< log2 of the chunk size.
    unsigned first;  ///< Number of its first chunk.
    bool armed = false;
    Region region;
    std::vector<unsigned> destinations{};  ///< Those that the GPU stores to.
    std::vector<unsigned> far{};           ///< Those that a PieceCarrierIf reaches.
  };
  static constexpr unsigned kNone = ~0u;

  /// Adds a region and returns its number. `carrier` null: all destinations are reached by stores.
  unsigned add(const Region& region, unsigned gpu, const PieceCarrierIf* carrier = nullptr);
  /// Resets all chunks of the region. Throws UserError for more writers than a counter can hold.
  void arm(unsigned region, const ChunkMap& map);

  [[nodiscard]] Chunk& operator[](unsigned chunk) { return chunks_[chunk]; }
  [[nodiscard]] const Chunk& operator[](unsigned chunk) const { return chunks_[chunk]; }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(chunks_.size()); }
  [[nodiscard]] const std::vector<Bounds>& regions() const { return regions_; }
  [[nodiscard]] const Bounds& region_of(unsigned chunk) const { return regions_[number_of(chunk)]; }
  [[nodiscard]] unsigned number_of(unsigned chunk) const;
  /// Returns the chunk at an offset in an armed region, otherwise kNone.
  [[nodiscard]] unsigned find(std::uint64_t offset) const;
  /// Returns a segment, relative to the region's start. `segment`: Chunk::first ... first +
  /// segments - 1.
  [[nodiscard]] const Span& segment(unsigned chunk, unsigned segment) const {
    return segments_[number_of(chunk)][segment];
  }
  /// Returns the index of a segment's descriptor among those of all regions.
  [[nodiscard]] unsigned descriptor(unsigned chunk, unsigned segment) const;
  [[nodiscard]] std::string name(unsigned chunk) const;  ///< "x chunk 7".
  /// Returns for example "x chunk 7: written after all 2 writers were done".
  [[nodiscard]] std::string text(ChunkFault fault, unsigned chunk) const;

 private:
  std::vector<Bounds> regions_;
  std::vector<std::vector<Span>> segments_;  ///< By region.
  std::vector<Chunk> chunks_;
};

}  // namespace gf::hw::proact
