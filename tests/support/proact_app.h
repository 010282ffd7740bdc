// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "workloads/kernels/programs/emit.h"
#include "workloads/shared/shared_app.h"

namespace gf::test {

/// A shared region of `gpus` x `ctas` x 4 KiB; in each phase CTA n loads the 4 KiB that CTA n + 1
/// wrote in the phase before, and stores its own: byte b becomes b's place plus the phase. Phases
/// use the two halves of the region in turns.
class ShiftApp : public model::proact::SharedApp {
 public:
  static constexpr std::uint64_t kBlock = 4096;

  ShiftApp(unsigned ctas, unsigned phases, unsigned compute = 200)
      : ctas_(ctas), compute_(compute), kernels_(phases) {
    for (unsigned phase = 0; phase < phases; ++phase) {
      kernels_[phase] = model::suite::make_kernel(
          "phase_" + std::to_string(phase), ctas, 2,
          [this, phase](unsigned cta, unsigned warp, model::WarpProgram& program) {
            emit(phase, cta, warp, program);
          });
    }
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::string input() const override { return "blocks"; }
  [[nodiscard]] const std::vector<model::DataStructure>& private_data() const override {
    return none_;
  }
  [[nodiscard]] std::uint64_t region_bytes() const override { return 2 * half(); }
  [[nodiscard]] unsigned phases() const override { return static_cast<unsigned>(kernels_.size()); }
  [[nodiscard]] const model::Kernel& kernel(unsigned phase) const override {
    return kernels_[phase];
  }
  void writes(unsigned phase, unsigned cta,
              std::vector<model::proact::Span>& spans) const override {
    const std::uint64_t begin = phase % 2 * half() + cta * kBlock;
    spans.push_back({begin, begin + kBlock});
  }
  void initial(model::proact::Span span, std::uint8_t* bytes) const override {
    std::fill_n(bytes, span.bytes(), std::uint8_t{0});
  }
  void contents(unsigned phase, model::proact::Span span, std::uint8_t* bytes) const override {
    for (std::uint64_t at = span.begin; at < span.end; ++at) {
      const bool in_first = at < half();
      const bool mine = in_first == (phase % 2 == 0);
      const unsigned last = mine ? phase : phase - 1;  // of the phases that wrote this half
      bytes[at - span.begin] =
          !mine && phase == 0 ? 0 : static_cast<std::uint8_t>(at % 251 + last + 1);
    }
  }
  [[nodiscard]] double error() const override { return 0; }

 private:
  [[nodiscard]] std::uint64_t half() const { return ctas_ * kBlock; }
  void emit(unsigned phase, unsigned cta, unsigned warp, model::WarpProgram& program) const {
    const std::uint64_t base = model::proact::kRegionBase + warp * kBlock / 2;
    model::suite::emit_range(program, model::WarpOp::kLoad,
                             base + (phase + 1) % 2 * half() + (cta + 1) % ctas_ * kBlock,
                             kBlock / 2);
    program.code.push_back(model::WarpInstruction::compute(compute_));
    model::suite::emit_range(program, model::WarpOp::kStore,
                             base + phase % 2 * half() + cta * kBlock, kBlock / 2);
  }

  const std::string name_ = "shift";
  const std::vector<model::DataStructure> none_;
  const unsigned ctas_;
  const unsigned compute_;
  std::vector<model::Kernel> kernels_;
};

}  // namespace gf::test
