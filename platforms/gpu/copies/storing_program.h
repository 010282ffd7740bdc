// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/gpu/workload.h"
#include "workloads/shared/cta_writes.h"

namespace gf::platforms::gpu {

/// Runs another program and then lets each warp store its part of the data that its CTA writes to a
/// region. The data is divided into strips of 512 B: the first is warp 0's, the next warp 1's, and
/// so on.
class StoringProgram final : public model::KernelProgramIf {
 public:
  /// `base`: virtual address of the region.
  StoringProgram(std::shared_ptr<model::KernelProgramIf> program, model::proact::CtaWrites writes,
                 std::uint64_t base, unsigned ctas, unsigned warps)
      : program_(std::move(program)),
        writes_(std::move(writes)),
        base_(base),
        warps_(warps),
        stored_(std::size_t{ctas} * warps) {}
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override {
    program_->warp(cta, warp, program);
  }
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) override;
  [[nodiscard]] bool spins() const override { return program_->spins(); }

 private:
  void store(unsigned cta, unsigned warp, model::WarpProgram& program);

  const std::shared_ptr<model::KernelProgramIf> program_;
  const model::proact::CtaWrites writes_;
  const std::uint64_t base_;
  const unsigned warps_;      ///< Of a CTA.
  std::vector<bool> stored_;  ///< By warp of the kernel.
};

}  // namespace gf::platforms::gpu
