// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>

#include "tlm_models/gpu/workload.h"

namespace gf::model::suite {

/// Makes a KernelProgramIf from a function (cta, warp, program).
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

/// A contiguous range of indices, without `end`.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
/// Returns part k of `parts` consecutive parts of [begin, end), of equal size except for rounding.
inline Range part_of(Range all, std::uint64_t parts, std::uint64_t k) {
  const std::uint64_t count = all.end - all.begin;
  return {all.begin + count * k / parts, all.begin + count * (k + 1) / parts};
}

/// Appends accesses to `bytes` bytes from `address` on, with lanes as wide as the alignment allows:
/// 512 B per instruction with 16 B lanes. Parts that are not whole words of 4 B are accessed byte
/// by byte.
void emit_range(WarpProgram& program, WarpOp op, std::uint64_t address, std::uint64_t bytes);

/// Collects the addresses of the lanes of one access.
class LaneGather {
 public:
  void set(unsigned lane, std::uint64_t address) {
    at_[lane] = address;
    lanes_ |= 1u << lane;
  }
  /// Appends an access by the lanes that were set, if any, and clears them.
  void emit(WarpProgram& program, WarpOp op, unsigned lane_bytes, bool returns = true);

 private:
  std::array<std::uint64_t, kWarpLanes> at_{};
  std::uint32_t lanes_ = 0;
};

/// Returns a kernel that stores once to each 4 KiB page of the kFirstTouch structures. CTAs take
/// the pages in the order of addresses, which determines on which GPU each page is placed. It
/// stands for a set-up that writes all data.
Kernel touch_kernel(unsigned gpus, const std::vector<DataStructure>& data);

}  // namespace gf::model::suite
