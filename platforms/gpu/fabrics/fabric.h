// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/param/param.h"
#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "platforms/gpu/fabrics/pcie_fabric.h"

namespace gf::platforms::gpu {

/// Selects one of the fabrics. To add one, write its files, a member here and two lines in
/// fabric.cpp.
struct FabricParams : core::ParamGroup {
  core::Param<std::string> kind =
      param("fabric", "nvlink", "fabric that joins the GPUs", "[PROACT21], Table I: both",
            core::one_of({"nvlink", "pcie"}));
  NvlinkFabricParams nvlink;
  PcieFabricParams pcie;

  FabricParams();
  /// Declares `fabric`, then the parameters of the chosen one.
  void declare(const core::ParamScope& root);
};

std::unique_ptr<Fabric> make_fabric(const FabricParams& params, unsigned gpus, std::uint64_t seed);

}  // namespace gf::platforms::gpu
