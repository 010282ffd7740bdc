// SPDX-License-Identifier: Apache-2.0
// Faults, replays and shootdowns: the MMU's part in managed pages.
#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/memory/mmu.h"
#include "hw/gpu/memory/um_driver.h"

namespace gf::hw::gpu {

using core::Cycle;

void Mmu::check_driver(const std::string& path) const {
  if (driver_ != nullptr || !table_.faults()) return;
  core::fail_config(path, "placement", "managed", "placements without page faults",
                    "managed data needs a UmDriver that has this memory attached");
}

bool Mmu::use(const Entry& entry, Access& access, Cycle now) {
  // The table may allow it by now, or the driver will allow it: a walk finds out.
  if ((entry.physical & kReadOnly) != 0 && access.op != LineOp::kRead) {
    wait(entry.page, access, now);
    return false;
  }
  ++stats_.tlb_hits;
  const std::uint64_t offset = table_.page_bytes() - 1;
  access.line = (entry.physical & ~offset) + (access.line & offset);
  access.translated = true;
  if ((entry.physical & kManaged) == 0) return true;
  access.managed = managed_[static_cast<std::size_t>(&entry - entries_.data())];
  if (using_.size() <= access.managed) using_.resize(table_.managed_pages() + std::size_t{1});
  ++using_[access.managed];
  // The driver's next batch waits until every port that it woke has used its page once. This port
  // has done so now.
  has_looked(access.port, now);
  return true;
}

/// Ends a walk that faulted. Readers of a page that is mapped read-only go on; the other
/// ports have faulted.
void Mmu::end_faulted(Walk& walk, Cycle now, std::vector<std::uint8_t>& ports) {
  const std::uint64_t address = walk.page << table_.page_shift();
  // The walk was for a write if any waiting port writes; readers may have a mapping nevertheless.
  const auto found = table_.translate(address, gpu_, false);
  if (!found.fault) insert(walk.page, found);
  for (const Waiting& one : walk.ports) {
    stats_.walk_wait.add_ticks((now - one.since) * clock_.period());
    if (found.fault || one.write) {
      fault(walk.page, {one.port, one.write, now}, now);
    } else {
      ports.push_back(one.port);
    }
  }
  walk.ports.clear();
}

void Mmu::fault(std::uint64_t page, const Waiting& who, Cycle now) {
  GF_CHECK(driver_ != nullptr, stats_.path());
  has_looked(who.port, now);
  const bool known = std::any_of(faulted_.begin(), faulted_.end(), [&](const Faulted& one) {
    return one.page == page && (one.who.write || !who.write);
  });
  if (known) {
    ++stats_.fault_merges;
  } else if (faults_.put({page, who.write, now})) {
    ++stats_.faults;
    driver_->faults_wait(gpu_, now);
  } else {
    without_entry_.push_back(who);
    return;
  }
  faulted_.push_back({page, who});
}

void Mmu::give_order(Cycle now, Shootdown* shootdown, const std::vector<std::uint64_t>* replay) {
  // The driver is a member of the clock like this one, and the order of members within a cycle is
  // not defined. Its orders therefore take effect in the next cycle.
  orders_.push({now + 1, shootdown, replay});
  next_ = std::min(next_, now + 1);
  clock_.wake(now + 1);
}

void Mmu::faults_taken(Cycle now) { give_order(now, nullptr, nullptr); }
void Mmu::shoot_down(Shootdown& shootdown, Cycle now) { give_order(now, &shootdown, nullptr); }
void Mmu::replay(const std::vector<std::uint64_t>& pages, Cycle now) {
  give_order(now, nullptr, &pages);
}

void Mmu::obey(const Order& order, Cycle now, std::vector<std::uint8_t>& ports) {
  if (order.shootdown != nullptr) return begin_drain(*order.shootdown, now);
  if (order.replay != nullptr) return wake_faulted(*order.replay, now, ports);
  look_again(without_entry_, stats_.no_fault_entry, now, ports);
}

void Mmu::begin_drain(Shootdown& shootdown, Cycle now) {
  bool in_use = false;
  for (const Shootdown::Page& page : shootdown.pages) {
    shoot_down(page.page);
    if (page.managed >= using_.size() || using_[page.managed] == 0) continue;
    draining_.push_back({page.managed, &shootdown});
    in_use = true;
  }
  // No need to wait for later accesses: without a translation they walk, and the page table has
  // already been changed.
  if (!in_use) driver_->shot_down(shootdown, now);
}

void Mmu::drained(std::uint32_t managed, Cycle now) {
  const auto found =
      std::find_if(draining_.begin(), draining_.end(),
                   [managed](const Draining& one) { return one.managed == managed; });
  if (found == draining_.end()) return;
  Shootdown& shootdown = *found->shootdown;
  draining_.erase(found);
  const bool more = std::any_of(draining_.begin(), draining_.end(),
                                [&](const Draining& one) { return one.shootdown == &shootdown; });
  if (!more) driver_->shot_down(shootdown, now);
}

void Mmu::wake_faulted(const std::vector<std::uint64_t>& pages, Cycle now,
                       std::vector<std::uint8_t>& ports) {
  const auto wake = [&](const Faulted& one) {
    // The driver has sorted `pages`.
    if (!std::binary_search(pages.begin(), pages.end(), one.page)) return false;
    stats_.fault_wait.add_ticks((now - one.who.since) * clock_.period());
    replayed_[one.who.port / 64] |= 1ull << one.who.port % 64;
    ++to_look_;
    ports.push_back(one.who.port);
    return true;
  };
  faulted_.erase(std::remove_if(faulted_.begin(), faulted_.end(), wake), faulted_.end());
  // An earlier batch that brought the same pages may have woken all of them.
  if (to_look_ == 0) driver_->replayed(now);
}

void Mmu::has_looked(std::uint8_t port, Cycle now) {
  if (to_look_ == 0 || (replayed_[port / 64] & 1ull << port % 64) == 0) return;
  replayed_[port / 64] &= ~(1ull << port % 64);
  if (--to_look_ == 0) driver_->replayed(now);
}

}  // namespace gf::hw::gpu
