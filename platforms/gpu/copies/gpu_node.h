// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/time_limits.h"
#include "core/param/param.h"
#include "core/stats/result_value.h"
#include "core/time/clock_domain.h"
#include "hw/gpu/dispatch/dispatcher.h"
#include "hw/gpu/memory/um_driver.h"
#include "platforms/gpu/copies/reader_copies.h"
#include "platforms/gpu/device/gpu.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::platforms::gpu {

inline constexpr core::OutputNote kWarpInstructions{"warp_instructions", "count",
                                                    "instructions of warps on all GPUs"};

/// Parameters of GPUs that run a workload together, on any fabric.
struct GpuNodeParams : core::ParamGroup {
  core::Param<unsigned> gpus = param("gpus", 4u, "number of GPUs in the node", "[NUMA17]: 4",
                                     core::between(1u, model::PageTable::kMostGpus));
  core::Param<sc_core::sc_time> clock = param(
      "clock", sc_core::sc_time(1, sc_core::SC_NS), "period of the GPUs' clock",
      "assumed: 1 GHz, at which 8 GB/s is 8 B a cycle",
      core::between(sc_core::sc_time(1, sc_core::SC_PS), core::to_time(core::kLongestClock)),
      core::plausible(sc_core::sc_time(650, sc_core::SC_PS), sc_core::sc_time(1250, sc_core::SC_PS),
                      "0.8 to 1.5 GHz: clocks of GPUs from Kepler to Volta"));
  GpuParams gpu;
  model::PageTableParams pages;
  hw::gpu::DispatchParams dispatch;
  hw::gpu::UmParams um;

  void declare(const core::ParamScope& root);
  void validate() const;
};

/// The GPUs of a node on one clock, their page table and the dispatcher of their kernels. Modules:
/// gpu_0, gpu_1, ..., dispatcher. The owner binds the memories' sockets to a fabric.
class GpuNode {
 public:
  /// `add_ports`: see Gpu; called for each GPU with its number.
  GpuNode(const GpuNodeParams& params, const model::Workload& workload,
          const std::function<void(Gpu&, unsigned)>& add_ports);

  void run() { dispatcher_->run(workload_); }

  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] Gpu& gpu(unsigned number) { return *gpus_[number]; }
  [[nodiscard]] const Gpu& gpu(unsigned number) const { return *gpus_[number]; }
  [[nodiscard]] hw::gpu::Dispatcher& dispatcher() { return *dispatcher_; }
  [[nodiscard]] const hw::gpu::Dispatcher& dispatcher() const { return *dispatcher_; }
  /// Driver for managed data; null if the workload has none.
  [[nodiscard]] hw::gpu::UmDriver* um() { return um_.get(); }
  /// Null if no data are copied to their readers.
  [[nodiscard]] const ReaderCopies* reader_copies() const { return reader_copies_.get(); }
  [[nodiscard]] core::ClockDomain& clock() { return clock_; }
  [[nodiscard]] const core::ClockDomain& clock() const { return clock_; }
  [[nodiscard]] const model::Workload& workload() const { return workload_; }
  /// Tells where GPU `gpu` finds an address of a structure that is explicitly placed or replicated.
  [[nodiscard]] const model::PageTable& pages() const { return pages_; }
  [[nodiscard]] std::uint64_t physical(std::uint64_t address, unsigned gpu) {
    return pages_.translate(address, gpu, false).physical;
  }
  [[nodiscard]] bool real_bytes() const { return real_bytes_; }

  [[nodiscard]] std::uint64_t warp_instructions() const;
  /// Returns the time of the end of the last kernel, or the current time if some have not ended.
  [[nodiscard]] double seconds() const;
  /// Returns "gpu_1: 3 accesses of or to peers were refused; ..."; "" if there were none. Refusals
  /// are errors: every address of a workload has been translated.
  [[nodiscard]] std::string refused() const;

 private:
  const model::Workload& workload_;
  const bool real_bytes_;
  core::ClockDomain clock_;
  hw::gpu::Deliveries deliveries_{clock_};
  model::PageTable pages_;
  std::vector<std::unique_ptr<Gpu>> gpus_;
  std::unique_ptr<hw::gpu::UmDriver> um_;
  std::unique_ptr<hw::gpu::Dispatcher> dispatcher_;
  std::unique_ptr<ReaderCopies> reader_copies_;
};

}  // namespace gf::platforms::gpu
