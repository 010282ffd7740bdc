// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "platforms/cluster/hosts/host_paths_if.h"
#include "platforms/cluster/node_hardware.h"
#include "platforms/gpu/copies/gpu_copies.h"

namespace gf::platforms::cluster {

/// Copies between host memories and GPUs with SMs and memory: the copy engines of a GPU, in turns,
/// read one of the two and write the other. Reads of host memory go over PCIe with tags.
class FullHostPaths final : public HostPathsIf {
 public:
  /// `first_device`: the device number of GPU 0 in `copies`.
  FullHostPaths(NodeHardware& node, gpu::GpuCopies& copies, unsigned first_device = 0)
      : node_(node), copies_(copies), first_(first_device) {}

  [[nodiscard]] unsigned hosts() const override { return node_.hosts(); }
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const override {
    return node_.near_host(gpu);
  }
  [[nodiscard]] const hw::pcie::Endpoint& host(unsigned host) const override {
    return node_.numbered_host(host);
  }
  [[nodiscard]] std::uint64_t source_place(unsigned gpu, std::uint64_t bytes) override {
    return copies_.buffers().source_place(first_ + gpu, bytes);
  }
  [[nodiscard]] std::uint64_t destination_place(unsigned gpu, std::uint64_t bytes) override {
    return copies_.buffers().destination_place(first_ + gpu, bytes);
  }
  void submit(HostLeg leg) override;

 private:
  NodeHardware& node_;
  gpu::GpuCopies& copies_;
  const unsigned first_;
};

}  // namespace gf::platforms::cluster
