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

/// The parameters of a machine of [PROACT21], Table I, or a similar one.
struct SystemParams {
  gpu::GpuNodeParams node;
  gpu::FabricParams fabric;
  HostParams host;
  TransferParams transfer;
  hw::proact::ProactParams proact;
  model::proact::AppContext app;  ///< Its lanes are the machine's; the user sets the rest.
  /// Nodes and their network; replaces `fabric` if there are several nodes.
  cluster::ClusterParams cluster;
  cluster::ChosenShape shape;
  /// Paths of parameters whose default the preset changes, and the sources of these values.
  core::DefaultSources sources;

  SystemParams();
  /// Declares all of them, in the order in which they are shown; of the fabrics only the chosen
  /// one.
  void declare(const core::ParamScope& root);
  [[nodiscard]] bool networked() const { return cluster.nodes > 1; }

 private:
  void declare_nodes(const core::ParamScope& root);
};

/// Returns "4x_kepler", "4x_pascal", "4x_volta", "16x_volta".
std::vector<std::string> system_names();
/// Returns the parameters of a system before any user setting, from INI files in the program. GPUs
/// and links come from platforms/gpu/presets, which gpu_node uses too; host and agents come from
/// platforms/proact/presets. The comment after a value there is its source; without one, the
/// parameter's declared source applies. Throws UserError for another name.
SystemParams system_params(const std::string& name);

}  // namespace gf::platforms::proact
