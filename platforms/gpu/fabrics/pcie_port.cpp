// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/pcie_port.h"

#include "core/base/error.h"

namespace gf::platforms::gpu {

std::unique_ptr<hw::pcie::PeerBridge> put_behind(Gpu& gpu, hw::pcie::Endpoint& endpoint,
                                                 const std::string& path) {
  const core::Bytes bar(endpoint.window().last - endpoint.window().first + 1);
  const core::Bytes memory(gpu.memory.capacity());
  if (memory > bar) {
    core::fail_config(path, "bar", core::to_text(bar),
                      "at least " + core::to_text(memory) + ", the memory of a GPU",
                      "take the next power of two");
  }
  auto bridge = std::make_unique<hw::pcie::PeerBridge>("bridge");
  gpu.memory.to_peers.bind(bridge->from_gpu);
  bridge->to_fabric.bind(endpoint.requester.socket);
  endpoint.memory.socket.bind(gpu.memory.from_peers);
  return bridge;
}

FabricPath way_of(const hw::link::Transmitter& tx) {
  const hw::link::Transmitter::Stats& stats = tx.stats();
  return {static_cast<double>(stats.wire_bytes.value()),
          static_cast<double>(stats.payload_bytes.value()),
          static_cast<double>(stats.packets.value()), stats.busy.value().to_seconds()};
}

}  // namespace gf::platforms::gpu
