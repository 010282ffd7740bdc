// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "platforms/proact/region/region_layout.h"

namespace gf::platforms::proact {

/// Where the bytes of the shared region are in the GPUs' memories.
class RegionPlaces {
 public:
  static constexpr std::uint64_t kNone = ~0ull;
  virtual ~RegionPlaces() = default;
  /// Offset in the memory of `gpu` of byte `offset` of the region; kNone: it is not there. Bytes of
  /// a page are side by side.
  [[nodiscard]] virtual std::uint64_t in_memory(unsigned gpu, std::uint64_t offset) const = 0;
  /// Offset in the region of byte `place` of the memory of `gpu`; kNone: something else is there.
  [[nodiscard]] virtual std::uint64_t in_region(unsigned gpu, std::uint64_t place) = 0;
};

/// A copy at each GPU.
std::unique_ptr<RegionPlaces> copies(const RegionLayout& layout);
/// Managed pages, which move. `pages` outlives the result.
std::unique_ptr<RegionPlaces> managed_pages(const RegionLayout& layout,
                                            const model::PageTable& pages);

}  // namespace gf::platforms::proact
