// SPDX-License-Identifier: Apache-2.0
// Copies of pages on GPUs that read them.
#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::model {

std::optional<ReaderCopy> PageTable::begin_copy(std::uint64_t address, unsigned gpu) {
  GF_CHECK(gpu < gpus(), path_);
  Region& region = region_of(address);
  GF_CHECK(region.data.copied_to_readers != CopyRule::kNone &&
               region.data.placement == Placement::kFirstTouch,
           path_ + "." + region.data.name);
  if (region.copies.empty()) {
    region.copies.assign(region.pages * gpus(), kNoFrame);
    region.copied.assign(region.pages, 0);
  }
  const std::uint64_t page = (address - region.data.base) >> shift_;
  const std::uint64_t home = region.frames[page];
  std::uint64_t& frame = region.copies[page * gpus() + gpu];
  if (frame != kNoFrame || (home != kNoFrame && home_of(home) == gpu)) return std::nullopt;
  const std::uint64_t to = allocate(gpu, region.data);
  frame = to | kFilling;
  return ReaderCopy{region.data.base + (page << shift_), gpu, to, home};
}

void PageTable::end_copy(const ReaderCopy& copy) {
  Region& region = region_of(copy.address);
  const std::uint64_t page = (copy.address - region.data.base) >> shift_;
  std::uint64_t& frame = region.copies[page * gpus() + copy.gpu];
  GF_CHECK(frame == (copy.to | kFilling), path_ + "." + region.data.name);
  frame = copy.to;
  // A GPU with an old translation may still write through it, and the reader would keep using the
  // page's home.
  ++region.copied[page];
  for (ShootdownClient* client : clients_) client->shoot_down(copy.address >> shift_);
}

std::uint64_t PageTable::drop_copies(std::uint64_t base) {
  Region& region = region_of(base);
  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < region.copies.size(); ++i) {
    if (region.copies[i] == kNoFrame) continue;
    GF_CHECK((region.copies[i] & kFilling) == 0, path_ + "." + region.data.name);
    memories_[i % gpus()].free.push_back(region.copies[i]);
    ++dropped;
  }
  for (std::uint64_t page = 0; page < region.copied.size(); ++page) {
    if (region.copied[page] == 0) continue;
    for (ShootdownClient* client : clients_)
      client->shoot_down((region.data.base >> shift_) + page);
  }
  region.copies.clear();
  region.copied.clear();
  return dropped;
}

PageTable::Translation PageTable::translate_copied(Region& region, std::uint64_t address,
                                                   unsigned gpu, bool write) {
  const std::uint64_t page = (address - region.data.base) >> shift_;
  const bool copied = region.copied[page] != 0;
  if (write && copied) {
    core::fail_config(path_ + "." + region.data.name, "copied_to_readers",
                      "a write by GPU " + std::to_string(gpu), "reads while there are copies",
                      "kernels that write it must not run while other GPUs have copies");
  }
  // A copy that is still being filled is not used: until then the page's home answers. The same
  // holds for kNoFrame, which has the flag set too.
  std::uint64_t& own = region.copies[page * gpus() + gpu];
  std::uint64_t& frame = (own & kFilling) == 0 ? own : region.frames[page];
  if (frame == kNoFrame) frame = allocate(gpu, region.data);
  return {home_of(frame), frame + (address & (page_bytes() - 1)), 0, !copied, false};
}

}  // namespace gf::model
