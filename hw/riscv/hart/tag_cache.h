// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::hw::riscv {

/// The tags of a direct-mapped cache. They determine the time of accesses but hold no data. Size 0:
/// no cache, all memory is tightly coupled.
class TagCache {
 public:
  TagCache(std::uint64_t bytes, std::uint64_t line) : tags_(bytes / line, kEmpty) {
    while (1ull << line_bits_ < line) ++line_bits_;
  }
  [[nodiscard]] bool present() const { return !tags_.empty(); }
  /// Returns whether `address` is in the cache, and loads its line.
  bool look_up(std::uint32_t address) {
    const std::uint32_t line = address >> line_bits_;
    std::uint32_t& tag = tags_[line % tags_.size()];
    const bool hit = tag == line;
    ++(hit ? hits_ : misses_);
    tag = line;
    return hit;
  }
  [[nodiscard]] std::uint32_t line_of(std::uint32_t address) const { return address >> line_bits_; }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::uint64_t misses() const { return misses_; }

 private:
  /// Not a valid line number: lines have at least 16 B.
  static constexpr std::uint32_t kEmpty = ~0u;
  unsigned line_bits_ = 0;
  std::vector<std::uint32_t> tags_;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace gf::hw::riscv
