// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::platforms::proact {
namespace {

constexpr std::uint64_t kSector = hw::gpu::kSectorBytes;
constexpr std::uint8_t kNobody = 0xFF;
constexpr std::uint64_t kPiece = 65536;  ///< Bytes compared at a time.

}  // namespace

RegionCheck::RegionCheck(const Machine& machine, const Mechanism& mechanism)
    : machine_(machine), mechanism_(mechanism) {
  const std::uint64_t all = machine.layout.bytes();
  std::vector<std::uint8_t> piece;
  for (unsigned gpu = 0; gpu < machine.node.gpus(); ++gpu) {
    for (std::uint64_t at = 0; at < all; at += kPiece) {
      piece.resize(std::min(kPiece, all - at));
      machine.app.initial({at, at + piece.size()}, piece.data());
      bytes(gpu).write(at, piece.data(), piece.size());
    }
    machine.node.gpu(gpu).memory.watch(0, all, copies_.emplace_back(*this, gpu));
  }
}

void RegionCheck::phase_starts(unsigned phase) {
  phase_ = phase;
  const unsigned gpus = machine_.node.gpus();
  writer_.assign((machine_.layout.bytes() + kSector - 1) / kSector, kNobody);
  const model::proact::PhaseMap map(machine_.app, phase, machine_.layout.bytes(), gpus);
  for (unsigned gpu = 0; gpu < gpus; ++gpu)
    for (const model::proact::ChunkPart& part : map.parts(gpu))
      for (const model::proact::Span& span : part.spans)
        std::fill(writer_.begin() + static_cast<std::ptrdiff_t>(span.begin / kSector),
                  writer_.begin() + static_cast<std::ptrdiff_t>((span.end + kSector - 1) / kSector),
                  static_cast<std::uint8_t>(gpu));
}

void RegionCheck::Copy::line_passes(const hw::gpu::LinePass& pass, core::Cycle) {
  check.passes(gpu, pass);
}

void RegionCheck::passes(unsigned gpu, const hw::gpu::LinePass& pass) {
  if (pass.has_bytes || pass.op == hw::gpu::LineOp::kAtomic) return;
  const std::uint64_t line = pass.offset / hw::gpu::kLineBytes * hw::gpu::kLineBytes;
  for (unsigned sector = 0; sector < hw::gpu::kLineSectors; ++sector) {
    if ((pass.sectors >> sector & 1u) == 0) continue;
    const std::uint64_t offset = line + sector * kSector;
    if (offset >= machine_.layout.bytes()) continue;
    const std::uint64_t count = std::min(kSector, machine_.layout.bytes() - offset);
    if (pass.op == hw::gpu::LineOp::kRead) {
      if (pass.request != nullptr) loaded(gpu, offset, count);
    } else if (pass.request != nullptr) {
      stored(gpu, offset, count);
    } else {
      arrived(gpu, offset, count);
    }
  }
}

void RegionCheck::results(bool before, std::uint64_t offset,
                          std::vector<std::uint8_t>& bytes) const {
  const model::proact::Span span{offset, offset + bytes.size()};
  if (before && phase_ == 0) return machine_.app.initial(span, bytes.data());
  machine_.app.contents(before ? phase_ - 1 : phase_, span, bytes.data());
}

void RegionCheck::stored(unsigned gpu, std::uint64_t offset, std::uint64_t count) {
  std::vector<std::uint8_t> is(count);
  results(false, offset, is);
  bytes(gpu).write(offset, is.data(), count);
}

void RegionCheck::arrived(unsigned gpu, std::uint64_t offset, std::uint64_t count) {
  const std::uint8_t writer = writer_[offset / kSector];
  if (writer == kNobody) return;
  if (mechanism_.stores_results()) return stored(gpu, offset, count);
  std::vector<std::uint8_t> is(count);
  bytes(writer).read(offset, is.data(), count);
  bytes(gpu).write(offset, is.data(), count);
}

bool RegionCheck::same(unsigned, std::uint64_t offset, const std::vector<std::uint8_t>& is,
                       bool before) {
  std::vector<std::uint8_t> expected(is.size());
  results(before, offset, expected);
  return is == expected;
}

/// A copy holds the results of the phase before; what its GPU writes in this one may be there.
void RegionCheck::loaded(unsigned gpu, std::uint64_t offset, std::uint64_t count) {
  if (!mechanism_.reads_own_copy(gpu, offset)) return;
  std::vector<std::uint8_t> is(count);
  bytes(gpu).read(offset, is.data(), count);
  ++checked_reads_;
  if (same(gpu, offset, is, true)) return;
  if (writer_[offset / kSector] == gpu && same(gpu, offset, is, false)) return;
  if (stale_reads_++ == 0)
    first_stale_ = fmt::format("GPU {}, offset {}, phase {}", gpu, offset, phase_);
}

std::uint64_t RegionCheck::wrong_bytes() const {
  std::uint64_t wrong = 0;
  const std::uint64_t all = machine_.layout.bytes();
  std::vector<std::uint8_t> is, expected;
  for (unsigned gpu = 0; gpu < machine_.node.gpus(); ++gpu) {
    for (std::uint64_t at = 0; at < all; at += kPiece) {
      is.resize(std::min(kPiece, all - at));
      expected.resize(is.size());
      bytes(gpu).read(at, is.data(), is.size());
      machine_.app.contents(machine_.app.phases() - 1, {at, at + is.size()}, expected.data());
      for (std::size_t n = 0; n < is.size(); ++n) {
        const bool compared = mechanism_.copies_agree() || writer_[(at + n) / kSector] == gpu;
        wrong += compared && is[n] != expected[n] ? 1 : 0;
      }
    }
  }
  return wrong;
}

}  // namespace gf::platforms::proact
