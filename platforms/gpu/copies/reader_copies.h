// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/gpu/dispatch/dispatcher.h"
#include "platforms/gpu/device/gpu.h"
#include "tlm_models/gpu/page_table.h"
#include "workloads/kernels/reader_plan.h"

namespace gf::platforms::gpu {

/// The runtime of a node that gives each GPU its own copies of data that a kernel only reads,
/// within the structure's CopyRule. The kernel's accesses decide which data these are, page by page
/// (workloads/kernels/reader_plan.h).
///
/// Timing: when all that a kernel waits for has ended, the copies of data it writes are dropped.
/// The pages it reads are copied from the GPU that has them, by that GPU's copy engines, one per
/// reader if there are enough. Runs of pages that are adjacent at both ends are one copy. When all
/// are there, the kernel is launched, and starts launch_latency later. A kernel without anything to
/// copy is launched at once. The host wrote the pages that no GPU has touched yet: each reader gets
/// them at no cost, as the first one does with first touch.
///
/// Not modelled: copies made early, during previous kernels; the time of the calls (each copy has
/// the engine's setup); how a program knows what its kernels read.
class ReaderCopies final : public core::Quiescent, private hw::gpu::LaunchGateIf {
 public:
  struct Stats : core::StatGroup {
    Stats() : StatGroup("reader_copies") {}
    using Unit = core::Unit;
    core::Counter copied{*this, "pages_copied", Unit::kCount, "pages copied from GPU to GPU"};
    core::Counter loaded{*this, "pages_loaded", Unit::kCount,
                         "pages that no GPU had touched, which a reader gets from the host"};
    core::Counter dropped{*this, "pages_dropped", Unit::kCount,
                          "copies of pages invalidated because a kernel wrote the data"};
    core::Counter bytes{*this, "bytes", Unit::kBytes, "bytes copied from GPU to GPU"};
    core::Duration waited{*this, "waited", "time that kernels waited for copies, summed"};
  };

  /// All arguments must outlive this object.
  ReaderCopies(const model::Workload& workload, model::PageTable& pages,
               hw::gpu::Dispatcher& dispatcher, const std::vector<std::unique_ptr<Gpu>>& gpus);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return waiting_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// Copies before one kernel.
  struct Batch {
    std::vector<model::ReaderCopy> copies;
    unsigned open = 0;  ///< Unfinished copies by engines.
    core::Ticks since = 0;
  };
  bool may_launch(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void begin(Batch& batch, const model::ReaderStep& step);
  void submit_all(unsigned index, Batch& batch);
  void submit(unsigned index, hw::gpu::MemoryCopy copy);
  void end(unsigned index);

  const model::Workload& workload_;
  model::PageTable& pages_;
  hw::gpu::Dispatcher& dispatcher_;
  const std::vector<std::unique_ptr<Gpu>>& gpus_;
  const std::vector<model::ReaderStep> steps_;  ///< By kernel.
  std::vector<Batch> batches_;                  ///< By kernel.
  unsigned waiting_ = 0;                        ///< Number of waiting kernels.
  Stats stats_;
};

}  // namespace gf::platforms::gpu
