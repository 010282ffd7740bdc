// SPDX-License-Identifier: Apache-2.0
// Managed pages: mappings, copies and moves. The rules are those of cudaMemAdvise and
// cudaMemPrefetchAsync (CUDA runtime API, memory management).
#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::model {
namespace {

std::uint64_t bit(unsigned gpu) { return 1ull << gpu; }

}  // namespace

void PageTable::place_managed(Region& region) {
  region.frames.assign(region.pages * gpus(), kNoFrame);
  region.managed.resize(region.pages);
  // Numbers begin at 1: an access with number 0 uses no managed page.
  region.first_managed = managed_pages_ + 1;
  managed_pages_ += static_cast<std::uint32_t>(region.pages);
  for (std::uint64_t page = 0; page < region.pages; ++page) {
    Managed& one = region.managed[page];
    one.advice = region.data.advice;
    if (region.data.homes.empty()) continue;
    one.owner = home_at_start(region, page);
    one.copies = one.mapped = bit(one.owner);
    if (!one.advice.read_mostly) one.mapped |= one.advice.accessed_by;
    region.frames[page * gpus() + one.owner] = allocate(one.owner, region.data);
  }
}

PageTable::Translation PageTable::translate_managed(Region& region, std::uint64_t address,
                                                    unsigned gpu, bool write) {
  const std::uint64_t page = (address - region.data.base) >> shift_;
  const Managed& one = region.managed[page];
  Translation found;
  // Pages that never move are not drained, so their users need not be counted.
  found.managed = direct_ ? 0 : region.first_managed + static_cast<std::uint32_t>(page);
  found.writable = direct_ || !one.shared;
  found.fault = !direct_ && ((one.mapped & bit(gpu)) == 0 || (write && one.shared));
  if (found.fault) return found;
  found.home = (one.copies & bit(gpu)) != 0 && !direct_ ? gpu : one.owner;
  if (found.home == Advice::kNobody) found.home = 0;
  std::uint64_t& frame = region.frames[page * gpus() + found.home];
  if (frame == kNoFrame) frame = allocate(found.home, region.data);
  found.physical = frame + (address & (page_bytes() - 1));
  return found;
}

const PageTable::Region& PageTable::managed_region(std::uint64_t address,
                                                   std::uint64_t bytes) const {
  const Region& region = region_of(address);
  const std::string object = path_ + "." + region.data.name;
  if (region.managed.empty()) {
    core::fail_config(object, "placement", "not managed", "managed",
                      "advice and prefetches are for unified memory");
  }
  if (bytes == 0 || bytes > region.end() - address) {
    core::fail_config(object, "bytes", std::to_string(bytes),
                      "1 ... " + std::to_string(region.end() - address) + " from " +
                          fmt::format("{:#x}", address) + " on",
                      "a range must lie in one structure");
  }
  return region;
}

void PageTable::check_managed(std::uint64_t address, std::uint64_t bytes) const {
  managed_region(address, bytes);
}

std::pair<std::uint64_t, std::uint64_t> PageTable::pages_of(std::uint64_t address) const {
  const Region& region = region_of(address);
  const std::uint64_t first = region.data.base >> shift_;
  return {first, first + region.pages};
}

void PageTable::check_advice(const std::string& object, const Advice& advice) const {
  const std::string legal = "GPUs 0 ... " + std::to_string(gpus() - 1);
  if (advice.preferred >= gpus() && advice.preferred != Advice::kNobody) {
    core::fail_config(object, "preferred", std::to_string(advice.preferred), legal,
                      "the host's memory is not modelled");
  }
  if (gpus() < kMostManagedGpus && advice.accessed_by >> gpus() != 0) {
    core::fail_config(object, "accessed_by", fmt::format("{:#x}", advice.accessed_by), legal,
                      "a bit per GPU");
  }
}

void PageTable::advise(std::uint64_t address, std::uint64_t bytes, const Advice& advice) {
  const Region& found = managed_region(address, bytes);
  check_advice(path_ + "." + found.data.name, advice);
  Region& region = region_of(address);
  const std::uint64_t last = (address + bytes - 1 - region.data.base) >> shift_;
  for (std::uint64_t page = (address - region.data.base) >> shift_; page <= last; ++page) {
    Managed& one = region.managed[page];
    one.advice = advice;
    // A page that is moving gets the mappings of its advice at the end of the move.
    const bool has_place = one.owner != Advice::kNobody && !one.moving;
    if (has_place && !advice.read_mostly) one.mapped |= advice.accessed_by;
  }
}

