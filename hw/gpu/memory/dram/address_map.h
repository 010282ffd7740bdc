// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// Maps a line of a GPU's memory to its slice, channel, bank and row. Each group of `slices`
/// adjacent lines has one line in every slice. A hash of the group's number rotates the slices
/// within a group, so that no power-of-two stride falls on few slices.
class AddressMap {
 public:
  explicit AddressMap(const MemoryParams& params)
      : slices_(params.slices),
        slices_per_channel_(params.slices / params.channels),
        row_lines_(static_cast<std::uint32_t>(params.row.count() / kLineBytes)),
        banks_(params.banks),
        ways_(params.peer_ways()) {}

  struct Place {
    std::uint32_t slice;
    std::uint32_t index;  ///< Index among the lines of the slice.
  };
  [[nodiscard]] Place place(std::uint64_t offset) const {
    const auto line = static_cast<std::uint32_t>(offset / kLineBytes);
    const std::uint32_t index = line / slices_;
    return {(line - index * slices_ + hash(index)) % slices_, index};
  }

  struct Row {
    std::uint32_t bank;
    std::uint32_t row;
  };
  /// Returns bank and row of a line in the channel of its slice.
  [[nodiscard]] Row row(std::uint32_t slice, std::uint32_t index) const {
    const std::uint32_t line = index * slices_per_channel_ + slice % slices_per_channel_;
    const std::uint32_t row = line / row_lines_;
    // Rows that are a multiple of all banks apart, as in large arrays, fall on different banks.
    return {(row ^ (row / banks_)) % banks_, row};
  }
  /// Returns the way to the peers that a line takes.
  [[nodiscard]] unsigned way(std::uint64_t address) const {
    return static_cast<unsigned>(address / kLineBytes % ways_);
  }
  [[nodiscard]] unsigned ways() const { return ways_; }
  [[nodiscard]] unsigned channel(std::uint32_t slice) const { return slice / slices_per_channel_; }

 private:
  static std::uint32_t hash(std::uint32_t index) { return index * 0x9E3779B1u >> 24; }

  std::uint32_t slices_;
  std::uint32_t slices_per_channel_;
  std::uint32_t row_lines_;
  std::uint32_t banks_;
  std::uint32_t ways_;
};

}  // namespace gf::hw::gpu
