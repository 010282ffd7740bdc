// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/copy_slices.h"

#include <algorithm>

#include "core/timeline.h"

namespace gf::platforms::proact {

CopySlices::CopySlices(const MechanismContext& context) : period_(context.node.clock().period()) {
  for (unsigned gpu = 0; gpu < context.layout.gpus(); ++gpu)
    context.node.gpu(gpu).memory.watch(0, context.layout.bytes(), copies_.emplace_back(*this));
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

void CopySlices::found(unsigned gpu, std::uint32_t index) {
  Transfer& transfer = transfers_[gpu][index];
  if (transfer.begun == core::kNever) transfer.begun = core::now_ticks();
}

void CopySlices::Copy::line_passes(const hw::gpu::LinePass& pass, core::Cycle now) {
  // What the SMs of this GPU write comes with its request; what a peer sends does not.
  const bool of_a_peer = pass.op == hw::gpu::LineOp::kWrite && pass.request == nullptr;
  if (!of_a_peer) return;
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
  transfer.left -= std::min(transfer.left, bytes);
  if (transfer.left != 0) return;
  core::Timeline::active()->slice_apart("polling_" + std::to_string(place.gpu), "transfers",
                                        "region chunk " + std::to_string(transfer.chunk),
                                        transfer.begun, now);
}

}  // namespace gf::platforms::proact
