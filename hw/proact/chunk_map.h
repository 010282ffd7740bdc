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

/// What the CTAs of one GPU write to a region in one phase: for each chunk how many of them write
/// to it, and which bytes they write. The first initializes its counter, the second are the
/// descriptors of its transfer: bytes of a chunk that others write are not sent.
class ChunkMap {
 public:
  /// Of CTAs [ctas.next, ctas.end) of a kernel: those of one GPU. Throws UserError: bytes beyond
  /// the region, naming the CTA.
  ChunkMap(const Region& region, const gpu::CtaBlock& ctas, const CtaWrites& writes);

  /// All of the region, by one writer.
  explicit ChunkMap(const Region& region);

  /// No other GPU writes to `own`: gaps between the bytes that are written there are sent with
  /// them, by fewer descriptors. What lies there is the same in all copies.
  void fill_gaps(const Span& own);
  /// Throws UserError naming the first chunk of `all` with a byte that no CTA writes.
  void check_covers(const Span& all) const;

  [[nodiscard]] unsigned chunks() const { return static_cast<unsigned>(entries_.size()); }
  [[nodiscard]] unsigned writers(unsigned chunk) const { return entries_[chunk].writers; }
  /// Ascending, apart.
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