PageMove PageTable::begin_move(std::uint64_t address, unsigned gpu, bool write, bool prefetch) {
  GF_CHECK(gpu < gpus() && !direct_ && !(write && prefetch), path_);
  Region& region = region_of(address);
  GF_CHECK(!region.managed.empty(), path_ + "." + region.data.name);
  const std::uint64_t page = (address - region.data.base) >> shift_;
  Managed& one = region.managed[page];
  GF_CHECK(!one.moving, path_ + "." + region.data.name);
  PageMove move = plan(region, page, gpu, write, prefetch);
  one.moving = move.kind != PageMove::Kind::kNothing;
  move.gpu = gpu;
  move.address = region.data.base + (page << shift_);
  move.index = region.first_managed + static_cast<std::uint32_t>(page);
  return move;
}

PageMove PageTable::plan(Region& region, std::uint64_t page, unsigned gpu, bool write,
                         bool prefetch) {
  using Kind = PageMove::Kind;
  Managed& one = region.managed[page];
  PageMove move;
  const auto to = [&](Kind kind, unsigned target) {
    std::uint64_t& frame = region.frames[page * gpus() + target];
    GF_CHECK(frame == kNoFrame, path_ + "." + region.data.name);
    frame = move.to = allocate(target, region.data);
    move.kind = kind;
  };
  const bool here = (one.copies & bit(gpu)) != 0;
  const bool replicates = one.advice.read_mostly && !write;
  const bool mapped = (one.mapped & bit(gpu)) != 0;
  if (prefetch ? here && (!one.shared || replicates) : mapped && !(write && one.shared))
    return move;
  const bool prefers = !prefetch && !one.advice.read_mostly && one.advice.preferred < gpus();
  if (one.owner == Advice::kNobody) {
    to(Kind::kPopulate, prefers ? one.advice.preferred : gpu);
    return move;
  }
  if (prefers && one.owner == one.advice.preferred && one.owner != gpu && !one.shared) {
    move.kind = Kind::kMap;
    return move;
  }
  move.from = region.frames[page * gpus() + one.owner];
  if (replicates) {
    to(Kind::kReplicate, gpu);
    // Their translations allow writes, so they are shot down. The mapping stays, and the next walk
    // finds it read-only.
    if (!one.shared) move.revoked = one.mapped;
    one.shared = true;
    return move;
  }
  if (here) {
    move.kind = Kind::kCollapse;
    move.revoked = one.mapped & ~bit(gpu);
  } else {
    to(Kind::kMigrate, gpu);
    move.revoked = one.mapped;
  }
  // Before the shootdown: a walk during the move must fault, not find the old frame.
  one.mapped &= ~move.revoked;
  return move;
}

void PageTable::give_up_copies(Region& region, std::uint64_t page, std::uint64_t kept) {
  Managed& one = region.managed[page];
  for (unsigned gpu = 0; gpu < gpus(); ++gpu) {
    std::uint64_t& frame = region.frames[page * gpus() + gpu];
    if ((kept & bit(gpu)) != 0 || frame == kNoFrame) continue;
    memories_[gpu].free.push_back(frame);
    frame = kNoFrame;
  }
  one.copies = kept;
  one.shared = false;
}

void PageTable::end_move(const PageMove& move) {
  using Kind = PageMove::Kind;
  Region& region = region_of(move.address);
  const std::uint64_t page = (move.address - region.data.base) >> shift_;
  Managed& one = region.managed[page];
  if (move.kind == Kind::kNothing) return;
  GF_CHECK(one.moving, path_ + "." + region.data.name);
  one.moving = false;
  one.mapped |= bit(move.gpu);
  if (move.kind == Kind::kMap) return;
  if (move.kind == Kind::kReplicate) {
    one.copies |= bit(move.gpu);
    return;
  }
  one.owner = move.kind == Kind::kPopulate ? home_of(move.to) : move.gpu;
  one.mapped |= bit(one.owner);
  // Only when the move has ended: until then the old frame is read, and must not go to another
  // page.
  give_up_copies(region, page, bit(one.owner));
  if (!one.advice.read_mostly) one.mapped |= one.advice.accessed_by;
}

}  // namespace gf::model
