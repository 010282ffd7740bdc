// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/gpu/fabric.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

/// The parameters of a machine of [PROACT21], Table I, or near it.
struct SystemParams {
  gpu::GpuNodeParams node;
  gpu::FabricParams fabric;
  HostParams host;
  TransferParams transfer;
  hw::proact::ProactParams proact;
  /// Paths of parameters that have another value than is common, and where it is from.
  std::vector<std::pair<std::string, std::string>> sources;
};

/// "4x_kepler", "4x_pascal", "4x_volta", "16x_volta".
std::vector<std::string> system_names();
/// What each has before anything is set by hand. Throws UserError for another name.
SystemParams system_params(const std::string& name);

}  // namespace gf::platforms::proact
