// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/template_program.h"

namespace gf::model {

void TemplateProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  std::array<std::int64_t, kMostLoops> counter{};
  unsigned depth = 0;
  for (std::size_t at = 0; at < steps_.size(); ++at) {
    const TemplateStep& step = steps_[at];
    if (step.kind == TemplateStep::Kind::kLoop) {
      counter[depth++] = 0;
    } else if (step.kind == TemplateStep::Kind::kEnd) {
      if (++counter[depth - 1] < steps_[step.partner].count)
        at = step.partner;  // continues at the step after it
      else
        --depth;
    } else {
      const AffineAddress& a = step.address;
      std::int64_t offset = a.offset + a.cta * cta + a.warp * warp;
      for (unsigned i = 0; i < depth; ++i) offset += a.loop[i] * counter[i];
      program.code.push_back(step.instruction);
      program.code.back().address = bases_[a.data] + static_cast<std::uint64_t>(offset);
    }
  }
}

}  // namespace gf::model
