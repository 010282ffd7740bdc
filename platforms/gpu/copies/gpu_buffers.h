// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/time/renewable.h"
#include "hw/gpu/memory/thread_traffic.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::gpu {

/// Where the tasks of schedules find their bytes. Each GPU has two buffers: copies read one of
/// their source and write the other of their destination, each behind the last one there, from the
/// beginning again where it does not fit. A reduce reads what the last copy to its GPU has brought,
/// where that is as long, and otherwise what lies behind; its other operand, and what it writes, is
/// in the buffer that copies read. A kernel reads and writes in that one.
/// renew(): the next copies read and write from the beginnings of the buffers.
class GpuBuffers final : private core::Renewable {
 public:
  struct Place {  ///< Virtual addresses.
    std::uint64_t source;
    std::uint64_t destination;
  };

  /// The workload of a node that runs nothing but schedules: the buffers of `gpus` GPUs, each as
  /// large as the longest copy of `schedules`, and 64 MiB if `memory` has room. Throws
  /// UserError(kUsage), unless both of a GPU fit it.
  static model::Workload make(unsigned gpus, core::Bytes memory,
                              const std::vector<model::Schedule>& schedules);

  /// `node` has that workload, and perhaps more data behind it. Its GPUs are devices
  /// `first_device` ... of schedules.
  explicit GpuBuffers(GpuNode& node, unsigned first_device = 0);

  [[nodiscard]] Place place(const model::Flow& flow);
  void arrived(const model::Flow& flow, std::uint64_t destination);
  /// Where the next `bytes` that leave a device, or come to it, are: an offset in
  /// its memory.
  [[nodiscard]] std::uint64_t source_place(unsigned source_device, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t destination_place(unsigned destination_device, std::uint64_t bytes);
  /// What `task`, a kernel or a reduce with bytes, reads and writes, in physical addresses.
  [[nodiscard]] std::vector<hw::gpu::Sweep> sweeps(const model::Task& task);

 private:
  void renew() override;
  struct Arrival {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] std::uint64_t source(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t destination(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t operand(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::vector<hw::gpu::Sweep> kernel_sweeps(const model::Task& task);

  GpuNode& node_;
  const unsigned first_;                   ///< Device that is GPU 0.
  const std::uint64_t bytes_;              ///< Of each.
  std::vector<std::uint64_t> read_from_;   ///< By GPU: where its next copy reads.
  std::vector<std::uint64_t> written_to_;  ///< By GPU: where the next copy to it writes.
  std::vector<Arrival> arrivals_;          ///< By GPU: of the last copy to it that has ended.
};

}  // namespace gf::platforms::gpu
