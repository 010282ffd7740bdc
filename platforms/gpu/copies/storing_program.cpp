// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/storing_program.h"

#include <algorithm>

#include "workloads/kernels/programs/emit.h"

namespace gf::platforms::gpu {

constexpr std::uint64_t kStoredStrip = 512;  ///< 32 lanes of 16 B.

bool StoringProgram::more(unsigned cta, unsigned warp, model::WarpProgram& program) {
  if (program_->more(cta, warp, program)) return true;
  const std::size_t number = std::size_t{cta} * warps_ + warp;
  if (stored_[number]) return false;
  stored_[number] = true;
  store(cta, warp, program);
  return !program.code.empty();
}

void StoringProgram::store(unsigned cta, unsigned warp, model::WarpProgram& program) {
  std::vector<model::proact::Span> spans;
  writes_(cta, spans);
  std::uint64_t strip = 0;
  for (const model::proact::Span& span : spans) {
    for (std::uint64_t at = span.begin; at < span.end; ++strip) {
      // Strips are aligned, so two warps share no line.
      const std::uint64_t end = std::min(span.end, at / kStoredStrip * kStoredStrip + kStoredStrip);
      if (strip % warps_ == warp)
        model::suite::emit_range(program, model::WarpOp::kStore, base_ + at, end - at);
      at = end;
    }
  }
}

}  // namespace gf::platforms::gpu
