// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/copy_slices.h"

#include <algorithm>
#include <utility>

#include "core/trace/timeline.h"

namespace gf::platforms::proact {

using hw::proact::ChunkJournal;
using hw::proact::ChunkStage;

CopySlices::CopySlices(const MechanismContext& context) : period_(context.node.clock().period()) {
  for (unsigned gpu = 0; gpu < context.layout.gpus(); ++gpu)
    context.node.gpu(gpu).memory.watch(0, context.layout.bytes(), copies_.emplace_back(*this, gpu),
                                       hw::gpu::PassKind::kChanges);
}

void CopySlices::start_phase(const model::proact::PhaseMap& map) {
  const auto gpus = static_cast<unsigned>(copies_.size());
  transfers_.assign(gpus, {});
  places_.clear();
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    for (const model::proact::ChunkPart& part : map.parts(gpu)) {
      const auto index = static_cast<std::uint32_t>(transfers_[gpu].size());
      transfers_[gpu].push_back({part.chunk, part.bytes * (gpus - 1), core::kNever});
      for (const model::proact::Span& span : part.spans) places_.push_back({span, gpu, index});
    }
  }
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.span.begin < b.span.begin; });
}

void CopySlices::ready(unsigned gpu, std::uint32_t index) {
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->counted_down(unit(gpu), transfers_[gpu][index].chunk, core::now_ticks());
}

void CopySlices::enters(unsigned gpu, std::uint32_t index, ChunkStage stage, core::Ticks at) {
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->enters(unit(gpu), transfers_[gpu][index].chunk, stage, at);
}

void CopySlices::found(unsigned gpu, std::uint32_t index) {
  Transfer& transfer = transfers_[gpu][index];
  if (transfer.begun != core::kNever) return;
  transfer.begun = core::now_ticks();
  enters(gpu, index, ChunkStage::kCopy, transfer.begun);
}

void CopySlices::written(unsigned gpu, std::uint64_t offset) const {
  ChunkJournal* const journal = ChunkJournal::active();
  const Place* const place = journal == nullptr ? nullptr : place_of(offset);
  if (place != nullptr && place->gpu == gpu)
    journal->written(unit(gpu), transfers_[gpu][place->index].chunk, gpu, core::now_ticks(), true);
}

void CopySlices::Copy::line_passes(const hw::gpu::LinePass& pass, core::Cycle now) {
  // A write by this GPU's SMs has a request; one from a peer has none.
  if (pass.op != hw::gpu::LineOp::kWrite) return;
  if (pass.request != nullptr) return slices.written(gpu, pass.offset);
  if (const Place* const place = slices.place_of(pass.offset))
    slices.arrived(*place, pass.bytes, now * slices.period_);
}

const CopySlices::Place* CopySlices::place_of(std::uint64_t offset) const {
  const auto next =
      std::upper_bound(places_.begin(), places_.end(), offset,
                       [](std::uint64_t at, const Place& place) { return at < place.span.end; });
  return next == places_.end() ? nullptr : &*next;
}

void CopySlices::arrived(const Place& place, std::uint64_t bytes, core::Ticks now) {
  Transfer& transfer = transfers_[place.gpu][place.index];
  if (transfer.begun == core::kNever || transfer.left == 0) return;
  if (!std::exchange(transfer.comes, true))
    enters(place.gpu, place.index, ChunkStage::kTransfer, core::now_ticks());
  transfer.left -= std::min(transfer.left, bytes);
  if (transfer.left != 0) return;
  if (ChunkJournal* const journal = ChunkJournal::active())
    journal->sent(unit(place.gpu), transfer.chunk, core::now_ticks());
  if (core::Timeline::active() == nullptr) return;
  core::Timeline::active()->slice_apart("polling_" + std::to_string(place.gpu), "transfers",
                                        "region chunk " + std::to_string(transfer.chunk),
                                        transfer.begun, now);
}

}  // namespace gf::platforms::proact
