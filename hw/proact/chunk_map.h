// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/gpu/dispatch/kernel_run.h"
#include "hw/proact/region.h"
#include "workloads/shared/cta_writes.h"

namespace gf::hw::proact {

using model::proact::CtaWrites;

/// The bytes that the CTAs of one GPU write to a region in one phase: for each chunk the number of
/// CTAs that write it, and the segments that they write. The number initializes the chunk's
/// counter. The segments become the descriptors of its transfer, so bytes of the chunk that others
/// write are not sent.
class ChunkMap {
 public:
  /// For CTAs [ctas.next, ctas.end) of a kernel, which are those of one GPU. Throws UserError,
  /// which names the CTA, for bytes beyond the region.
  ChunkMap(const Region& region, const gpu::CtaBlock& ctas, const CtaWrites& writes);

  /// One writer writes the whole region.
  explicit ChunkMap(const Region& region);

  /// Throws UserError, which names the chunk, for the first byte of `all` that no CTA writes.
  void check_covers(const Span& all) const;

  [[nodiscard]] unsigned chunks() const { return static_cast<unsigned>(entries_.size()); }
  [[nodiscard]] unsigned writers(unsigned chunk) const { return entries_[chunk].writers; }
  /// Ascending and not adjacent.
  [[nodiscard]] const std::vector<Span>& segments(unsigned chunk) const {
    return entries_[chunk].segments;
  }
  [[nodiscard]] unsigned tracked() const;  ///< Chunks with writers.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] unsigned segments() const;  ///< Of all chunks.

 private:
  struct Entry {
    unsigned writers = 0;
    std::vector<Span> segments;
  };
  void add(const std::vector<Span>& spans);

  const Region region_;
  std::vector<Entry> entries_;
};

}  // namespace gf::hw::proact
