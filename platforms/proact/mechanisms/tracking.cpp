// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/tracking.h"

#include <algorithm>
#include <fmt/format.h>

#include "platforms/proact/region/user_map.h"
#include "workloads/kernels/programs/emit.h"

namespace gf::platforms::proact {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;
using model::proact::ChunkPart;
using model::proact::Span;

namespace {

constexpr std::uint64_t kTrackingBase = 1ull << 45;
constexpr std::uint64_t kTrackingStride = 1ull << 36;  ///< From one GPU to the next.
constexpr std::uint64_t kBitmap = 1ull << 35;          ///< After the counters.
constexpr std::uint64_t kStrip = 512;                  ///< 32 lanes of 16 B.
constexpr unsigned kMostListed = 20;                   ///< Waiting chunks listed per GPU.

/// Returns the name of a GPU's counters in reports.
std::string counters_name(unsigned gpu) { return fmt::format("counters_{}", gpu); }

}  // namespace

SoftwareCounters::SoftwareCounters(const MechanismContext& context, unsigned phase,
                                   const model::proact::CtaWrites& map)
    : map_(context.app, phase, context.transfer.chunk.count(), context.layout.gpus(), map),
      left_(context.layout.gpus()),
      open_(context.layout.gpus()),
      to_count_(context.app.kernel(phase).ctas) {
  for (unsigned gpu = 0; gpu < context.layout.gpus(); ++gpu) {
    for (const ChunkPart& part : map_.parts(gpu)) {
      left_[gpu].push_back(part.writers);
      if (part.writers != 0) ++open_[gpu];
    }
  }
}

std::vector<model::DataStructure> SoftwareCounters::structures(const RegionLayout& layout,
                                                               std::uint64_t chunk) {
  const std::uint64_t chunks = (layout.bytes() + chunk - 1) / chunk;
  std::vector<model::DataStructure> all;
  for (unsigned gpu = 0; gpu < layout.gpus(); ++gpu) {
    const std::uint64_t base = kTrackingBase + gpu * kTrackingStride;
    const std::vector<std::uint8_t> here = {static_cast<std::uint8_t>(gpu)};
    const std::string name = std::to_string(gpu);
    all.push_back(
        {counters_name(gpu), base, core::Bytes(4 * chunks), model::Placement::kExplicit, here});
    all.push_back({"bitmap_" + name, base + kBitmap,
                   core::Bytes(std::max<std::uint64_t>(chunks, 128)), model::Placement::kExplicit,
                   here});
  }
  return all;
}

std::uint64_t SoftwareCounters::counter(unsigned gpu, std::uint32_t index) {
  return kTrackingBase + gpu * kTrackingStride + 4ull * index;
}

std::uint64_t SoftwareCounters::flag(unsigned gpu, std::uint32_t index) {
  return kTrackingBase + gpu * kTrackingStride + kBitmap + index;
}

void SoftwareCounters::decrement(unsigned gpu, unsigned cta, std::vector<std::uint32_t>& ready) {
  --to_count_;
  for (const std::uint32_t index : map_.of_cta(cta)) {
    if (left_[gpu][index] == 0) {
      errors_.add([&] { return unexpected(gpu, index, cta); });
    } else if (--left_[gpu][index] == 0) {
      --open_[gpu];
      ready.push_back(index);
    }
  }
}

unsigned SoftwareCounters::missing(unsigned gpu) const { return to_count_ == 0 ? open_[gpu] : 0; }

bool SoftwareCounters::any_missing() const {
  for (unsigned gpu = 0; gpu < open_.size(); ++gpu)
    if (missing(gpu) != 0) return true;
  return false;
}

void SoftwareCounters::append_waits(unsigned gpu, std::vector<core::Wait>& waits) const {
  const std::string who = counters_name(gpu);
  unsigned listed = 0;
  for (std::size_t n = 0; missing(gpu) != 0 && n < left_[gpu].size(); ++n) {
    if (left_[gpu][n] == 0) continue;
    if (++listed <= kMostListed) waits.push_back({who, incomplete(gpu, n), "SMs"});
  }
  if (listed > kMostListed)
    waits.push_back(
        {who, fmt::format("{} more chunks without writers", listed - kMostListed), "SMs"});
}

std::string SoftwareCounters::unexpected(unsigned gpu, std::uint32_t index, unsigned cta) const {
  const ChunkPart& part = map_.parts(gpu)[index];
  const std::string expected = part.writers == 0
                                   ? "but the map has no writer of it"
                                   : fmt::format("after all {} writers in the map", part.writers);
  return fmt::format("{}: region chunk {}: CTA {} writes it, {}", counters_name(gpu), part.chunk,
                     cta, expected);
}

std::string SoftwareCounters::incomplete(unsigned gpu, std::size_t index) const {
  const ChunkPart& part = map_.parts(gpu)[index];
  return fmt::format("region chunk {}: {} of {} writers are missing{}", part.chunk,
                     left_[gpu][index], part.writers, absent_text(part));
}

void TrackedProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  ProducerProgram::warp(cta, warp, program);
  // Stores of all warps must be visible before the one warp counts down: an agent that sees the
  // counter at 0 reads the chunk at once.
  program.code.push_back(WarpInstruction::fence(model::MemoryScope::kGpu));
  program.code.push_back(WarpInstruction::barrier());
  if (warp == 0) decrement(cta, program);
}

void TrackedProgram::decrement(unsigned cta, WarpProgram& program) const {
  for (const std::uint32_t index : counters_.map().of_cta(cta)) {
    WarpInstruction atomic =
        WarpInstruction::access(WarpOp::kAtomic, SoftwareCounters::counter(gpu_of(cta), index));
    atomic.lanes = 1;
    // The warp waits for the value, which tells the last writer that the chunk is ready.
    atomic.returns = true;
    program.code.push_back(atomic);
  }
}

bool TrackedProgram::more(unsigned cta, unsigned warp, WarpProgram& program) {
  if (warp != 0) return false;
  if (told_.size() <= cta) told_.resize(cta + 1);
  if (told_[cta]) return false;
  // The model's counters change once, when the warp's atomics have returned. The instructions of a
  // chunk cause this call again.
  told_[cta] = true;
  ready_.clear();
  counters_.decrement(gpu_of(cta), cta, ready_);
  for (const std::uint32_t index : ready_) client_.chunk_ready(gpu_of(cta), index, program);
  return !program.code.empty();
}

void emit_copy(const RegionLayout& layout, const ChunkPart& part, unsigned gpu, unsigned warp,
               unsigned warps, Stores stores, WarpProgram& program) {
  std::uint64_t strip = 0;
  for (const Span& span : part.spans) {
    for (std::uint64_t at = span.begin; at < span.end; ++strip) {
      // Strips are aligned, so a warp's access never splits a line with another warp's.
      const std::uint64_t end = std::min(span.end, at / kStrip * kStrip + kStrip);
      if (strip % warps == warp) {
        const std::size_t first = program.code.size();
        model::suite::emit_range(program, WarpOp::kLoad, layout.copy(gpu) + at, end - at);
        for (std::size_t n = first; n < program.code.size(); ++n) program.code[n].cached = false;
        // Each GPU begins with its next neighbour, so that not all store to the same GPU first.
        for (unsigned n = 1; stores == Stores::kMade && n < layout.gpus(); ++n) {
          const unsigned to = (gpu + n) % layout.gpus();
          model::suite::emit_range(program, WarpOp::kStore, layout.copy(to) + at, end - at);
        }
      }
      at = end;
    }
  }
}

}  // namespace gf::platforms::proact
