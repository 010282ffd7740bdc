// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// Outstanding writes and atomics of an SM, and the owner of each.
class StorePool {
 public:
  struct Owner {
    std::uint16_t warp = 0;
    std::uint16_t cta = 0;  ///< The SM's number for the CTA.
    bool returns = false;   ///< The warp waits for the answer.
  };

  explicit StorePool(unsigned entries) : entries_(entries) {
    for (std::uint32_t n = 0; n < entries; ++n) {
      entries_[n].request.tag = n;
      free_.push_back(n);
    }
  }

  [[nodiscard]] bool full() const { return free_.empty(); }
  [[nodiscard]] bool empty() const { return free_.size() == entries_.size(); }
  [[nodiscard]] unsigned used() const {
    return static_cast<unsigned>(entries_.size() - free_.size());
  }
  /// Returns the request that insert() will take, with its tag. Precondition: not full.
  [[nodiscard]] LineRequest& next() { return entries_[free_.back()].request; }
  void insert(const Owner& owner) {
    entries_[free_.back()].owner = owner;
    entries_[free_.back()].out = true;
    free_.pop_back();
  }
  Owner remove(const LineRequest& request) {
    Entry& entry = entries_.at(request.tag);
    GF_CHECK(&entry.request == &request && entry.out, "not outstanding");
    entry.out = false;
    free_.push_back(request.tag);
    return entry.owner;
  }

 private:
  struct alignas(64) Entry {  // a cache line
    LineRequest request;
    Owner owner;
    bool out = false;
  };
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace gf::hw::gpu
