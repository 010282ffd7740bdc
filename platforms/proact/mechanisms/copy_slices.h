// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/gpu/memory/line_watch_if.h"
#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

/// Shows in the active timeline when software agents copy each chunk: rows "transfers" of
/// "polling_<gpu>", from the first warp that found it ready until its last byte is in level 2 of
/// the last destination. A chunk whose stores are left out has no slice.
class CopySlices {
 public:
  /// Watches all copies of the region from now on. Precondition: a timeline is active.
  explicit CopySlices(const MechanismContext& context);
  CopySlices(const CopySlices&) = delete;
  CopySlices& operator=(const CopySlices&) = delete;

  /// What follows are the transfers of this map.
  void start_phase(const model::proact::PhaseMap& map);
  /// A warp of `gpu` begins to copy part `index`.
  void found(unsigned gpu, std::uint32_t index);

 private:
  struct Copy final : hw::gpu::LineWatchIf {
    explicit Copy(CopySlices& slices) : slices(slices) {}
    void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override;
    CopySlices& slices;
  };
  struct Transfer {
    std::uint32_t chunk;
    std::uint64_t left;  ///< Bytes that are not there, of all destinations.
    core::Ticks begun;   ///< kNever: not yet.
  };
  struct Place {
    model::proact::Span span;
    unsigned gpu;
    std::uint32_t index;
  };
  /// Whose part the byte is of; or null.
  [[nodiscard]] const Place* place_of(std::uint64_t offset) const;
  void arrived(const Place& place, std::uint64_t bytes, core::Ticks now);

  const core::Ticks period_;
  std::deque<Copy> copies_;
  std::vector<std::vector<Transfer>> transfers_;  ///< By GPU and index of the part.
  std::vector<Place> places_;                     ///< Ascending.
};

}  // namespace gf::platforms::proact
