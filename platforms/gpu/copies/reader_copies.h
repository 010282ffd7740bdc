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

/// The runtime of a node that gives each GPU its own copies of what a kernel only reads, as far as
/// the structure's CopyRule allows. What that is the accesses say (work/kernels/reader_plan.h),
/// page by page.
/// Timing: when all that a kernel waits for has ended, the copies of what it writes are dropped,
/// and the pages that it reads are copied from where they are, by copy engines of the GPU that has
/// them, one a reader as far as there are so many; runs of pages that lie side by side at both ends
/// are one copy. When all are there the kernel is launched, launch_latency before its start. Pages
/// that no GPU has touched so far were written by the host: each reader has them, as the first one
/// has them with first touch, at no cost. A kernel without anything to copy is launched at once.
/// Not modelled: copies ahead of time beside earlier kernels, time of the calls (each copy has the
/// engine's setup), how a program knows what its kernels read.
class ReaderCopies final : public core::Quiescent, private hw::gpu::LaunchGateIf {
 public:
  struct Stats : core::StatGroup {
    Stats() : StatGroup("reader_copies") {}
    using Unit = core::Unit;
    core::Counter copied{*this, "pages_copied", Unit::kCount, "pages copied from GPU to GPU"};
    core::Counter loaded{*this, "pages_loaded", Unit::kCount,
                         "pages that no GPU had touched, which a reader has from the host"};
    core::Counter dropped{*this, "pages_dropped", Unit::kCount,
                          "copies that a kernel's writes made void"};
    core::Counter bytes{*this, "bytes", Unit::kBytes, "bytes copied from GPU to GPU"};
    core::Duration waited{*this, "waited", "time that kernels waited for copies, summed"};
  };

  /// The workload, and all else, outlive it.
  ReaderCopies(const model::Workload& workload, model::PageTable& pages,
               hw::gpu::Dispatcher& dispatcher, const std::vector<std::unique_ptr<Gpu>>& gpus);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return waiting_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// Copies before one kernel.
  struct Batch {
    std::vector<model::ReaderCopy> copies;
    unsigned open = 0;  ///< Copies by engines without an end.
    core::Ticks since = 0;
  };
  bool may_launch(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void begin(Batch& batch, const model::ReaderStep& step);
  void submit_all(unsigned index, Batch& batch);
  void submit(unsigned index, hw::gpu::Copy copy);
  void end(unsigned index);

  const model::Workload& workload_;
  model::PageTable& pages_;
  hw::gpu::Dispatcher& dispatcher_;
  const std::vector<std::unique_ptr<Gpu>>& gpus_;
  const std::vector<model::ReaderStep> steps_;  ///< By kernel.
  std::vector<Batch> batches_;                  ///< By kernel.
  unsigned waiting_ = 0;                        ///< Kernels.
  Stats stats_;
};

}  // namespace gf::platforms::gpu
