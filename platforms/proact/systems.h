// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/cluster/chosen_shape.h"
#include "platforms/cluster/cluster.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// The parameters of a machine of [PROACT21], Table I, or near it.
struct SystemParams {
  gpu::GpuNodeParams node;
  gpu::FabricParams fabric;
  HostParams host;
  TransferParams transfer;
  hw::proact::ProactParams proact;
  model::proact::AppContext app;  ///< Its lanes are the machine's; the rest is the user's.
  /// Nodes and their network, in the place of `fabric` where there are several.
  cluster::ClusterParams cluster;
  cluster::ChosenShape shape;
  /// Paths of parameters whose default the preset changes, and where it is from.
  std::vector<std::pair<std::string, std::string>> sources;

  SystemParams();
  /// All of them, in the order in which they are shown; of the fabrics' those of the chosen one.
  void declare(const core::ParamScope& root);
  [[nodiscard]] bool networked() const { return cluster.nodes > 1; }

 private:
  void declare_nodes(const core::ParamScope& root);
};

/// "4x_kepler", "4x_pascal", "4x_volta", "16x_volta".
std::vector<std::string> system_names();
/// What each has before anything is set by hand, from INI files that the program holds: GPUs and
/// links from platforms/gpu/presets, where gpu_node has them from too, host and agents from
/// platforms/proact/presets. The comment behind a value there is its source; without one it is as
/// the parameter declares it. Throws UserError for another name.
SystemParams system_params(const std::string& name);

}  // namespace gf::platforms::proact
