// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>

#include "tlm_models/gpu/workload.h"

namespace gf::model::suite {

/// A KernelProgramIf made of a function (cta, warp, program).
template <class Function>
std::shared_ptr<KernelProgramIf> make_program(Function function) {
  class Program final : public KernelProgramIf {
   public:
    explicit Program(Function f) : function_(std::move(f)) {}
    void warp(unsigned cta, unsigned warp, WarpProgram& program) const override {
      function_(cta, warp, program);
    }

   private:
    Function function_;
  };
  return std::make_shared<Program>(std::move(function));
}

template <class Function>
Kernel make_kernel(std::string name, unsigned ctas, unsigned warps_per_cta, Function function) {
  Kernel kernel;
  kernel.name = std::move(name);
  kernel.ctas = ctas;
  kernel.warps_per_cta = warps_per_cta;
  kernel.program = make_program(std::move(function));
  return kernel;
}

/// A contiguous part of what is counted from 0 on.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
/// Part k of `parts` parts of [begin, end), equal but for rounding; the parts follow one another.
inline Range part_of(Range all, std::uint64_t parts, std::uint64_t k) {
  const std::uint64_t count = all.end - all.begin;
  return {all.begin + count * k / parts, all.begin + count * (k + 1) / parts};
}

/// Accesses to `bytes` bytes from `address` on, as wide as their alignment lets lanes be: 512 B an
/// instruction at 16 B. What is not whole words of 4 B goes byte by byte.
void emit_range(WarpProgram& program, WarpOp op, std::uint64_t address, std::uint64_t bytes);

/// The addresses that the lanes of one access get one by one.
class LaneGather {
 public:
  void set(unsigned lane, std::uint64_t address) {
    at_[lane] = address;
    lanes_ |= 1u << lane;
  }
  /// Appends the access of the lanes that were set, if any, and forgets them.
  void emit(WarpProgram& program, WarpOp op, unsigned lane_bytes, bool returns = true);

 private:
  std::array<std::uint64_t, kWarpLanes> at_{};
  std::uint32_t lanes_ = 0;
};

/// A kernel that stores to each page of 4 KiB of the structures of kFirstTouch once, the blocks of
/// CTAs in the order of the addresses: what decides where those pages are. It stands for a set-up
/// that writes all of it.
Kernel touch_kernel(unsigned gpus, const std::vector<DataStructure>& data);

}  // namespace gf::model::suite
