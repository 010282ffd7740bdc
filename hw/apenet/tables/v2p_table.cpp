// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/tables/v2p_table.h"

#include "core/base/error.h"

namespace gf::hw::apenet {

std::size_t V2pTable::index(std::uint64_t address, unsigned level) const {
  const unsigned shift = shape_.page_bits + shape_.level_bits * (shape_.levels - 1 - level);
  return (address >> shift) & ((1ull << shape_.level_bits) - 1);
}

bool V2pTable::covers(std::uint64_t address) const {
  return address >> (shape_.page_bits + shape_.levels * shape_.level_bits) == 0;
}

std::uint64_t* V2pTable::descriptor(std::uint64_t address, bool make) {
  if (!covers(address)) return nullptr;
  const std::size_t entries = std::size_t{1} << shape_.level_bits;
  if (tables_.empty()) {
    if (!make) return nullptr;
    tables_.push_back(std::make_unique<Table>(entries));
  }
  Table* table = tables_.front().get();
  for (unsigned level = 0; level + 1 < shape_.levels; ++level) {
    std::uint64_t& entry = (*table)[index(address, level)];
    if (entry == 0) {
      if (!make) return nullptr;
      // Tables keep their addresses while tables_ grows, so `entry` still points into its table.
      tables_.push_back(std::make_unique<Table>(entries));
      entry = tables_.size();  // number of the new table + 1
    }
    table = tables_[entry - 1].get();
  }
  return &(*table)[index(address, shape_.levels - 1)];
}

void V2pTable::map(std::uint64_t address, std::uint64_t frame) {
  std::uint64_t* const entry = descriptor(address, true);
  GF_CHECK(entry != nullptr, "address " + std::to_string(address) + " is beyond the page table");
  *entry = frame + 1;  // 0 is an invalid descriptor, but frame 0 is a valid page
  ++version_;
}

void V2pTable::unmap(std::uint64_t address) {
  std::uint64_t* const entry = descriptor(address, false);
  if (entry != nullptr) *entry = 0;
  ++version_;
}

std::optional<std::uint64_t> V2pTable::find(std::uint64_t address, const CostTable& costs,
                                            Meter& meter) const {
  meter.charge(costs.hw_v2p ? costs.hw_lookup : costs.v2p_setup);
  if (tables_.empty() || !covers(address)) return std::nullopt;
  const Table* table = tables_.front().get();
  std::uint64_t entry = 0;
  for (unsigned level = 0; level < shape_.levels; ++level) {
    if (!costs.hw_v2p) meter.charge(costs.v2p_level);
    entry = (*table)[index(address, level)];
    if (entry == 0) return std::nullopt;
    if (level + 1 < shape_.levels) table = tables_[entry - 1].get();
  }
  return entry - 1;
}

}  // namespace gf::hw::apenet
