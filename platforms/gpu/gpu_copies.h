// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/clock_domain.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::gpu {

/// What moves the copies of schedules between the GPUs of a node, whatever joins them:
///   dma     the source's copy engine reads its own memory and writes the peer's; of several
///           engines each takes its turn
///   stores  a kernel on the source loads from its own memory and stores to the peer's
///   loads   a kernel on the destination loads from the peer's memory and stores to its own
/// Each GPU has two buffers: copies read one of their source and write the other of their
/// destination, each behind the last one there, from the beginning again where it does not fit.
/// A kernel of a copy starts as any other, launch_latency after the copy may, and is one of the
/// run's kernels. Kernels of several copies run side by side.
class GpuCopies final : public schedule::CopyMoverIf,
                        public hw::gpu::KernelClient,
                        private core::Clocked {
 public:
  /// The workload of a node that runs nothing but copies: the buffers of `gpus` GPUs, each as large
  /// as the longest copy of `schedules`, and 64 MiB if `memory` has room. Throws UserError(kUsage),
  /// unless both of a GPU fit it.
  static model::Workload buffers(unsigned gpus, core::Bytes memory,
                                 const std::vector<model::Schedule>& schedules);

  /// Calls `act` with who accesses whose memory, and for which copy: "copy 0->1 of ring".
  static void each_pair(
      const std::vector<model::Schedule>& schedules,
      const std::function<void(unsigned from, unsigned to, const std::string& copy)>& act);

  /// `node` has that workload. Before the simulation starts. Its GPUs are devices `first_device`
  /// ... of schedules: who has several nodes gives each copy to that of both its devices. With a
  /// `byte_check`, which has the memories of all devices, copies are made by engines alone, and lie
  /// where it says.
  explicit GpuCopies(GpuNode& node, unsigned first_device = 0,
                     pcie::ByteCheck* byte_check = nullptr);

  [[nodiscard]] unsigned devices() const override { return node_.gpus(); }
  /// Where the next `bytes` that leave device `source`, or come to `destination`, are: an offset in
  /// its memory.
  [[nodiscard]] std::uint64_t source_place(unsigned source, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t destination_place(unsigned destination, std::uint64_t bytes);
  /// An engine of device `source` copies between physical addresses, for who knows them; `done`
  /// dates the flow.
  void submit_to_engine(unsigned source, hw::gpu::Copy copy);
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] std::string holder(unsigned source) const override;
  void schedule_ended() override;

  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;

 private:
  struct Place {
    std::uint64_t source;
    std::uint64_t destination;
  };
  /// A copy that a kernel makes.
  struct ByKernel {
    model::Flow* flow;
    schedule::CopyClient* client;
    model::Workload workload;  ///< The kernel alone, as it may be all that runs.
  };

  void cycle(core::Cycle now) override;
  [[nodiscard]] Place place(const model::Flow& flow);
  [[nodiscard]] std::uint64_t take_source(unsigned gpu, std::uint64_t bytes);  ///< An address.
  [[nodiscard]] std::uint64_t take_destination(unsigned gpu, std::uint64_t bytes);
  /// A copy whose bytes the check has placed.
  void submit_checked(model::Flow& flow, schedule::CopyClient& client);
  void submit_by_engine(model::Flow& flow, std::uint64_t from, std::uint64_t to,
                        schedule::CopyClient& client);
  void submit_as_kernel(model::Flow& flow, const Place& place, bool on_source,
                        schedule::CopyClient& client);
  void ended(model::Flow& flow, schedule::CopyClient& client);

  GpuNode& node_;
  const unsigned first_;  ///< Device that is GPU 0.
  pcie::ByteCheck* const byte_check_;
  core::ClockMember clock_;
  const std::uint64_t buffer_bytes_;
  std::vector<std::uint64_t> read_from_;   ///< By GPU: where its next copy reads, in its buffer.
  std::vector<std::uint64_t> written_to_;  ///< By GPU: where the next copy to it writes.
  std::vector<unsigned> turn_;             ///< By GPU: engine of the next copy.
  std::vector<unsigned> under_way_;        ///< By GPU: copies that it gave and have not ended.
  std::deque<ByKernel> kernels_;           ///< All of the run: their kernels outlive it.
  std::size_t launched_ = 0;               ///< How many of them are.
  std::unordered_map<const model::Kernel*, ByKernel*> by_kernel_;
};

}  // namespace gf::platforms::gpu
