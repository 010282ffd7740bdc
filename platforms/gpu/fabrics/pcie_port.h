// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/device/peer_bridge.h"
#include "platforms/gpu/device/gpu.h"
#include "platforms/gpu/fabrics/fabric_if.h"

namespace gf::platforms::gpu {

/// Puts a GPU's memory behind an endpoint of a PCIe tree, within the construction of the GPU:
///     GpuMemory.to_peers -> bridge -> endpoint.requester      endpoint.memory ->
///     GpuMemory.from_peers
/// The bridge knows no peers yet. Throws UserError at `path`.bar for a window that does not cover
/// the memory: a page beyond it would have no address that a peer could send a request to.
std::unique_ptr<hw::pcie::PeerBridge> put_behind(Gpu& gpu, hw::pcie::Endpoint& endpoint,
                                                 const std::string& path);

/// What a sender on a PCIe link has sent.
FabricWay way_of(const hw::link::Transmitter& tx);

}  // namespace gf::platforms::gpu
