// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/fabric.h"

namespace gf::platforms::gpu {

// [PROACT21] measures machines whose lanes do not turn.
FabricParams::FabricParams() { nvlink.link.policy = "static"; }

void FabricParams::declare(const core::ParamScope& root) {
  core::ParamGroup::declare(root);
  if (kind == "pcie") {
    pcie.declare(root);
  } else {
    nvlink.declare(root);
  }
}

std::unique_ptr<Fabric> make_fabric(const FabricParams& params, unsigned gpus, std::uint64_t seed) {
  if (params.kind == "pcie") return std::make_unique<PcieFabric>(params.pcie, gpus, seed);
  return std::make_unique<NvlinkFabric>(params.nvlink, gpus, seed);
}

}  // namespace gf::platforms::gpu
