// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/ring.h"
#include "hw/gpu/memory/memory_parts.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

/// Translates the addresses of a GPU's SMs: one set-associative TLB (least recently used first
/// out) and page walks.
/// Timing: a hit takes no time. A miss waits walk_latency for a walk of its page, of which `walks`
/// are under way at once; requests for a page that is being walked wait for the same walk. The
/// request that waits is the first of its port and holds up those behind it.
/// Not modelled: levels of TLBs, what walks read, their caches.
class Mmu final : private model::ShootdownIf {
 public:
  Mmu(MemoryParts& parts, model::PageTable& table, unsigned gpu);

  /// True: the access has its physical address. False: its port waits.
  bool translate(Access& access, core::Cycle now);
  /// Ends walks; appends the ports that should look again to `ports`.
  void step(core::Cycle now, std::vector<std::uint8_t>& ports);
  [[nodiscard]] core::Cycle next() const {
    return under_way_.empty() ? core::kNoCycle : walks_[under_way_.front()].done;
  }

 private:
  static constexpr std::uint64_t kNoPage = ~0ull;
  struct Entry {
    std::uint64_t page = kNoPage;
    std::uint64_t physical = 0;
    std::uint64_t used = 0;
  };
  struct Waiting {
    std::uint8_t port;
    core::Cycle since;
  };
  struct Walk {
    std::uint64_t page = kNoPage;
    core::Cycle done = 0;
    bool write = false;
    std::vector<Waiting> ports;
  };

  void shoot_down(std::uint64_t page) override;
  [[nodiscard]] Entry* set_of(std::uint64_t page) { return &entries_[page % sets_ * ways_]; }
  Entry* find(std::uint64_t page);
  void insert(std::uint64_t page, std::uint64_t physical);
  void wait(std::uint64_t page, const Access& access, core::Cycle now);
  Walk* start(std::uint64_t page, core::Cycle now);
  void end_walk(core::Cycle now, std::vector<std::uint8_t>& ports);

  MemoryParts& parts_;
  model::PageTable& table_;
  const unsigned gpu_;
  const unsigned ways_;
  const std::uint64_t sets_;
  std::vector<Entry> entries_;
  std::uint64_t uses_ = 0;
  std::vector<Walk> walks_;
  std::vector<unsigned> free_;         ///< Walks.
  core::Ring<unsigned> under_way_;     ///< Walks, in the order of their ends.
  std::vector<Waiting> without_walk_;  ///< Ports.
};

}  // namespace gf::hw::gpu
