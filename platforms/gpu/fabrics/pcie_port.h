// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/device/peer_bridge.h"
#include "platforms/gpu/device/gpu.h"
#include "platforms/gpu/fabrics/fabric_if.h"

namespace gf::platforms::gpu {

/// Puts a GPU's memory behind an endpoint of a PCIe tree, during the construction of the GPU:
///     GpuMemory.to_peers -> bridge -> endpoint.requester
///     endpoint.memory -> GpuMemory.from_peers
/// The returned bridge has no peers yet. Throws UserError at `path`.bar for a window that does not
/// cover the memory: a page beyond it would have no address for requests of peers.
std::unique_ptr<hw::pcie::PeerBridge> put_behind(Gpu& gpu, hw::pcie::Endpoint& endpoint,
                                                 const std::string& path);

/// Returns the traffic of a sender on a PCIe link.
FabricPath way_of(const hw::link::Transmitter& tx);

}  // namespace gf::platforms::gpu
