// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "platforms/proact/region/region_layout.h"

namespace gf::platforms::proact {

/// The places of the shared region's bytes in the GPUs' memories.
class RegionPlaces {
 public:
  static constexpr std::uint64_t kNone = ~0ull;
  virtual ~RegionPlaces() = default;
  /// Returns the offset, in the memory of `gpu`, of byte `offset` of the region; kNone: it is not
  /// there. Bytes of a page are contiguous.
  [[nodiscard]] virtual std::uint64_t in_memory(unsigned gpu, std::uint64_t offset) const = 0;
  /// Returns the offset, in the region, of byte `place` of the memory of `gpu`; kNone: it is not
  /// part of the region.
  [[nodiscard]] virtual std::uint64_t in_region(unsigned gpu, std::uint64_t place) = 0;
};

/// For a copy at each GPU.
std::unique_ptr<RegionPlaces> copies(const RegionLayout& layout);
/// For managed pages, which move. `pages` must outlive the result.
std::unique_ptr<RegionPlaces> managed_pages(const RegionLayout& layout,
                                            const model::PageTable& pages);

}  // namespace gf::platforms::proact
