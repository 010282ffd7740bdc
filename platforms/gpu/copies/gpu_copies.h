// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/time/renewable.h"
#include "platforms/gpu/copies/gpu_buffers.h"
#include "platforms/gpu/copies/gpu_compute.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/copies/gpu_pushes.h"
#include "platforms/gpu/copies/kernel_launcher.h"
#include "platforms/gpu/copies/task_workloads.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::gpu {

/// Moves the copies of schedules between the GPUs of a node, on any fabric:
///   dma     the source's copy engine reads its own memory and writes the peer's; if there are
///           several engines, they take turns
///   stores  a kernel on the source loads from its own memory and stores to the peer's
///   loads   a kernel on the destination loads from the peer's memory and stores to its own
///   proact  the source's PROACT unit, if the machine has them (GpuPushes)
///   agent   like stores, but by the `agent_threads` threads of a software agent; they get places
///           on the SMs before other kernels, as in [PROACT21]
/// The kernel of a copy starts like any other, launch_latency after the copy may start, and counts
/// as a kernel of the run. Kernels of several copies run at the same time. Kernels and reduces of
/// schedules are performed by a GpuCompute per device.
class GpuCopies final : public schedule::CopyMoverIf, private core::Renewable {
 public:
  /// Calls `act` for each copy, with the accessing GPU, the GPU whose memory it accesses, and the
  /// copy's name, "copy 0->1 of ring".
  static void each_pair(
      const std::vector<model::Schedule>& schedules,
      const std::function<void(unsigned from, unsigned to, const std::string& copy)>& act);

  /// `node` has the workload of GpuBuffers and the data of `workloads`. Its GPUs are the devices
  /// `first_device` ... of the schedules. With several nodes, the caller gives each copy to the
  /// node that has both its devices. With a `byte_check` (with the memories of all devices), only
  /// copy engines make copies, and the check chooses the addresses. Call before the simulation
  /// starts.
  GpuCopies(GpuNode& node, const GpuWorkParams& params, TaskWorkloads workloads,
            unsigned first_device = 0, pcie::ByteCheck* byte_check = nullptr);

  [[nodiscard]] unsigned devices() const override { return node_.gpus(); }
  [[nodiscard]] GpuBuffers& buffers() { return buffers_; }
  /// Copies between physical addresses with a copy engine of device `source`; `copy.done` must set
  /// the times of the flow.
  void submit_to_engine(unsigned source, hw::gpu::MemoryCopy copy);
  /// Makes copies with engine = proact with these `units` (see GpuPushes). Call once, before the
  /// simulation and before hardware().
  void push_by(const std::vector<hw::proact::ProactUnit*>& units, const PushPlan& plan,
               const CarrierOf& carrier_of);
  [[nodiscard]] const GpuPushes* pushes() const { return pushes_.get(); }  ///< Null: none.
  [[nodiscard]] core::ErrorList errors() const {                           ///< Of the units.
    return pushes_ == nullptr ? core::ErrorList() : pushes_->errors();
  }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] std::string holder(unsigned source) const override;
  void schedule_ended() override;
  [[nodiscard]] model::ComputeIf* hardware(unsigned device) override;
  [[nodiscard]] bool runs_workloads(unsigned) const override { return true; }

 private:
  using Place = GpuBuffers::Place;
  void renew() override { turn_.assign(turn_.size(), 0); }  ///< The first engine is next.
  /// Starts a copy at the addresses that the check chooses.
  void submit_checked(model::Flow& flow, schedule::CopyClient& client);
  void submit_by_engine(model::Flow& flow, const Place& physical, std::function<void()> done);
  void submit_as_kernel(model::Flow& flow, const Place& place, model::CopyMeans means,
                        schedule::CopyClient& client);
  static void ended(model::Flow& flow, schedule::CopyClient& client);

  GpuNode& node_;
  const unsigned first_;  ///< Device number of GPU 0.
  pcie::ByteCheck* const byte_check_;
  const GpuWorkParams params_;
  const TaskWorkloads workloads_;
  GpuBuffers buffers_;
  KernelLauncher launcher_;
  std::unique_ptr<GpuPushes> pushes_;
  std::vector<unsigned> turn_;      ///< By GPU: engine of the next copy.
  std::deque<GpuCompute> compute_;  ///< By GPU, up to the last one requested.
};

}  // namespace gf::platforms::gpu
