// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/mmu.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::gpu {

using core::Cycle;

Mmu::Mmu(const MemoryParams& params, model::PageTable& table, unsigned gpu,
         core::ClockMember& clock, MemoryStats& stats)
    : params_(params),
      table_(table),
      gpu_(gpu),
      clock_(clock),
      stats_(stats),
      ways_(params.tlb_ways),
      sets_(params.tlb_entries / params.tlb_ways),
      entries_(params.tlb_entries),
      walks_(params.walks),
      faults_(params.fault_entries) {
  for (unsigned i = params.walks; i-- > 0;) free_.push_back(i);
  // Pages that a user of the table migrates must no longer be found in the TLB.
  table.on_shootdown(*this);
}

bool Mmu::translate(Access& access, Cycle now) {
  const std::uint64_t page = access.line >> table_.page_shift();
  const Entry* const entry = find(page);
  if (entry == nullptr) {
    wait(page, access, now);
    return false;
  }
  if ((entry->physical & kFlags) != 0) return use(*entry, access, now);
  ++stats_.tlb_hits;
  access.line = entry->physical + (access.line & (table_.page_bytes() - 1));
  access.translated = true;
  return true;
}

std::uint64_t Mmu::translate(std::uint64_t address, bool write, bool first, Cycle now) {
  const std::uint64_t page = address >> table_.page_shift();
  if (const Entry* const entry = find(page)) {
    GF_CHECK((entry->physical & kManaged) == 0, "a stream accesses managed pages");
    GF_CHECK(!write || (entry->physical & kReadOnly) == 0,
             "a stream writes a page that has copies");
    ++stats_.tlb_hits;
    return (entry->physical & ~std::uint64_t{kFlags}) + (address & (table_.page_bytes() - 1));
  }
  const auto same = [page](const Walk& walk) { return walk.page == page; };
  if (!first || std::any_of(walks_.begin(), walks_.end(), same)) return kWalks;
  if (Walk* const walk = start(page, now)) {
    ++stats_.tlb_misses;
    walk->write = write;
  }
  return kWalks;
}

Cycle Mmu::walk_ends(std::uint64_t address) const {
  const std::uint64_t page = address >> table_.page_shift();
  const auto same = [page](const Walk& walk) { return walk.page == page; };
  const auto found = std::find_if(walks_.begin(), walks_.end(), same);
  return found != walks_.end() ? found->done : walks_[under_way_.front()].done;
}

Mmu::Entry* Mmu::find(std::uint64_t page) {
  Entry* const set = set_of(page);
  for (Entry* entry = set; entry != set + ways_; ++entry) {
    if (entry->page != page) continue;
    entry->used = ++uses_;
    return entry;
  }
  return nullptr;
}

void Mmu::insert(std::uint64_t page, const model::PageTable::Translation& found) {
  Entry* const set = set_of(page);
  const auto older = [](const Entry& a, const Entry& b) { return a.used < b.used; };
  Entry* entry = find(page);  // found if it had fewer rights
  if (entry == nullptr) entry = std::min_element(set, set + ways_, older);
  *entry = {page, found.physical, ++uses_};
  if (!found.writable) entry->physical |= kReadOnly;
  if (found.managed == 0) return;
  entry->physical |= kManaged;
  managed_.resize(entries_.size());
  managed_[static_cast<std::size_t>(entry - entries_.data())] = found.managed;
}

void Mmu::wait(std::uint64_t page, const Access& access, Cycle now) {
  ++stats_.tlb_misses;
  const Waiting who{access.port, access.op != LineOp::kRead, now};
  // A free walk has kNoPage, which no address has.
  const auto same = [page](const Walk& walk) { return walk.page == page; };
  const auto found = std::find_if(walks_.begin(), walks_.end(), same);
  Walk* const walk = found != walks_.end() ? &*found : start(page, now);
  if (walk == nullptr) {
    without_walk_.push_back(who);
  } else {
    // One walk serves all waiting ports: it has to find a mapping that the most demanding of
    // them may use.
    walk->write = walk->write || who.write;
    walk->ports.push_back(who);
  }
}

Mmu::Walk* Mmu::start(std::uint64_t page, Cycle now) {
  if (free_.empty()) return nullptr;
  const unsigned number = free_.back();
  free_.pop_back();
  // All walks take the same time, so the queue is in the order of their ends.
  under_way_.push(number);
  walks_[number].page = page;
  walks_[number].done = now + params_.walk_latency;
  walks_[number].write = false;
  next_ = std::min(next_, walks_[number].done);
  return &walks_[number];
}

void Mmu::act(Cycle now, std::vector<std::uint8_t>& ports) {
  while (!orders_.empty() && orders_.front().at <= now) obey(orders_.pop(), now, ports);
  while (!under_way_.empty() && walks_[under_way_.front()].done <= now) end_walk(now, ports);
  next_ = first_date();
}

Cycle Mmu::first_date() const {
  const Cycle ordered = orders_.empty() ? core::kNoCycle : orders_.front().at;
  return under_way_.empty() ? ordered : std::min(ordered, walks_[under_way_.front()].done);
}

void Mmu::end_walk(Cycle now, std::vector<std::uint8_t>& ports) {
  const unsigned number = under_way_.pop();
  Walk& walk = walks_[number];
  const auto found = table_.translate(walk.page << table_.page_shift(), gpu_, walk.write);
  if (found.fault) {
    end_faulted(walk, now, ports);
  } else {
    insert(walk.page, found);
    look_again(walk.ports, stats_.walk_wait, now, ports);
  }
  walk.page = kNoPage;
  free_.push_back(number);
  // All of them, not one: several may want the page that has just come, or the same walk.
  look_again(without_walk_, stats_.no_walk, now, ports);
}

void Mmu::look_again(std::vector<Waiting>& waiting, core::Duration& cause, Cycle now,
                     std::vector<std::uint8_t>& ports) {
  for (const Waiting& one : waiting) {
    cause.add_ticks((now - one.since) * clock_.period());
    ports.push_back(one.port);
  }
  waiting.clear();
}

void Mmu::renew() {
  if (uses_ == 0) return;
  entries_.assign(entries_.size(), Entry());
  uses_ = 0;
}

void Mmu::shoot_down(std::uint64_t page) {
  Entry* const set = set_of(page);
  for (Entry* entry = set; entry != set + ways_; ++entry) {
    if (entry->page != page) continue;
    ++stats_.shootdowns;
    *entry = {};
  }
}

}  // namespace gf::hw::gpu
