// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/chunk_journal.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::hw::proact {

using core::Ticks;

void ChunkJournal::written(const void* unit, unsigned chunk, unsigned gpu, Ticks at,
                           bool software) {
  const auto [place, is_new] = open_.try_emplace({unit, chunk});
  Open& open = place->second;
  if (is_new) {
    ChunkHistory& history = histories_.emplace_back();
    history.name = names_.next(fmt::format("chunk {} of gpu_{}", chunk, gpu));
    history.gpu = gpu;
    history.software = software;
    history.first_store = at;
    open.history = &history;
    open.since = at;
  }
  open.history->last_store = at;
}

/// Assigns the time since the current stage began to that stage.
void ChunkJournal::leave(Open& open, Ticks at) {
  ChunkHistory& history = *open.history;
  const auto spend = [&](ChunkStage stage, Ticks span) {
    history.spent[static_cast<std::size_t>(stage)] += span;
  };
  if (open.stage == ChunkStage::kWritten) {
    const Ticks last = std::clamp(history.last_store, open.since, at);
    spend(ChunkStage::kWritten, last - open.since);
    spend(ChunkStage::kCounter, at - last);
  } else {
    spend(open.stage, at - open.since);
  }
  open.since = at;
}

ChunkJournal::Open* ChunkJournal::find(const void* unit, unsigned chunk) {
  const auto found = open_.find({unit, chunk});
  return found == open_.end() ? nullptr : &found->second;
}

void ChunkJournal::counted_down(const void* unit, unsigned chunk, Ticks at) {
  if (Open* const open = find(unit, chunk)) open->history->zero = at;
}

void ChunkJournal::enters(const void* unit, unsigned chunk, ChunkStage stage, Ticks at) {
  Open* const open = find(unit, chunk);
  if (open == nullptr) return;
  leave(*open, at);
  open->stage = stage;
  open->history->moves =
      stage == ChunkStage::kRead || stage == ChunkStage::kTransfer || stage == ChunkStage::kCopy;
}

void ChunkJournal::packet_read(const void* unit, unsigned chunk, Ticks at) {
  Open* const open = find(unit, chunk);
  if (open != nullptr && open->to_peers++ == 0) enters(unit, chunk, ChunkStage::kTransfer, at);
}

void ChunkJournal::packet_there(const void* unit, unsigned chunk, Ticks at) {
  Open* const open = find(unit, chunk);
  if (open != nullptr && --open->to_peers == 0) enters(unit, chunk, ChunkStage::kRead, at);
}

void ChunkJournal::transfer_done(const void* unit, unsigned chunk, Ticks at) {
  if (Open* const open = find(unit, chunk)) ++open->history->transfers;
  enters(unit, chunk, ChunkStage::kWritten, at);
}

void ChunkJournal::sent(const void* unit, unsigned chunk, Ticks at) {
  Open* const open = find(unit, chunk);
  if (open == nullptr) return;
  leave(*open, at);
  open->history->sent = at;
  open_.erase({unit, chunk});
}

}  // namespace gf::hw::proact
