// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/child_kernels.h"

#include <algorithm>

namespace gf::platforms::proact {

using hw::proact::ChunkJournal;
using hw::proact::ChunkStage;
using model::WarpInstruction;
using model::WarpProgram;

namespace {

/// Copies a chunk. Notifies `slices`, if not null, when it begins.
class ChildProgram final : public model::KernelProgramIf {
 public:
  ChildProgram(const MechanismContext& context, const model::proact::ChunkPart& part, unsigned gpu,
               unsigned warps, unsigned warps_per_cta, std::uint32_t index, CopySlices* slices)
      : layout_(context.layout),
        part_(part),
        gpu_(gpu),
        warps_(warps),
        warps_per_cta_(warps_per_cta),
        stores_(stores_of(context)),
        index_(index),
        slices_(slices) {}
  void warp(unsigned cta, unsigned warp, WarpProgram& program) const override {
    if (slices_ != nullptr) slices_->found(gpu_, index_);
    emit_copy(layout_, part_, gpu_, cta * warps_per_cta_ + warp, warps_, stores_, program);
  }

 private:
  const RegionLayout& layout_;
  const model::proact::ChunkPart& part_;
  const unsigned gpu_;
  const unsigned warps_;
  const unsigned warps_per_cta_;
  const Stores stores_;
  const std::uint32_t index_;
  CopySlices* const slices_;
};

}  // namespace

void ChildKernels::attach(const MechanismContext& context) {
  SoftwareAgent::attach(context);
  drivers_.resize(context.layout.gpus());
  context.node.dispatcher().add_client(*this);
}

std::vector<model::Kernel> ChildKernels::kernels(unsigned phase) {
  // All children of the previous phase have ended, because a phase ends with its last kernel. The
  // dispatcher refers to them until then.
  children_.clear();
  const model::Kernel producer = track(phase);
  if (ChunkJournal::active() != nullptr) follow_copies();
  return {producer};
}

void ChildKernels::chunk_ready(unsigned gpu, std::uint32_t index, WarpProgram& program) {
  if (!transfers()) return;
  const model::proact::ChunkPart& part = counters().map().parts(gpu)[index];
  model::Kernel& child =
      children_.emplace_back(agent_kernel("copy_" + std::to_string(part.chunk), gpu));
  child.program = std::make_shared<ChildProgram>(
      context(), part, gpu, child.ctas * child.warps_per_cta, child.warps_per_cta, index, slices());
  const core::Ticks now = core::now_ticks();
  const core::Ticks taken = drivers_[gpu].take(now, context().host.cdp_interval.value());
  // The latency of a launch overlaps with the driver's time for later launches.
  const core::Ticks start = taken + context().host.cdp_latency.value();
  if (slices() != nullptr) {
    slices()->ready(gpu, index);
    slices()->enters(gpu, index, ChunkStage::kDriver, now);
    slices()->enters(gpu, index, ChunkStage::kLaunch, taken);
    slices()->enters(gpu, index, ChunkStage::kHandOut, start);
  }
  context().node.dispatcher().launch(child, start / context().node.clock().period() + 1);
  if (context().host.cdp_issue != 0)
    program.code.push_back(WarpInstruction::compute(context().host.cdp_issue));
}

void ChildKernels::kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) {
  if (index == 0) return;  // the producer, the only kernel that the host launches
  drivers_[kernel.gpu].take(now * context().node.clock().period(),
                            context().host.cdp_completion.value());
}

void ChildKernels::drain(unsigned phase, const Done& done) {
  core::Ticks free = 0;
  for (const LaunchDriver& driver : drivers_) free = std::max(free, driver.free());
  if (free <= core::now_ticks()) return SoftwareAgent::drain(phase, done);
  context().timer.at(free, [this, phase, done] { SoftwareAgent::drain(phase, done); });
}

}  // namespace gf::platforms::proact
