// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::app {

/// The GPUs and host memories of a node, and what joins them. APEnet+ nodes have no host memory
/// that copies can name. GPUs have the numbers of their names, from 0, whatever the order of
/// `ranks`; hosts have those from model::kFirstHost.
class NodeDevices {
 public:
  explicit NodeDevices(std::shared_ptr<const model::MachinePlan> plan);

  [[nodiscard]] const model::MachinePlan& plan() const { return *plan_; }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(hosts_.size()); }
  /// Returns "gpu3" or "host0".
  [[nodiscard]] std::string name_of(unsigned device) const;
  /// Returns the place of a GPU among those of the node in schedules.
  [[nodiscard]] unsigned rank_of(unsigned gpu) const { return gpus_[gpu].rank; }
  /// Returns what joins two different GPUs or a GPU and a host, as `nvidia-smi topo -m` says it.
  [[nodiscard]] std::string path_of(unsigned from, unsigned to) const;
  /// Returns whether copies can go from one to the other.
  [[nodiscard]] bool joins(unsigned from, unsigned to) const;
  /// Returns whether GPUs access each other's memory, by the file's `p2p` and `p2p_level`.
  [[nodiscard]] bool are_peers(unsigned from, unsigned to) const;
  /// Returns the host memory nearest to a GPU; empty: none is on its PCIe tree.
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const;

 private:
  struct Gpu {
    std::string name;
    unsigned rank = 0;    ///< Its place among the GPUs of schedules.
    unsigned device = 0;  ///< Its index in the plan.
  };
  [[nodiscard]] model::PathClass host_path(unsigned a, unsigned b) const;

  std::shared_ptr<const model::MachinePlan> plan_;
  std::vector<Gpu> gpus_;                            ///< By number.
  std::vector<unsigned> hosts_;                      ///< Indices in the plan.
  std::vector<std::optional<unsigned>> near_hosts_;  ///< By rank; empty without hosts.
  model::PathMatrix paths_;
};

}  // namespace gf::app
