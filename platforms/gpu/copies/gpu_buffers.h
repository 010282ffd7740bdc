// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/time/renewable.h"
#include "hw/gpu/threads/channel_cta.h"
#include "hw/gpu/threads/thread_traffic.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/schedule.h"
#include "workloads/schedule/slice.h"

namespace gf::platforms::gpu {

/// Places the data of schedule tasks in the memories of GPUs. Each GPU has two buffers: copies from
/// it read the source buffer, and copies to it write the destination buffer. Each copy takes the
/// next part of the buffer, or starts again at its beginning if the rest is too short.
///
/// A reduce has two operands. One is the data of the last copy to its GPU if that is long enough,
/// and otherwise the next part of the destination buffer. The other operand and the result share a
/// part of the source buffer. A kernel reads and writes in the source buffer.
///
/// The input of a slice is the source buffer, its output the destination buffer, each from its
/// beginning; the buffers of its connections, and their flags, are in a third one. All GPUs have
/// them at the same places, as multicast groups need it.
///
/// renew(): the next copies start at the beginnings of the buffers.
class GpuBuffers final : private core::Renewable {
 public:
  struct Place {  ///< Virtual addresses.
    std::uint64_t source;
    std::uint64_t destination;
  };

  /// Returns the workload of a node that runs only schedules: the buffers of `gpus` GPUs. A buffer
  /// is as large as the longest copy of `schedules`, and at least 64 MiB if `memory` has room.
  /// Throws UserError(kUsage) unless both buffers of a GPU fit into `memory`.
  static model::Workload make(unsigned gpus, core::Bytes memory,
                              const std::vector<model::Schedule>& schedules);

  /// `node` has the workload of make(), perhaps with more data behind it. Its GPUs are the devices
  /// `first_device` ... of the schedules.
  explicit GpuBuffers(GpuNode& node, unsigned first_device = 0);

  [[nodiscard]] Place place(const model::Flow& flow);
  void arrived(const model::Flow& flow, std::uint64_t destination);
  /// Returns the place of the next `bytes` bytes that leave a device, or arrive at it, as an offset
  /// in its memory.
  [[nodiscard]] std::uint64_t source_place(unsigned source_device, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t destination_place(unsigned destination_device, std::uint64_t bytes);
  /// Returns where elements are, as an offset in the memory of their device.
  [[nodiscard]] std::uint64_t place(const model::Elements& elements);
  /// Returns the physical addresses that `task` (a kernel or a reduce with bytes) reads and writes.
  [[nodiscard]] std::vector<hw::gpu::MemorySweep> sweeps(const model::Task& task);
  /// A range of host memory in the address space of a GPU.
  struct HostRoom {
    unsigned home = 0;
    std::uint64_t bytes = 0;
  };
  /// States the memory of the host near each GPU, by GPU. Needed for slices that use it.
  void set_hosts(std::vector<HostRoom> hosts) { hosts_ = std::move(hosts); }
  /// Returns the physical addresses of a slice, and of the flags that begin and end it. Places in
  /// host memory begin again where that ends: no bytes are kept there.
  [[nodiscard]] hw::gpu::CtaSlice slice(const model::Task& task);

 private:
  void renew() override;
  [[nodiscard]] std::uint64_t address_of(const model::Elements& elements);
  /// Returns the address in the node's multicast group of elements of all GPUs.
  [[nodiscard]] std::uint64_t group_address_of(const std::vector<model::Elements>& same);
  [[nodiscard]] std::uint64_t flag_of(unsigned gpu, unsigned channel);
  /// Returns an address in the memory of the host near a GPU.
  [[nodiscard]] std::uint64_t at_host(unsigned gpu, std::uint64_t offset) const;
  struct Arrival {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] std::uint64_t source(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t destination(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t operand(unsigned gpu, std::uint64_t bytes);
  [[nodiscard]] std::vector<hw::gpu::MemorySweep> kernel_sweeps(const model::Task& task);

  GpuNode& node_;
  const unsigned first_;                   ///< Device number of GPU 0.
  const std::uint64_t bytes_;              ///< Size of each buffer.
  std::vector<HostRoom> hosts_;            ///< By GPU.
  std::vector<std::uint64_t> read_from_;   ///< By GPU: where its next copy reads.
  std::vector<std::uint64_t> written_to_;  ///< By GPU: where the next copy to it writes.
  std::vector<Arrival> arrivals_;          ///< By GPU: the last copy to it that has ended.
};

}  // namespace gf::platforms::gpu
