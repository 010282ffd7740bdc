// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/load_store_unit.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/sm/sm.h"

namespace gf::hw::gpu {

LoadStoreUnit::LoadStoreUnit(const std::string& path, unsigned number, const SmParams& params,
                             Sm& sm, MemoryPortIf& memory)
    : sm_(sm),
      memory_(memory),
      lines_a_cycle_(params.lsu_lines),
      hit_latency_(params.hit_latency),
      places_(params.lsu_queue),
      number_(static_cast<std::uint16_t>(number)),
      queue_(params.lsu_queue),
      tags_(params.l1_sets(), params.l1_ways),
      mshrs_(params.mshrs, params.mshr_merges),
      stores_(params.stores),
      stats_(path) {}

unsigned LoadStoreUnit::push(const model::WarpProgram& program,
                             const model::WarpInstruction& instruction, unsigned warp,
                             unsigned cta) {
  unsigned place = first_ + waiting_++;
  if (place >= places_) place -= places_;
  Instruction& queued = queue_[place];
  queued.count = coalesce(program, instruction, queued.lines);
  queued.next = 0;
  queued.op = instruction.op;
  queued.cached = instruction.cached;
  const bool returns = instruction.op == model::WarpOp::kLoad ||
                       (instruction.op == model::WarpOp::kAtomic && instruction.returns);
  queued.owner = {static_cast<std::uint16_t>(warp), static_cast<std::uint16_t>(cta), returns};
  // Added, because loads that did not make the warp wait may still be open.
  if (returns) loads_[warp].open += queued.count;
  return queued.count;
}

void LoadStoreUnit::cycle(core::Cycle now) {
  for (unsigned n = 0; n < lines_a_cycle_ && ready(); ++n) {
    Instruction& instruction = queue_[first_];
    if (!look_up(instruction, now)) return;
    if (++instruction.next < instruction.count) continue;
    first_ = first_ + 1 == places_ ? 0 : first_ + 1;
    --waiting_;
  }
}

bool LoadStoreUnit::look_up(const Instruction& instruction, core::Cycle now) {
  const LineAccess& line = instruction.lines[instruction.next];
  if (instruction.op != model::WarpOp::kLoad) return write(instruction, line, now);
  return instruction.cached ? read(line, instruction.owner.warp, now)
                            : read_below(line, instruction.owner.warp, now);
}

bool LoadStoreUnit::read(const LineAccess& line, unsigned warp, core::Cycle now) {
  const auto missing = static_cast<std::uint8_t>(line.sectors & ~tags_.lookup(line.address));
  if (missing == 0) {
    ++stats_.l1_hits;
    // hit_latency counts from the issue, one cycle before the first look-up.
    part_there(warp, now + hit_latency_ - 1, LineSource::kL1);
    return true;
  }
  // Record nothing before the memory has taken the request. A line that cannot go is looked up
  // again, and by then some of its sectors may have arrived.
  const MshrFile::InFlight coming = mshrs_.in_flight(line.address, missing);
  const auto rest = static_cast<std::uint8_t>(missing & ~coming.sectors);
  if (!coming.room || (rest != 0 && mshrs_.full())) return block(stats_.wait_mshrs, now);
  if (rest != 0 && !send_read(line, rest, now)) return false;
  unsigned parts = coming.sectors == 0 ? 0 : mshrs_.merge(line.address, coming.sectors, warp);
  if (rest != 0) {
    mshrs_.insert(warp);
    ++parts;
  }
  ++(rest != 0 ? stats_.l1_misses : stats_.l1_merged);
  // push() counted the line as one part. Sectors that come from several reads are as many parts.
  loads_[warp].open += parts - 1;
  return true;
}

bool LoadStoreUnit::read_below(const LineAccess& line, unsigned warp, core::Cycle now) {
  if (mshrs_.full()) return block(stats_.wait_mshrs, now);
  if (!send_read(line, line.sectors, now, true)) return false;
  mshrs_.insert(warp, false);
  ++stats_.l1_bypasses;
  return true;
}

bool LoadStoreUnit::send_read(const LineAccess& line, std::uint8_t sectors, core::Cycle now,
                              bool fresh) {
  LineRequest& request = mshrs_.next();
  request.op = LineOp::kRead;
  request.fresh = fresh;
  LineAccess part = line;
  part.sectors = sectors;
  part.bytes = static_cast<std::uint16_t>(kSectorBytes * sector_count(sectors));
  part.whole = true;
  if (!send(request, part, now)) return false;
  ++stats_.reads;
  return true;
}

bool LoadStoreUnit::write(const Instruction& instruction, const LineAccess& line, core::Cycle now) {
  if (stores_.full()) return block(stats_.wait_stores, now);
  LineRequest& request = stores_.next();
  const bool store = instruction.op == model::WarpOp::kStore;
  request.op = store ? LineOp::kWrite : LineOp::kAtomic;
  request.cta = instruction.owner.cta;
  if (!send(request, line, now)) return false;
  stores_.insert(instruction.owner);
  ++(store ? stats_.writes : stats_.atomics);
  return true;
}

bool LoadStoreUnit::send(LineRequest& request, const LineAccess& line, core::Cycle now) {
  request.next = nullptr;
  request.address = line.address;
  request.bytes = line.bytes;
  request.sectors = line.sectors;
  request.whole = line.whole;
  request.first = line.first;
  request.wanted = true;  // stores too: fences and kernel ends count them
  request.sm = number_;
  if (!memory_.take(request, now)) return block(stats_.wait_memory, now);
  stats_.sectors += sector_count(line.sectors);
  return true;
}

void LoadStoreUnit::await(unsigned warp) {
  const Load& load = loads_[warp];
  if (load.open == 0) sm_.loaded(warp, load.there, load.source, load.home);
}

void LoadStoreUnit::part_there(unsigned warp, core::Cycle at, LineSource source, unsigned home) {
  Load& load = loads_[warp];
  if (at >= load.there) {
    load.there = at;
    load.source = source;
    load.home = static_cast<std::uint8_t>(home);
  }
  if (--load.open == 0) sm_.loaded(warp, load.there, load.source, load.home);
}

bool LoadStoreUnit::block(core::Counter& cause, core::Cycle now) {
  blocked_ = &cause;
  blocked_since_ = now;
  return false;
}

void LoadStoreUnit::unblock(const core::Counter& cause, core::Cycle now) {
  // The front line has one cause of blocking at a time. The end of another cause does not help it,
  // and its time goes on.
  if (blocked_ != &cause) return;
  *blocked_ += now - blocked_since_;
  blocked_ = nullptr;
}

void LoadStoreUnit::line_done(LineRequest& request, core::Cycle now) {
  if (request.op == LineOp::kRead) {
    const MshrFile::Done done = mshrs_.remove(request);
    // A read sent before an invalidation may bring old data. Its warps asked before and may have
    // the data, but the L1 must not keep it.
    if (done.current) tags_.fill(request.address, request.sectors);
    each_warp(done.warps,
              [&](unsigned warp) { part_there(warp, now, request.source, request.home); });
    unblock(stats_.wait_mshrs, now);
    return;
  }
  const StorePool::Owner owner = stores_.remove(request);
  if (owner.returns) {
    part_there(owner.warp, now, request.source, request.home);
  } else {
    sm_.stored(owner.warp, owner.cta, request);
  }
  unblock(stats_.wait_stores, now);
}

void LoadStoreUnit::invalidate() {
  tags_.invalidate();
  mshrs_.invalidate();
  memory_.invalidate_remote();
}

}  // namespace gf::hw::gpu
