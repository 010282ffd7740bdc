// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/gpu/memory/line_pass_client.h"
#include "hw/proact/chunk_journal.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// Follows the chunks that software agents copy. If a timeline is active, it shows each copy in the
/// row "transfers" of "polling_<gpu>". A slice lasts from the first warp that found the chunk ready
/// until its last byte is in level 2 of the last destination. If a journal of chunks is active, it
/// records each stage there. A chunk whose stores are elided never ends.
class CopySlices {
 public:
  /// Watches all copies of the region from now on.
  explicit CopySlices(const MechanismContext& context);
  CopySlices(const CopySlices&) = delete;
  CopySlices& operator=(const CopySlices&) = delete;

  /// Starts a phase, whose transfers are those of this map.
  void start_phase(const model::proact::PhaseMap& map);
  /// Part `index` is completely written, and its agent is notified.
  void ready(unsigned gpu, std::uint32_t index);
  /// The part enters a stage before the copy at time `at`, which may be in the future.
  void enters(unsigned gpu, std::uint32_t index, hw::proact::ChunkStage stage, core::Ticks at);
  /// A warp of `gpu` begins to copy part `index`.
  void found(unsigned gpu, std::uint32_t index);

 private:
  struct Copy final : hw::gpu::LinePassClient {
    Copy(CopySlices& slices, unsigned gpu) : slices(slices), gpu(gpu) {}
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    CopySlices& slices;
    const unsigned gpu;
  };
  struct Transfer {
    std::uint32_t chunk;
    std::uint64_t left;  ///< Bytes that have not arrived, over all destinations.
    core::Ticks begun;   ///< kNever: not yet.
    bool comes = false;  ///< Some of it has arrived.
  };
  struct Place {
    model::proact::Span span;
    unsigned gpu;
    std::uint32_t index;
  };
  /// Returns the part to which the byte belongs, or null.
  [[nodiscard]] const Place* place_of(std::uint64_t offset) const;
  void written(unsigned gpu, std::uint64_t offset) const;
  void arrived(const Place& place, std::uint64_t bytes, core::Ticks now);
  [[nodiscard]] const void* unit(unsigned gpu) const { return &copies_[gpu]; }

  const core::Ticks period_;
  std::deque<Copy> copies_;
  std::vector<std::vector<Transfer>> transfers_;  ///< By GPU and index of the part.
  std::vector<Place> places_;                     ///< Ascending.
};

}  // namespace gf::platforms::proact
