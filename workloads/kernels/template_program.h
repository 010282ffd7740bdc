// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// An address: offset + cta * CTA + warp * WARP + lane * LANE + terms of the enclosing loops'
/// counters, in bytes.
struct AffineAddress {
  std::size_t data = 0;  ///< Index of the structure that contains it.
  std::int64_t offset = 0, cta = 0, warp = 0, lane = 0;
  std::array<std::int64_t, 4> loop{};  ///< Factors by depth, outermost loop first.
};

/// One line of a kernel's template.
struct TemplateStep {
  enum class Kind : std::uint8_t { kInstruction, kLoop, kEnd };
  Kind kind = Kind::kInstruction;
  WarpInstruction instruction;  ///< Its address and stride come from `address`.
  AffineAddress address;        ///< Of loads, stores and atomics.
  std::uint32_t count = 0;      ///< kLoop: turns, at least 1.
  std::string counter;          ///< kLoop: its name.
  std::size_t partner = 0;      ///< kLoop: its kEnd; kEnd: its kLoop.
};

/// Generates a warp's instructions from a template with loops, up to 4 deep.
class TemplateProgram final : public KernelProgramIf {
 public:
  static constexpr unsigned kMostLoops = 4;
  /// `steps`: as checked by StepReader. `bases`: base addresses of the structures by index.
  TemplateProgram(std::vector<TemplateStep> steps, std::vector<std::uint64_t> bases)
      : steps_(std::move(steps)), bases_(std::move(bases)) {}
  void warp(unsigned cta, unsigned warp, WarpProgram& program) const override;

 private:
  std::vector<TemplateStep> steps_;
  std::vector<std::uint64_t> bases_;
};

}  // namespace gf::model
