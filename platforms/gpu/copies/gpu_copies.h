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

/// What GPUs do for schedules beside their copy engines.
struct GpuWorkParams : core::ParamGroup {
  core::Param<unsigned> agent_threads =
      param("agent_threads", 2048u, "threads of the agent that makes a copy with engine = agent",
            "[PROACT21], Table II: 4x Volta", core::between(32u, 8192u));
  hw::gpu::ThreadTrafficParams traffic;

  void declare(const core::ParamScope& scope) {
    core::ParamGroup::declare(scope);
    traffic.declare(scope);
  }
};

/// What moves the copies of schedules between the GPUs of a node, whatever joins them:
///   dma     the source's copy engine reads its own memory and writes the peer's; of several
///           engines each takes its turn
///   stores  a kernel on the source loads from its own memory and stores to the peer's
///   loads   a kernel on the destination loads from the peer's memory and stores to its own
///   proact  the source's PROACT unit, where its machine has them (GpuPushes)
///   agent   as stores, by the threads of a software agent: `agent_threads` of them, which get
///           places on the SMs before other kernels, as those of [PROACT21] do
/// A kernel of a copy starts as any other, launch_latency after the copy may, and is one of the
/// run's kernels. Kernels of several copies run side by side. Kernels and reduces of schedules go
/// to a GpuCompute a device.
class GpuCopies final : public schedule::CopyMoverIf, private core::Renewable {
 public:
  /// Calls `act` with who accesses whose memory, and for which copy: "copy 0->1 of ring".
  static void each_pair(
      const std::vector<model::Schedule>& schedules,
      const std::function<void(unsigned from, unsigned to, const std::string& copy)>& act);

  /// `node` has the workload of GpuBuffers and the data of `workloads`. Before the simulation
  /// starts. Its GPUs are devices `first_device` ... of schedules: who has several nodes gives each
  /// copy to that of both its devices. With a `byte_check`, which has the memories of all devices,
  /// copies are made by engines alone, and lie where it says.
  GpuCopies(GpuNode& node, const GpuWorkParams& params, TaskWorkloads workloads,
            unsigned first_device = 0, pcie::ByteCheck* byte_check = nullptr);

  [[nodiscard]] unsigned devices() const override { return node_.gpus(); }
  [[nodiscard]] GpuBuffers& buffers() { return buffers_; }
  /// An engine of device `source` copies between physical addresses, for who knows them; `done`
  /// dates the flow.
  void submit_to_engine(unsigned source, hw::gpu::Copy copy);
  /// Copies with engine = proact are made by these `units`, as GpuPushes has it. Once, before the
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
  [[nodiscard]] bool runs_workloads() const override { return true; }

 private:
  using Place = GpuBuffers::Place;
  void renew() override { turn_.assign(turn_.size(), 0); }  ///< The first engine is next.
  /// A copy whose bytes the check has placed.
  void submit_checked(model::Flow& flow, schedule::CopyClient& client);
  void submit_by_engine(model::Flow& flow, const Place& physical, std::function<void()> done);
  void submit_as_kernel(model::Flow& flow, const Place& place, model::CopyMeans means,
                        schedule::CopyClient& client);
  static void ended(model::Flow& flow, schedule::CopyClient& client);

  GpuNode& node_;
  const unsigned first_;  ///< Device that is GPU 0.
  pcie::ByteCheck* const byte_check_;
  const GpuWorkParams params_;
  const TaskWorkloads workloads_;
  GpuBuffers buffers_;
  KernelLauncher launcher_;
  std::unique_ptr<GpuPushes> pushes_;
  std::vector<unsigned> turn_;      ///< By GPU: engine of the next copy.
  std::deque<GpuCompute> compute_;  ///< By GPU, as far as they were asked for.
};

}  // namespace gf::platforms::gpu
