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

/// A range of memory that PROACT tracks: each GPU has a copy of all of it, contiguous in its
/// memory, and what is written to one copy goes to the same place of the others ([PROACT21],
/// III-B).
struct Region {
  static constexpr std::uint64_t kLeastChunk = 4096;        ///< [PROACT21], Table II.
  static constexpr std::uint64_t kMostChunk = 16ull << 20;  ///< [PROACT21], Table II.
  static constexpr std::uint64_t kAlign = 256;  ///< Of its bases: packets lie at the same places.
  static constexpr std::uint64_t kNoCopy = ~0ull;  ///< In the place of a base: that GPU has none.

  std::string name;
  core::Bytes bytes;                       ///< The last chunk may be short.
  core::Bytes chunk;                       ///< A power of two.
  std::vector<std::uint64_t> base_by_gpu;  ///< Offset of its copy in the memory of each GPU.
  /// GPUs that are sent to, a GPU never to itself; nothing: all that have a copy.
  std::optional<std::vector<unsigned>> destinations{};

  /// Throws UserError naming `path`, the field, its value and the legal range.
  void validate(const std::string& path, std::uint64_t memory_bytes) const;
  /// Throws UserError if the two lie on each other in the memory of a GPU.
  void check_apart(const std::string& path, const Region& other) const;

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(base_by_gpu.size()); }
  [[nodiscard]] unsigned chunks() const {
    return static_cast<unsigned>((bytes.count() + chunk.count() - 1) / chunk.count());
  }
  /// `at` counts from the start of the region.
  [[nodiscard]] unsigned chunk_of(std::uint64_t at) const {
    return static_cast<unsigned>(at / chunk.count());
  }
  [[nodiscard]] Span span_of(unsigned chunk) const;
  /// Physical address of byte `at` of the copy of `gpu`.
  [[nodiscard]] std::uint64_t physical(unsigned gpu, std::uint64_t at) const;
  /// GPUs that `source` sends to, ascending.
  [[nodiscard]] std::vector<unsigned> destinations_of(unsigned source) const;
};

}  // namespace gf::hw::proact
