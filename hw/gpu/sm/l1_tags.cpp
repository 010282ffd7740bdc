// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/l1_tags.h"

namespace gf::hw::gpu {

L1Tags::L1Tags(unsigned sets, unsigned ways)
    : sets_(sets), ways_(ways), table_(std::size_t{sets} * ways) {}

L1Tags::Way* L1Tags::find(std::uint64_t line) {
  Way* const set = set_of(line);
  for (unsigned n = 0; n < ways_; ++n)
    if (set[n].line() == line && set[n].epoch == epoch_) return &set[n];
  return nullptr;
}

std::uint8_t L1Tags::lookup(std::uint64_t line) {
  Way* const way = find(line);
  if (way == nullptr) return 0;
  way->used = ++uses_;
  return way->sectors();
}

L1Tags::Way& L1Tags::victim(std::uint64_t line) {
  Way* const set = set_of(line);
  Way* oldest = set;
  for (unsigned n = 0; n < ways_; ++n) {
    if (set[n].epoch != epoch_) return set[n];
    // Compare ages instead of use counts: their difference stays right when the count wraps.
    if (uses_ - set[n].used > uses_ - oldest->used) oldest = &set[n];
  }
  return *oldest;
}

void L1Tags::drop(std::uint64_t line, std::uint8_t sectors) {
  if (Way* const way = find(line)) way->line_and_sectors &= ~std::uint64_t{sectors};
}

void L1Tags::fill(std::uint64_t line, std::uint8_t sectors) {
  Way* way = find(line);
  if (way == nullptr) {
    way = &victim(line);
    *way = {line, epoch_, 0};
  }
  way->line_and_sectors |= sectors;
  way->used = ++uses_;
}

}  // namespace gf::hw::gpu
