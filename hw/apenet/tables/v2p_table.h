// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/apenet/nios/processor.h"

namespace gf::hw::apenet {

/// Shape of a page table: an address has page_bits + levels * level_bits bits.
struct PageTableShape {
  unsigned page_bits;
  unsigned levels;
  unsigned level_bits;
};
inline constexpr PageTableShape kHostPages{12, 4, 9};  ///< 4 KB pages, 48 bits.
inline constexpr PageTableShape kGpuPages{16, 4, 8};   ///< 64 KB pages, 48 bits.

/// V2P of the firmware: a tree of tables, walked one level at a time. A look-up loads every level
/// down to the page descriptor, so it takes the same time for each mapped page.
class V2pTable {
 public:
  explicit V2pTable(const PageTableShape& shape) : shape_(shape) {}

  void map(std::uint64_t address, std::uint64_t frame);  ///< Both: first byte of a page.
  void unmap(std::uint64_t address);                     ///< Makes the descriptor invalid.

  /// Returns the frame of the page that holds `address`, or none: a page fault. Charges
  /// as it walks.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t address, const CostTable& costs,
                                                  Meter& meter) const;
  [[nodiscard]] std::uint64_t page_bytes() const { return 1ull << shape_.page_bits; }
  /// Counts changes: a translation from before the last one may be wrong.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] std::size_t tables() const { return tables_.size(); }

 private:
  using Table = std::vector<std::uint64_t>;  ///< Entry: 0: invalid, else next table or frame, + 1.
  [[nodiscard]] std::size_t index(std::uint64_t address, unsigned level) const;
  [[nodiscard]] bool covers(std::uint64_t address) const;
  std::uint64_t* descriptor(std::uint64_t address, bool make);

  const PageTableShape shape_;
  std::uint64_t version_ = 0;
  std::vector<std::unique_ptr<Table>> tables_;  ///< The first is the root.
};

}  // namespace gf::hw::apenet
