// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/mshr_file.h"

#include <string>

#include "core/base/error.h"

namespace gf::hw::gpu {

MshrFile::MshrFile(unsigned entries, unsigned merges) : merges_(merges), entries_(entries) {
  std::uint32_t buckets = 2;
  // At most half full, so that a bucket rarely has more than one line.
  while (buckets < 2 * entries) buckets *= 2;
  heads_.assign(buckets, kNone);
  mask_ = buckets - 1;
  for (std::uint32_t n = 0; n < entries; ++n) {
    entries_[n].request.tag = n;
    entries_[n].next = n + 1 < entries ? n + 1 : kNone;
  }
}

MshrFile::InFlight MshrFile::in_flight(std::uint64_t line, std::uint8_t sectors) const {
  InFlight result;
  each(entries_, line, sectors, [&](const Entry& entry) {
    result.sectors |= entry.request.sectors & sectors;
    if (static_cast<unsigned>(__builtin_popcountll(entry.warps)) >= merges_) result.room = false;
  });
  return result;
}

unsigned MshrFile::merge(std::uint64_t line, std::uint8_t sectors, unsigned warp) {
  unsigned reads = 0;
  each(entries_, line, sectors, [&](Entry& entry) {
    // The set has a warp once, but the warp would wait for two answers.
    GF_CHECK((entry.warps & one_warp(warp)) == 0, "a warp loads a line twice");
    entry.warps |= one_warp(warp);
    ++reads;
  });
  return reads;
}

void MshrFile::insert(unsigned warp, bool kept) {
  const std::uint32_t index = free_;
  Entry& entry = entries_[index];
  std::uint32_t& head = heads_[bucket(entry.request.address)];
  free_ = entry.next;
  entry.next = head;
  entry.warps = one_warp(warp);
  // For the L1, a read that is not kept is one from before the last invalidation: no warp joins it.
  entry.epoch = kept ? epoch_ : epoch_ - 1;
  head = index;
  ++used_;
}

MshrFile::Done MshrFile::remove(LineRequest& request) {
  const std::uint32_t index = request.tag;
  GF_CHECK(index < entries_.size() && &entries_[index].request == &request,
           "read " + std::to_string(index));
  Entry& entry = entries_[index];
  std::uint32_t* link = &heads_[bucket(request.address)];
  while (*link != index && *link != kNone) link = &entries_[*link].next;
  GF_CHECK(*link == index, "read " + std::to_string(index) + " is not outstanding");
  *link = entry.next;
  entry.next = free_;
  free_ = index;
  --used_;
  return {entry.warps, entry.epoch == epoch_};
}

}  // namespace gf::hw::gpu
