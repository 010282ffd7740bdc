// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/debug/function_profile.h"

#include <ostream>

namespace gf::hw::riscv {

bool FunctionProfile::instruction_comes(std::uint32_t pc) {
  // Called before an instruction, so the cycles since the last call belong to earlier ones.
  frames_[at_].cycles += hart_.cycles() - counted_;
  counted_ = hart_.cycles();
  if (pc - begin_ >= bytes_) enter(pc);
  return false;
}

void FunctionProfile::enter(std::uint32_t pc) {
  const ElfImage::Function* const function = image_.function_at(pc);
  begin_ = function == nullptr ? pc : function->address;
  bytes_ = function == nullptr ? 0 : function->bytes;
  std::size_t up = at_;
  while (up != 0 && frames_[up].function != function) up = frames_[up].caller;
  at_ = up != 0 ? up : called(function);
}

std::size_t FunctionProfile::called(const ElfImage::Function* function) {
  for (std::size_t i = 1; i < frames_.size(); ++i)
    if (frames_[i].caller == at_ && frames_[i].function == function) return i;
  frames_.push_back({function, at_});
  return frames_.size() - 1;
}

std::string FunctionProfile::stack_of(std::size_t frame) const {
  if (frame == 0) return "";
  const ElfImage::Function* const function = frames_[frame].function;
  return stack_of(frames_[frame].caller) + ";" + (function == nullptr ? "?" : function->name);
}

void FunctionProfile::write(std::ostream& out, const std::string& prefix) const {
  for (std::size_t i = 1; i < frames_.size(); ++i)
    if (frames_[i].cycles != 0) out << prefix << stack_of(i) << ' ' << frames_[i].cycles << '\n';
}

}  // namespace gf::hw::riscv
