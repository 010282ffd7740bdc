// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/gpu/page_table.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {
namespace {

unsigned log2_of(std::uint64_t value) { return static_cast<unsigned>(__builtin_ctzll(value)); }
std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

}  // namespace

PageTable::PageTable(std::string path, const PageTableParams& params, unsigned gpus)
    : path_(std::move(path)), params_(params), shift_(log2_of(params.page.count())) {
  params.validate(path_);
  GF_CHECK(gpus >= 1 && gpus <= kMostGpus, path_);
  memories_.resize(gpus);
}

core::Bytes PageTable::used(unsigned gpu) const {
  const Memory& memory = memories_[gpu];
  return core::Bytes(memory.next - memory.free.size() * page_bytes());
}

void PageTable::check(const DataStructure& data) const {
  const std::string object = path_ + "." + data.name;
  if (data.bytes.count() == 0) {
    core::fail_config(object, "bytes", "0", "at least 1 B", "leave the structure out");
  }
  if (data.base % page_bytes() != 0) {
    // The lowest set bit is the largest page size at which it is aligned.
    core::fail_config(path_, "page", core::to_text(params_.page),
                      "at most " + core::to_text(core::Bytes(data.base & (~data.base + 1))) +
                          ", as \"" + data.name + "\" begins at " + hex(data.base),
                      "take smaller pages, or align the structure");
  }
  check_overlap(data);
  check_advice(object, data.advice);
  const bool managed = data.placement == Placement::kManaged;
  if (managed && gpus() > kMostManagedGpus) {
    core::fail_config(object, "placement", "managed on " + std::to_string(gpus()) + " GPUs",
                      "at most " + std::to_string(kMostManagedGpus) + " GPUs",
                      "choose another placement");
  }
  if (data.placement == Placement::kExplicit || (managed && !data.homes.empty())) check_homes(data);
}

void PageTable::check_overlap(const DataStructure& data) const {
  const auto pages_end = [&](std::uint64_t end) { return (end + page_bytes() - 1) >> shift_; };
  for (const Region& other : regions_) {
    // Compared in pages, not in bytes: two structures on one page could have different homes.
    const bool before = pages_end(data.base + data.bytes.count()) <= other.data.base >> shift_;
    const bool behind = data.base >> shift_ >= pages_end(other.end());
    if (before || behind) continue;
    core::fail_config(
        path_ + "." + data.name, "base", hex(data.base), "pages that no other structure uses",
        "\"" + other.data.name + "\" has " + hex(other.data.base) + " to " + hex(other.end() - 1));
  }
}

void PageTable::check_homes(const DataStructure& data) const {
  const auto is_wrong = [&](unsigned home) { return home >= gpus(); };
  const auto wrong = std::find_if(data.homes.begin(), data.homes.end(), is_wrong);
  if (!data.homes.empty() && wrong == data.homes.end()) return;
  const std::string value = data.homes.empty() ? "none" : std::to_string(*wrong);
  core::fail_config(path_ + "." + data.name, "homes", value,
                    "GPUs 0 ... " + std::to_string(gpus() - 1), "an explicit placement lists them");
}

void PageTable::add(const DataStructure& data) {
  check(data);
  Region region;
  region.data = data;
  region.pages = (data.bytes.count() + page_bytes() - 1) >> shift_;
  if (data.placement == Placement::kManaged) {
    place_managed(region);
  } else {
    place(region);
  }
  const auto later = [](const Region& a, const Region& b) { return a.data.base < b.data.base; };
  // Sorted by address, for the binary search of region_of(): each access that misses the TLB uses
  // it.
  regions_.insert(std::upper_bound(regions_.begin(), regions_.end(), region, later),
                  std::move(region));
}

void PageTable::place(Region& region) {
  const bool replicated = region.data.placement == Placement::kReplicated;
  region.frames.assign(region.pages * (replicated ? gpus() : 1), kNoFrame);
  if (region.data.placement == Placement::kFirstTouch) return;
  for (std::size_t i = 0; i < region.frames.size(); ++i) {
    const unsigned home = replicated ? static_cast<unsigned>(i % gpus()) : home_at_start(region, i);
    region.frames[i] = allocate(home, region.data);
  }
}

unsigned PageTable::home_at_start(const Region& region, std::uint64_t page) const {
  if (region.data.placement == Placement::kInterleave) return static_cast<unsigned>(page % gpus());
  const std::vector<std::uint8_t>& homes = region.data.homes;
  const std::uint64_t part = (region.pages + homes.size() - 1) / homes.size();
  return homes[page / part];
}

std::uint64_t PageTable::allocate(unsigned gpu, const DataStructure& data) {
  Memory& memory = memories_[gpu];
  // Frames that moves gave up are used before fresh ones; otherwise moves would fill the memory in
  // the end.
  if (!memory.free.empty()) {
    const std::uint64_t frame = memory.free.back();
    memory.free.pop_back();
    return frame;
  }
  if (memory.next + page_bytes() > params_.memory.count()) {
    core::fail_config(path_, "memory", core::to_text(params_.memory),
                      "more, as GPU " + std::to_string(gpu) + " has no room for \"" + data.name +
                          "\", " + core::to_text(data.bytes),
                      "take more memory, smaller pages, a smaller problem or another placement");
  }
  const std::uint64_t offset = memory.next;
  memory.next += page_bytes();
  return std::uint64_t{gpu} << kHomeShift | offset;
}

const PageTable::Region& PageTable::region_of(std::uint64_t address) const {
  const auto after = std::upper_bound(
      regions_.begin(), regions_.end(), address,
      [](std::uint64_t value, const Region& region) { return value < region.data.base; });
  if (after == regions_.begin()) fail_unmapped(address);
  const Region& region = *(after - 1);
  if (address >= region.end()) fail_unmapped(address);
  return region;
}

void PageTable::fail_unmapped(std::uint64_t address) const {
  // This walks over all structures, but only a failing run pays for it. The nearest structure is
  // usually the one that a wrong index missed.
  std::uint64_t least = ~0ull;
  std::string nearest = "there is no data structure";
  for (const Region& region : regions_) {
    const bool below = address < region.data.base;
    const std::uint64_t distance =
        below ? region.data.base - address : address - (region.end() - 1);
    if (distance >= least) continue;
    least = distance;
    nearest = fmt::format("the nearest, \"{}\" ({:#x} to {:#x}), is {} B {}", region.data.name,
                          region.data.base, region.end() - 1, distance, below ? "above" : "below");
  }
  core::fail_config(path_, "address", hex(address), "an address of a data structure", nearest);
}

PageTable::Translation PageTable::translate(std::uint64_t address, unsigned gpu, bool write) {
  GF_CHECK(gpu < gpus(), path_);
  Region& region = region_of(address);
  if (!region.managed.empty()) return translate_managed(region, address, gpu, write);
  if (!region.copies.empty()) return translate_copied(region, address, gpu, write);
  const std::uint64_t page = (address - region.data.base) >> shift_;
  const bool replicated = region.data.placement == Placement::kReplicated;
  std::uint64_t& frame = region.frames[replicated ? page * gpus() + gpu : page];
  // The first GPU to translate is the first to touch: the frame is allocated now and stays there.
  if (frame == kNoFrame) frame = allocate(gpu, region.data);
  return {home_of(frame), frame + (address & (page_bytes() - 1)), 0, true, false};
}

}  // namespace gf::model
