// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/proact/region/region_layout.h"
#include "workloads/shared/phase_map.h"

namespace gf::platforms::proact {

/// The program of an application's kernel, with its accesses to the shared region moved to the copy
/// of the GPU that runs the CTA. Mechanisms derive from it to add more.
class ProducerProgram : public model::KernelProgramIf {
 public:
  /// `kernel`: of the application; must outlive this object.
  ProducerProgram(const model::Kernel& kernel, const RegionLayout& layout)
      : kernel_(kernel), layout_(layout) {}
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;

 protected:
  [[nodiscard]] unsigned gpu_of(unsigned cta) const {
    return model::proact::gpu_of(kernel_, cta, layout_.gpus());
  }
  [[nodiscard]] const RegionLayout& layout() const { return layout_; }
  virtual void place(model::WarpProgram& program, unsigned gpu) const;

 private:
  const model::Kernel& kernel_;
  const RegionLayout& layout_;
};

/// Ends each warp with a release of system scope: then its data are at all GPUs.
class ReleasingProgram final : public ProducerProgram {
 public:
  using ProducerProgram::ProducerProgram;
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override;
};

/// Stores to the copies of all GPUs, one after the other, as a compiler would ([PROACT21], Listing
/// 1, user_kernel_inline).
class InlineProgram final : public ProducerProgram {
 public:
  using ProducerProgram::ProducerProgram;

 private:
  void place(model::WarpProgram& program, unsigned gpu) const override;
};

/// The GPU whose copy of the region is up to date, by word of 4 B.
class Owners {
 public:
  static constexpr std::uint8_t kEverybody = 0xFF;  ///< Not written yet.
  explicit Owners(std::uint64_t region_bytes) : by_word_((region_bytes + 3) / 4, kEverybody) {}
  void wrote(const model::proact::PhaseMap& map);
  [[nodiscard]] std::uint8_t of(std::uint64_t offset) const { return by_word_[offset / 4]; }

 private:
  std::vector<std::uint8_t> by_word_;
};

/// Loads each word of the region from the GPU that wrote it last; each GPU stores to its own copy.
class PeerLoadProgram final : public ProducerProgram {
 public:
  PeerLoadProgram(const model::Kernel& kernel, const RegionLayout& layout, const Owners& owners)
      : ProducerProgram(kernel, layout), owners_(owners) {}

 private:
  void place(model::WarpProgram& program, unsigned gpu) const override;
  void place_load(model::WarpProgram& program, model::WarpInstruction& load, unsigned gpu) const;
  [[nodiscard]] std::uint64_t from_owner(std::uint64_t address, unsigned gpu) const;

  const Owners& owners_;
};

}  // namespace gf::platforms::proact
