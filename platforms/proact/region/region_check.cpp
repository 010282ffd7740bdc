// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/region_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::platforms::proact {
namespace {

constexpr std::uint64_t kSector = hw::gpu::kSectorBytes;
constexpr std::uint8_t kNobody = 0xFF;
constexpr std::uint64_t kPiece = 4096;  ///< Bytes compared at a time, within one page.

}  // namespace

RegionCheck::RegionCheck(const MechanismContext& context, const Mechanism& mechanism,
                         RegionForm form)
    : context_(context),
      mechanism_(mechanism),
      form_(form),
      places_(form == RegionForm::kManaged ? managed_pages(context.layout, context.node.pages())
                                           : copies(context.layout)) {
  const std::uint64_t all = context.layout.bytes();
  std::vector<std::uint8_t> piece;
  for (unsigned gpu = 0; gpu < context.node.gpus(); ++gpu) {
    for (std::uint64_t at = 0; at < all; at += kPiece) {
      piece.resize(std::min(kPiece, all - at));
      context.app.initial({at, at + piece.size()}, piece.data());
      write(gpu, at, piece);
    }
    hw::gpu::GpuMemory& memory = context.node.gpu(gpu).memory;
    memory.watch(0, form == RegionForm::kManaged ? memory.capacity() : all,
                 copies_.emplace_back(*this, gpu));
  }
}

bool RegionCheck::read(unsigned gpu, std::uint64_t offset, std::vector<std::uint8_t>& is) const {
  const std::uint64_t place = places_->in_memory(gpu, offset);
  if (place == RegionPlaces::kNone) return false;
  bytes(gpu).read(place, is.data(), is.size());
  return true;
}

bool RegionCheck::write(unsigned gpu, std::uint64_t offset,
                        const std::vector<std::uint8_t>& is) const {
  const std::uint64_t place = places_->in_memory(gpu, offset);
  if (place == RegionPlaces::kNone) return false;
  bytes(gpu).write(place, is.data(), is.size());
  return true;
}

void RegionCheck::phase_starts(unsigned phase) {
  phase_ = phase;
  const unsigned gpus = context_.node.gpus();
  writer_.assign((context_.layout.bytes() + kSector - 1) / kSector, kNobody);
  const model::proact::PhaseMap map(context_.app, phase, context_.layout.bytes(), gpus);
  map.each_span([&](unsigned gpu, const model::proact::Span& span) {
    std::fill(writer_.begin() + static_cast<std::ptrdiff_t>(span.begin / kSector),
              writer_.begin() + static_cast<std::ptrdiff_t>((span.end + kSector - 1) / kSector),
              static_cast<std::uint8_t>(gpu));
  });
}

void RegionCheck::Copy::line_passes(const hw::gpu::LinePass& pass, core::Cycle) {
  check.passes(gpu, pass);
}

void RegionCheck::passes(unsigned gpu, const hw::gpu::LinePass& pass) {
  // A pass with its own bytes (of a copy engine) changes the memory itself.
  if (pass.has_bytes || pass.op == hw::gpu::LineOp::kAtomic) return;
  const bool by_its_own = pass.request != nullptr;
  const std::uint64_t line = pass.offset / hw::gpu::kLineBytes * hw::gpu::kLineBytes;
  for (unsigned sector = 0; sector < hw::gpu::kLineSectors; ++sector) {
    if ((pass.sectors >> sector & 1u) == 0) continue;
    const std::uint64_t offset = places_->in_region(gpu, line + sector * kSector);
    if (offset == RegionPlaces::kNone) continue;
    const std::uint64_t count = std::min(kSector, context_.layout.bytes() - offset);
    if (pass.op == hw::gpu::LineOp::kRead) {
      if (by_its_own || form_ == RegionForm::kManaged) loaded(gpu, offset, count, by_its_own);
    } else if (by_its_own) {
      stored(gpu, offset, count);
    } else {
      arrived(gpu, offset, count);
    }
  }
}

void RegionCheck::results(bool before, std::uint64_t offset,
                          std::vector<std::uint8_t>& bytes) const {
  const model::proact::Span span{offset, offset + bytes.size()};
  if (before && phase_ == 0) return context_.app.initial(span, bytes.data());
  context_.app.contents(before ? phase_ - 1 : phase_, span, bytes.data());
}

void RegionCheck::stored(unsigned gpu, std::uint64_t offset, std::uint64_t count) {
  std::vector<std::uint8_t> is(count);
  results(false, offset, is);
  write(gpu, offset, is);
}

void RegionCheck::arrived(unsigned gpu, std::uint64_t offset, std::uint64_t count) {
  const std::uint8_t writer = writer_[offset / kSector];
  // No GPU writes this sector in this phase, so no copy holds its bytes.
  if (writer == kNobody) return;
  // With these forms the store itself carries the result. With others, an agent forwards the bytes
  // of the writer's copy, right or wrong, and these must be checked.
  if (form_ == RegionForm::kStored || form_ == RegionForm::kManaged)
    return stored(gpu, offset, count);
  std::vector<std::uint8_t> is(count);
  read(writer, offset, is);
  write(gpu, offset, is);
}

bool RegionCheck::same(std::uint64_t offset, const std::vector<std::uint8_t>& is,
                       bool before) const {
  std::vector<std::uint8_t> expected(is.size());
  results(before, offset, expected);
  return is == expected;
}

/// A copy must hold the results of the previous phase. It may also hold data that the loading GPU
/// writes in this phase. For a load by another GPU, the loading GPU is unknown, so data of any
/// writer may be there.
void RegionCheck::loaded(unsigned gpu, std::uint64_t offset, std::uint64_t count, bool by_its_own) {
  if (!mechanism_.reads_own_copy(gpu, offset)) return;
  std::vector<std::uint8_t> is(count);
  const bool there = read(gpu, offset, is);
  ++checked_reads_;
  if (there && same(offset, is, true)) return;
  const std::uint8_t writer = writer_[offset / kSector];
  const bool may_be_new = by_its_own ? writer == gpu : writer != kNobody;
  if (there && may_be_new && same(offset, is, false)) return;
  if (stale_reads_++ == 0)
    first_stale_ = fmt::format("GPU {}, offset {}, phase {}", gpu, offset, phase_);
}

std::uint64_t RegionCheck::wrong_bytes_of(unsigned gpu, model::proact::Span piece) const {
  std::vector<std::uint8_t> is(piece.bytes()), expected(piece.bytes());
  if (!read(gpu, piece.begin, is)) return 0;
  context_.app.contents(context_.app.phases() - 1, piece, expected.data());
  std::uint64_t wrong = 0;
  for (std::size_t n = 0; n < is.size(); ++n) {
    const bool compared = form_ != RegionForm::kOwn || writer_[(piece.begin + n) / kSector] == gpu;
    wrong += compared && is[n] != expected[n] ? 1 : 0;
  }
  return wrong;
}

std::uint64_t RegionCheck::wrong_bytes() const {
  std::uint64_t wrong = 0;
  const std::uint64_t all = context_.layout.bytes();
  for (unsigned gpu = 0; gpu < context_.node.gpus(); ++gpu)
    for (std::uint64_t at = 0; at < all; at += kPiece)
      wrong += wrong_bytes_of(gpu, {at, std::min(at + kPiece, all)});
  return wrong;
}

}  // namespace gf::platforms::proact
