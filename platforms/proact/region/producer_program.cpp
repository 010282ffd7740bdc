// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/producer_program.h"

#include <algorithm>

namespace gf::platforms::proact {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

namespace {

bool is_access(const WarpInstruction& instruction) {
  return instruction.op == WarpOp::kLoad || instruction.op == WarpOp::kStore ||
         instruction.op == WarpOp::kAtomic;
}

bool gathers(const WarpInstruction& instruction) {
  return instruction.gather != WarpInstruction::kNoGather;
}

/// Checks one lane: all lanes of an access are in the region, or none.
bool in_region(const WarpProgram& program, const WarpInstruction& instruction) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(instruction.lanes));
  return is_access(instruction) && RegionLayout::holds(program.address(instruction, lane));
}

void move_by(WarpProgram& program, WarpInstruction& instruction, std::uint64_t shift) {
  if (!gathers(instruction)) {
    instruction.address += shift;
    return;
  }
  for (unsigned lane = 0; lane < model::kWarpLanes; ++lane)
    program.addresses[instruction.gather + lane] += shift;
}

}  // namespace

void ProducerProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  kernel_.program->warp(cta, warp, program);
  place(program, gpu_of(cta));
}

void ProducerProgram::place(WarpProgram& program, unsigned gpu) const {
  // Programs are written for the copy of GPU 0, which is at the region's base.
  if (gpu == 0) return;
  for (WarpInstruction& instruction : program.code) {
    if (in_region(program, instruction)) move_by(program, instruction, layout_.shift(gpu));
  }
}

void ReleasingProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  ProducerProgram::warp(cta, warp, program);
  program.code.push_back(WarpInstruction::fence(model::MemoryScope::kSystem));
}

void InlineProgram::place(WarpProgram& program, unsigned gpu) const {
  std::vector<WarpInstruction> code;
  code.reserve(program.code.size() * 2);
  for (const WarpInstruction& original : program.code) {
    if (!in_region(program, original)) {
      code.push_back(original);
      continue;
    }
    const unsigned copies = original.op == WarpOp::kStore ? layout().gpus() : 1;
    for (unsigned n = 0; n < copies; ++n) {
      // Its own copy first, then the neighbours in turn, so that not all GPUs store to the same one
      // at a time.
      const unsigned to = (gpu + n) % layout().gpus();
      WarpInstruction& copy = code.emplace_back(original);
      if (gathers(original) && n + 1 < copies) {  // the last one uses the original's addresses
        copy.gather = static_cast<std::uint32_t>(program.addresses.size());
        for (unsigned lane = 0; lane < model::kWarpLanes; ++lane)
          program.addresses.push_back(program.addresses[original.gather + lane]);
      }
      move_by(program, copy, layout().shift(to));
    }
  }
  program.code.swap(code);
}

void Owners::wrote(const model::proact::PhaseMap& map) {
  map.each_span([&](unsigned gpu, const model::proact::Span& span) {
    std::fill(by_word_.begin() + static_cast<std::ptrdiff_t>(span.begin / 4),
              by_word_.begin() + static_cast<std::ptrdiff_t>((span.end + 3) / 4),
              static_cast<std::uint8_t>(gpu));
  });
}

std::uint64_t PeerLoadProgram::from_owner(std::uint64_t address, unsigned gpu) const {
  const std::uint8_t owner = owners_.of(address - model::proact::kRegionBase);
  return address + layout().shift(owner == Owners::kEverybody ? gpu : owner);
}

void PeerLoadProgram::place_load(WarpProgram& program, WarpInstruction& load, unsigned gpu) const {
  std::uint64_t at[model::kWarpLanes] = {};
  for (unsigned lane = 0; lane < model::kWarpLanes; ++lane) {
    if ((load.lanes >> lane & 1u) != 0) at[lane] = from_owner(program.address(load, lane), gpu);
  }
  if (!gathers(load)) {
    load.gather = static_cast<std::uint32_t>(program.addresses.size());
    program.addresses.resize(program.addresses.size() + model::kWarpLanes);
  }
  std::copy(at, at + model::kWarpLanes, program.addresses.begin() + load.gather);
}

void PeerLoadProgram::place(WarpProgram& program, unsigned gpu) const {
  for (std::size_t n = 0; n < program.code.size(); ++n) {
    WarpInstruction& instruction = program.code[n];
    if (!in_region(program, instruction)) continue;
    if (instruction.op == WarpOp::kLoad) {
      place_load(program, instruction, gpu);
    } else {
      move_by(program, instruction, layout().shift(gpu));
    }
  }
}

}  // namespace gf::platforms::proact
