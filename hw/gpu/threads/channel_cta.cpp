// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/threads/channel_cta.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"
#include "workloads/schedule/channel_journal.h"

namespace gf::hw::gpu {

using core::Cycle;
using model::ChannelJournal;

namespace {

constexpr unsigned kLanes = 32;
constexpr std::uint32_t kFlagBytes = 8;

}  // namespace

ChannelCta::ChannelCta(const std::string& path, const ChannelCtaParams& params, unsigned threads,
                       GpuMemory& memory, core::ClockDomain& clock, unsigned gpu, unsigned sm)
    : Quiescent(path),
      unrolled_(static_cast<std::uint32_t>(core::Bytes(params.unrolled).count())),
      store_(static_cast<std::uint32_t>(core::Bytes(params.store).count())),
      memory_(memory),
      clock_(clock, *this),
      gpu_(gpu),
      port_(memory.port_of_cta(sm)),
      warps_(threads / kLanes) {
  for (unsigned warp = 0; warp < warps_.size(); ++warp) free_.push_back(warp);
}

void ChannelCta::begin(CtaSlice slice) {
  GF_CHECK(slice.bytes > 0 && !slice.writes.empty(), quiescent_path());
  GF_CHECK(posted_.empty() || posted_.back().passed, quiescent_path());
  Posted& posted = posted_.emplace_back();
  posted.piece = piece_of(slice);
  posted.polls = slice.polls.size();
  posted.slice = std::move(slice);
  for (Warp& warp : warps_) warp.loading = 0;
  clock_.wake(clock_.after(core::now_ticks()));
}

std::uint32_t ChannelCta::piece_of(const CtaSlice& slice) const {
  std::uint32_t piece = unrolled_;
  for (const auto* const all : {&slice.reads, &slice.writes})
    for (const CtaRange& each : *all) piece = std::min(piece, unrolled_ / each.wire * each.data);
  return piece;
}

void ChannelCta::cycle(Cycle now) {
  if (!posted_.empty() && posted_.back().polls > 0)
    read_flags(now);
  else
    begin_pieces(now);
}

void ChannelCta::read_flags(Cycle now) {
  Posted& posted = posted_.back();
  if (posted.asking) return;
  posted.asking = true;
  for (const CtaRange& flag : posted.slice.polls)
    send(posted, kNoWarp, LineOp::kRead, flag, flag.address, kFlagBytes, now);
}

void ChannelCta::begin_pieces(Cycle now) {
  if (posted_.empty()) return;
  const Posted& posted = posted_.back();
  if (posted.polls > 0) return;
  while (posted.asked < posted.slice.bytes && !free_.empty()) {
    const unsigned warp = free_.back();
    free_.pop_back();
    begin_piece(warp, now);
  }
}

void ChannelCta::begin_piece(unsigned number, Cycle now) {
  Posted& posted = posted_.back();
  Warp& warp = warps_[number];
  warp.at = posted.asked;
  warp.bytes = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(posted.piece, posted.slice.bytes - warp.at));
  posted.asked += warp.bytes;
  warp.open = static_cast<unsigned>(posted.slice.reads.size());
  warp.since = now;
  if (warp.open == 0) return store_piece(number, now);
  for (const CtaRange& from : posted.slice.reads)
    send(posted, number, LineOp::kRead, from, from.address + from.taken(warp.at),
         static_cast<std::uint32_t>(from.taken(warp.bytes)), now);
}

void ChannelCta::store_piece(unsigned number, Cycle now) {
  Warp& warp = warps_[number];
  Posted& posted = posted_.back();
  warp.loading += now - warp.since;
  // Held open, because a port may take a store at once.
  ++warp.open;
  for (const CtaRange& to : posted.slice.writes) {
    const std::uint64_t begin = to.address + to.taken(warp.at);
    const std::uint64_t end = begin + to.taken(warp.bytes);
    const bool local = model::home_of(begin) == gpu_;
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t next = local ? end : std::min(end, (at / store_ + 1) * store_);
      ++warp.open;
      send(posted, number, LineOp::kWrite, to, at, static_cast<std::uint32_t>(next - at), now);
      at = next;
    }
  }
  advance(number, LineOp::kWrite, now);
}

void ChannelCta::send(Posted& of, unsigned warp, LineOp op, const CtaRange& range,
                      std::uint64_t address, std::uint32_t bytes, Cycle now) {
  Move& move = moves_.make();
  move.of = &of;
  move.warp = warp;
  move.client = this;
  move.op = op;
  move.address = address;
  move.bytes = bytes;
  move.to = range.to;
  move.flow = range.to == nullptr ? nullptr : &range.to->flow;
  move.number = range.to == nullptr ? 0 : ++range.to->packets;
  ++of.open;
  if (memory_.submit_of_cta(move, port_, now) && op == LineOp::kWrite) bulk_taken(move, now);
}

void ChannelCta::bulk_taken(Bulk& bulk, Cycle now) {
  const auto& move = static_cast<Move&>(bulk);
  if (move.op == LineOp::kWrite && move.warp != kNoWarp) advance(move.warp, move.op, now);
}

void ChannelCta::bulk_done(Bulk& bulk, Cycle now) {
  auto& move = static_cast<Move&>(bulk);
  Posted& of = *move.of;
  const unsigned warp = move.op == LineOp::kRead ? move.warp : kNoWarp;
  const bool polled = move.op == LineOp::kRead && warp == kNoWarp;
  CtaConnection* const to = move.to;
  const std::uint64_t packet = move.number;
  moves_.recycle(move);
  --of.open;
  if (polled && --of.polls == 0) return begin_pieces(now);
  if (warp != kNoWarp) advance(warp, LineOp::kRead, now);
  move_ended(of, to, packet, now);
}

void ChannelCta::advance(unsigned number, LineOp op, Cycle now) {
  if (--warps_[number].open > 0) return;
  if (op == LineOp::kRead) return store_piece(number, now);
  free_.push_back(number);
  Posted& posted = posted_.back();
  if (posted.asked < posted.slice.bytes) return clock_.wake(now + 1);
  if (free_.size() < warps_.size()) return;
  pass(posted, warps_[number]);
}

void ChannelCta::pass(Posted& posted, const Warp& last) {
  posted.passed = true;
  if (ChannelJournal* const journal = ChannelJournal::active(); journal && posted.slice.task)
    journal->passed(*posted.slice.task, clock_.ticks(last.loading));
  posted.slice.passed();
}

void ChannelCta::move_ended(Posted& posted, CtaConnection* to, std::uint64_t number, Cycle now) {
  if (!posted.passed || posted.open > 0 || posted.done) return;
  if (ChannelJournal* const journal = ChannelJournal::active(); journal && posted.slice.task)
    journal->stored(*posted.slice.task, to == nullptr ? nullptr : &to->flow, number,
                    posted.flagged);
  if (!posted.flagged) {
    posted.flagged = true;
    for (const CtaRange& flag : posted.slice.flags)
      send(posted, kNoWarp, LineOp::kWrite, flag, flag.address, kFlagBytes, now);
    if (posted.open > 0) return;
  }
  posted.done = true;
  const auto done = std::move(posted.slice.done);
  while (!posted_.empty() && posted_.front().done) posted_.pop_front();
  done();
}

void ChannelCta::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({quiescent_path(),
                   std::to_string(warps_.size() - free_.size()) + " warps' accesses",
                   memory_.name()});
}

}  // namespace gf::hw::gpu
