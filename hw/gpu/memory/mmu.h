// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/ring.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"
#include "hw/gpu/memory/fault_buffer.h"
#include "hw/gpu/memory/paging/shootdown.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

class UmDriver;

/// Translates the addresses of a GPU's SMs, with one set-associative TLB (least recently used out
/// first) and page walks.
/// Timing: a hit takes no time. A miss waits walk_latency for a walk of its page; at most `walks`
/// run at once. Requests for a page that is being walked wait for the same walk. The waiting
/// request is the first of its port and holds up those behind it.
///
/// Managed pages: a walk that finds no mapping for the access puts an entry into the fault buffer
/// in the cycle of its end, and frees its walker. A page has one entry, or two if a write comes
/// after a read. The port waits until the driver replays the page, and then walks again. If the
/// buffer is full, the port waits for a place, and then walks again. Other ports go on. A shootdown
/// takes the translations out in the cycle after it comes. It is answered in the cycle in which the
/// last access that used one of them is done.
///
/// Not modelled: levels of TLBs, the memory accesses of walks, their caches.
class Mmu final : private model::ShootdownClient {
 public:
  Mmu(const MemoryParams& params, model::PageTable& table, unsigned gpu, core::ClockMember& clock,
      MemoryStats& stats);

  /// Translates the access. Returns true if it has its physical address, false if its port waits.
  bool translate(Access& access, core::Cycle now);
  /// Translates an address for a stream; its page must not be managed. Returns the physical
  /// address, or kWalks: then the stream asks again after walk_ends(). `first`: the stream is the
  /// first of its port, and may begin a walk.
  static constexpr std::uint64_t kWalks = ~0ull;
  std::uint64_t translate(std::uint64_t address, bool write, bool first, core::Cycle now);
  /// Returns the end of this page's walk or, if it has no walker yet, of the next walk that ends.
  [[nodiscard]] core::Cycle walk_ends(std::uint64_t address) const;
  // Calls of the driver of managed pages. They take effect in the next cycle.
  void connect(UmDriver& driver) { driver_ = &driver; }
  void check_driver(const std::string& path) const;  ///< Throws UserError: needed, none connected.
  [[nodiscard]] FaultBuffer& faults() { return faults_; }
  void faults_taken(core::Cycle now);  ///< There is room in the fault buffer.
  void shoot_down(Shootdown& shootdown, core::Cycle now);
  void replay(const std::vector<std::uint64_t>& pages, core::Cycle now);  ///< Caller keeps `pages`.

  /// Called when an access that has `managed` is done.
  void access_done(std::uint32_t managed, core::Cycle now) {
    if (--using_[managed] == 0 && !draining_.empty()) drained(managed, now);
  }
  /// Returns the number of ports that wait for the driver.
  [[nodiscard]] std::size_t faulted() const { return faulted_.size() + without_entry_.size(); }
  [[nodiscard]] const UmDriver* driver() const { return driver_; }

  /// Ends walks that are due; appends the ports that should look again to `ports`.
  void step(core::Cycle now, std::vector<std::uint8_t>& ports) {
    if (next_ <= now) act(now, ports);
  }
  [[nodiscard]] core::Cycle next() const { return next_; }
  /// Empties the TLB.
  void renew();

 private:
  static constexpr std::uint64_t kNoPage = ~0ull;
  static constexpr std::uint64_t kManaged = 1;   ///< Flags in Entry::physical.
  static constexpr std::uint64_t kReadOnly = 2;  ///< Managed, or it has copies on readers' GPUs.
  static constexpr std::uint64_t kFlags = kManaged | kReadOnly;
  struct Entry {
    std::uint64_t page = kNoPage;
    std::uint64_t physical = 0;  ///< Address of the page, and flags.
    std::uint64_t used = 0;
  };
  struct Waiting {
    std::uint8_t port;
    bool write;
    core::Cycle since;
  };
  struct Faulted {
    std::uint64_t page;
    Waiting who;
  };
  struct Draining {
    std::uint32_t managed;
    Shootdown* shootdown;
  };
  struct Order {  ///< From the driver; neither pointer set: there is room for faults.
    core::Cycle at;
    Shootdown* shootdown;
    const std::vector<std::uint64_t>* replay;
  };
  struct Walk {
    std::uint64_t page = kNoPage;
    core::Cycle done = 0;
    bool write = false;
    std::vector<Waiting> ports;
  };

  void act(core::Cycle now, std::vector<std::uint8_t>& ports);
  [[nodiscard]] core::Cycle first_date() const;
  void shoot_down(std::uint64_t page) override;
  [[nodiscard]] Entry* set_of(std::uint64_t page) { return &entries_[page % sets_ * ways_]; }
  Entry* find(std::uint64_t page);
  void insert(std::uint64_t page, const model::PageTable::Translation& found);
  void wait(std::uint64_t page, const Access& access, core::Cycle now);
  Walk* start(std::uint64_t page, core::Cycle now);
  void end_walk(core::Cycle now, std::vector<std::uint8_t>& ports);
  void look_again(std::vector<Waiting>& waiting, core::Duration& cause, core::Cycle now,
                  std::vector<std::uint8_t>& ports);

  // Managed pages: mmu_faults.cpp.
  bool use(const Entry& entry, Access& access, core::Cycle now);
  void end_faulted(Walk& walk, core::Cycle now, std::vector<std::uint8_t>& ports);
  void fault(std::uint64_t page, const Waiting& who, core::Cycle now);
  void obey(const Order& order, core::Cycle now, std::vector<std::uint8_t>& ports);
  void begin_drain(Shootdown& shootdown, core::Cycle now);
  void drained(std::uint32_t managed, core::Cycle now);
  void wake_faulted(const std::vector<std::uint64_t>& pages, core::Cycle now,
                    std::vector<std::uint8_t>& ports);
  void has_looked(std::uint8_t port, core::Cycle now);
  void give_order(core::Cycle now, Shootdown* shootdown, const std::vector<std::uint64_t>* replay);

  const MemoryParams& params_;
  model::PageTable& table_;
  const unsigned gpu_;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  const unsigned ways_;
  const std::uint64_t sets_;
  std::vector<Entry> entries_;
  std::uint64_t uses_ = 0;
  core::Cycle next_ = core::kNoCycle;  ///< First time of walks and orders.
  std::vector<Walk> walks_;
  std::vector<unsigned> free_;         ///< Free walks.
  core::Ring<unsigned> under_way_;     ///< Walks, in the order of their ends.
  std::vector<Waiting> without_walk_;  ///< Ports without a walk.

  UmDriver* driver_ = nullptr;
  FaultBuffer faults_;
  std::vector<std::uint32_t> managed_;  ///< Translation::managed of each entry, once one has it.
  std::vector<std::uint32_t> using_;    ///< Accesses in progress, by managed page.
  std::vector<Faulted> faulted_;        ///< In the order of their faults.
  std::vector<Waiting> without_entry_;  ///< Ports without a place in the fault buffer.
  std::vector<Draining> draining_;
  core::Ring<Order> orders_;
  std::uint64_t replayed_[4] = {};  ///< One bit per woken port that has not looked yet.
  unsigned to_look_ = 0;            ///< Number of bits set in replayed_.
};

}  // namespace gf::hw::gpu
