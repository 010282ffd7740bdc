// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::hw::riscv {

/// The tags of a cache, direct mapped: what an access takes, not what it brings. Size 0: no cache,
/// everything is at hand.
class TagCache {
 public:
  TagCache(std::uint64_t bytes, std::uint64_t line) : tags_(bytes / line, kEmpty) {
    while (1ull << line_bits_ < line) ++line_bits_;
  }
  [[nodiscard]] bool present() const { return !tags_.empty(); }
  /// Whether `address` is there; it is from now on.
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
  static constexpr std::uint32_t kEmpty = ~0u;  ///< No line: lines have at least 16 B.
  unsigned line_bits_ = 0;
  std::vector<std::uint32_t> tags_;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace gf::hw::riscv
