// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "workloads/shared/shared_app.h"

namespace gf::hw::proact {

using model::proact::Span;

/// A range of memory that PROACT tracks. Each GPU has a copy of the whole range, contiguous in its
/// memory, and writes to one copy are sent to the same place in the others ([PROACT21], III-B).
struct Region {
  static constexpr std::uint64_t kLeastChunk = 4096;        ///< [PROACT21], Table II.
  static constexpr std::uint64_t kMostChunk = 16ull << 20;  ///< [PROACT21], Table II.
  /// Alignment of its bases, so that packets have the same boundaries in all copies.
  static constexpr std::uint64_t kAlign = 256;
  static constexpr std::uint64_t kNoCopy = ~0ull;  ///< Instead of a base: that GPU has no copy.

  std::string name;
  core::Bytes bytes;                       ///< The last chunk may be shorter.
  core::Bytes chunk;                       ///< A power of two.
  std::vector<std::uint64_t> base_by_gpu;  ///< Offset of the copy in the memory of each GPU.
  /// GPUs that receive chunks, never the sender itself; without a value all that have a copy.
  std::optional<std::vector<unsigned>> destinations{};

  /// Throws UserError that names `path`, the field, its value and the legal range.
  void validate(const std::string& path, std::uint64_t memory_bytes) const;
  /// Throws UserError if the two overlap in the memory of a GPU.
  void check_apart(const std::string& path, const Region& other) const;

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(base_by_gpu.size()); }
  [[nodiscard]] unsigned chunks() const {
    return static_cast<unsigned>((bytes.count() + chunk.count() - 1) / chunk.count());
  }
  /// Returns the chunk of byte `at`, relative to the start of the region.
  [[nodiscard]] unsigned chunk_of(std::uint64_t at) const {
    return static_cast<unsigned>(at / chunk.count());
  }
  [[nodiscard]] Span span_of(unsigned chunk) const;
  /// Returns the physical address of byte `at` in the copy of `gpu`.
  [[nodiscard]] std::uint64_t physical(unsigned gpu, std::uint64_t at) const;
  /// Returns the GPUs to which `source` sends, ascending.
  [[nodiscard]] std::vector<unsigned> destinations_of(unsigned source) const;
};

}  // namespace gf::hw::proact
