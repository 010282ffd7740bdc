// SPDX-License-Identifier: Apache-2.0
// The steps of a page through the driver: revoke, shoot down, copy, map.
#include "core/base/error.h"
#include "core/trace/timeline.h"
#include "hw/gpu/memory/gpu_memory.h"
#include "hw/gpu/memory/um_driver.h"

namespace gf::hw::gpu {

using core::Cycle;
using model::PageMove;

void UmDriver::revoke(Group& group, Cycle now) {
  for (const PageRequest& request : group.requests) {
    const std::uint64_t address = request.page << pages_.page_shift();
    // Remove mappings before the shootdown is sent: a walk that begins after it must
    // not restore them.
    const PageMove move = pages_.begin_move(address, current_.gpu, request.write, !current_.faults);
    count(move);
    if (move.kind == PageMove::Kind::kNothing) continue;
    add_shootdowns(group, move);
    group.moves.push_back(move);
  }
  group.since = now;
  shoot(group, now);
  // The driver goes on with the next block while this one is shot down and copied. Its own work is
  // sequential, so the next block begins after this one is revoked.
  if (planned_ < page_requests_.size()) plan(now);
}

void UmDriver::count(const PageMove& move) {
  switch (move.kind) {
    case PageMove::Kind::kNothing:
      ++stats_.in_place;
      break;
    case PageMove::Kind::kPopulate:
      ++stats_.populated;
      break;
    case PageMove::Kind::kMap:
      ++stats_.mapped;
      break;
    case PageMove::Kind::kCollapse:
      ++stats_.collapsed;
      break;
    case PageMove::Kind::kMigrate:
      ++stats_.migrated;
      break;
    case PageMove::Kind::kReplicate:
      ++stats_.replicated;
      break;
  }
  if (move.copies()) stats_.bytes += pages_.page_bytes();
}

void UmDriver::add_shootdowns(Group& group, const PageMove& move) {
  for (unsigned gpu = 0; gpu < gpus_.size(); ++gpu) {
    if ((move.revoked >> gpu & 1) == 0) continue;
    group.shootdowns[gpu].pages.push_back({move.address >> pages_.page_shift(), move.index});
  }
}

void UmDriver::shoot(Group& group, Cycle now) {
  group.open = 0;
  for (unsigned gpu = 0; gpu < gpus_.size(); ++gpu) {
    if (group.shootdowns[gpu].pages.empty()) continue;
    ++group.open;
    ++stats_.shootdowns;
    gpus_[gpu].memory->mmu().shoot_down(group.shootdowns[gpu], now);
  }
  if (group.open == 0) copy(group, now);
}

void UmDriver::copy(Group& group, Cycle now) {
  stats_.shooting.add_ticks((now - group.since) * clock_.period());
  group.since = now;
  group.open = 0;
  const std::uint64_t page = pages_.page_bytes();
  std::uint64_t from = 0, to = 0, bytes = 0;
  for (const PageMove& move : group.moves) {
    if (!move.copies()) continue;
    // Pages that are contiguous at both ends are one copy, because each copy costs a setup.
    if (bytes != 0 && move.from == from + bytes && move.to == to + bytes) {
      bytes += page;
      continue;
    }
    if (bytes != 0) submit(group, from, to, bytes);
    from = move.from;
    to = move.to;
    bytes = page;
  }
  // Pages that nobody held before, or that are only mapped, move no bytes.
  if (bytes == 0) return map(group, now);
  submit(group, from, to, bytes);
}

void UmDriver::submit(Group& group, std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  ++group.open;
  Group* const whose = &group;
  gpus_[model::home_of(from)].memory->copy_engine().submit(
      // The engine is another member of the clock: its end is seen in the next cycle.
      {from, to, bytes, [this, whose] { post(clock_.now() + 1, Step::kCopied, whose); }});
}

void UmDriver::map(Group& group, Cycle now) {
  stats_.copying.add_ticks((now - group.since) * clock_.period());
  for (const PageMove& move : group.moves) pages_.end_move(move);
  free_groups_.push_back(&group);
  // Blocks end in any order; the last one has ended when all groups are free.
  if (planned_ == page_requests_.size() && free_groups_.size() == groups_.size()) all_mapped(now);
}

void UmDriver::all_mapped(Cycle now) {
  if (!current_.faults) {
    ++stats_.prefetches;
    return end(now);
  }
  stats_.software.add_ticks(cycles(params_.replay) * clock_.period());
  post(now + cycles(params_.replay), Step::kReplay);
}

void UmDriver::end(Cycle now) {
  stats_.busy.add_ticks((now - since_) * clock_.period());
  if (core::Timeline::active() != nullptr) report(now);
  // Be idle before calling anyone: `done` may call for the next prefetch.
  busy_ = false;
  const Request ended = std::move(current_);
  current_ = {};
  Gpu& gpu = gpus_[ended.gpu];
  // The buffer had more than one batch. The remaining faults announced themselves long ago and need
  // no second interrupt.
  if (ended.faults && !gpu.noted && gpu.memory->mmu().faults().size() != 0) {
    gpu.noted = true;
    requests_.push({ended.gpu, true, 0, 0, {}, now + 1});
  }
  if (!requests_.empty()) post(std::max(now + 1, requests_.front().ready), Step::kCall);
  if (ended.done) ended.done();
}

void UmDriver::report(Cycle now) const {
  const std::string what = current_.faults ? "faults of GPU " : "prefetch to GPU ";
  core::Timeline::active()->slice(name(), "requests", what + std::to_string(current_.gpu),
                                  since_ * clock_.period(), now * clock_.period(),
                                  {{"pages", std::uint64_t{page_requests_.size()}}});
}

}  // namespace gf::hw::gpu
