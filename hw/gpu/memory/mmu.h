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

/// Translates the addresses of a GPU's SMs: one set-associative TLB (least recently used first
/// out) and page walks.
/// Timing: a hit takes no time. A miss waits walk_latency for a walk of its page, of which `walks`
/// are under way at once; requests for a page that is being walked wait for the same walk. The
/// request that waits is the first of its port and holds up those behind it.
/// Managed pages: a walk that finds no mapping for what is asked puts an entry into the fault
/// buffer in the cycle of its end, one a page (two if a write comes after a read), and frees its
/// walker; the port waits until the driver replays the page, and then walks again. Without a place
/// in the buffer it waits for one, and then walks again. Other ports go on. A shootdown takes the
/// translations out in the cycle after it comes, and is answered in the cycle in which the last
/// access that used one of them is done. Not modelled: levels of TLBs, what walks read, their
/// caches.
class Mmu final : private model::ShootdownClient {
 public:
  Mmu(const MemoryParams& params, model::PageTable& table, unsigned gpu, core::ClockMember& clock,
      MemoryStats& stats);

  /// True: the access has its physical address. False: its port waits.
  bool translate(Access& access, core::Cycle now);
  /// The same for a stream, of a page that is not managed: its physical address, or kWalks, and it
  /// asks again after walk_ends(). `first`: it is the first of its port, and may begin a walk.
  static constexpr std::uint64_t kWalks = ~0ull;
  std::uint64_t translate(std::uint64_t address, bool write, bool first, core::Cycle now);
  /// Of the walk of this page, or where it has no walker yet, of the next one that ends.
  [[nodiscard]] core::Cycle walk_ends(std::uint64_t address) const;
  // The driver of managed pages. What it tells acts in the next cycle.
  void connect(UmDriver& driver) { driver_ = &driver; }
  void check_driver(const std::string& path) const;  ///< Throws UserError: needed, none connected.
  [[nodiscard]] FaultBuffer& faults() { return faults_; }
  void faults_taken(core::Cycle now);  ///< There is room in the fault buffer.
  void shoot_down(Shootdown& shootdown, core::Cycle now);
  void replay(const std::vector<std::uint64_t>& pages, core::Cycle now);  ///< `pages` stay.

  /// An access that has `managed` is done.
  void access_done(std::uint32_t managed, core::Cycle now) {
    if (--using_[managed] == 0 && !draining_.empty()) drained(managed, now);
  }
  /// Ports that wait for the driver.
  [[nodiscard]] std::size_t faulted() const { return faulted_.size() + without_entry_.size(); }
  [[nodiscard]] const UmDriver* driver() const { return driver_; }

  /// Ends walks; appends the ports that should look again to `ports`.
  void step(core::Cycle now, std::vector<std::uint8_t>& ports) {
    if (next_ <= now) act(now, ports);
  }
  [[nodiscard]] core::Cycle next() const { return next_; }
  /// The TLB holds nothing any more.
  void renew();

 private:
  static constexpr std::uint64_t kNoPage = ~0ull;
  static constexpr std::uint64_t kManaged = 1;   ///< Flags in Entry::physical.
  static constexpr std::uint64_t kReadOnly = 2;  ///< Managed, or it has copies on readers' GPUs.
  static constexpr std::uint64_t kFlags = kManaged | kReadOnly;
  struct Entry {
    std::uint64_t page = kNoPage;
    std::uint64_t physical = 0;  ///< Of the page, and flags.
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
  struct Order {  ///< Of the driver: one of the two, or neither: there is room for faults.
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
  core::Cycle next_ = core::kNoCycle;  ///< The first date of walks and orders.
  std::vector<Walk> walks_;
  std::vector<unsigned> free_;         ///< Walks.
  core::Ring<unsigned> under_way_;     ///< Walks, in the order of their ends.
  std::vector<Waiting> without_walk_;  ///< Ports.

  UmDriver* driver_ = nullptr;
  FaultBuffer faults_;
  std::vector<std::uint32_t> managed_;  ///< Of each entry, once there is one: Translation::managed.
  std::vector<std::uint32_t> using_;    ///< Accesses under way by managed page.
  std::vector<Faulted> faulted_;        ///< In the order of their faults.
  std::vector<Waiting> without_entry_;  ///< Ports.
  std::vector<Draining> draining_;
  core::Ring<Order> orders_;
  std::uint64_t replayed_[4] = {};  ///< A bit per port that was woken and has not looked yet.
  unsigned to_look_ = 0;            ///< Number of bits set in replayed_.
};

}  // namespace gf::hw::gpu
