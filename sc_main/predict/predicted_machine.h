// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/cluster/device_map.h"
#include "runs/request.h"
#include "sc_main/predict/node_devices.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::app {

/// The machine of a prediction: one node, or a network of nodes, which may be different machines.
/// GPUs have the numbers that tools give them: those of their names, node after node. Host memories
/// have the numbers from model::kFirstHost, node after node.
class PredictedMachine {
 public:
  /// `setting`: the preset or file, as the parameter `machine` takes it; or `text`: the contents of
  /// a machine file that is made for the runs. Throws UserError for fewer than two GPUs.
  PredictedMachine(model::MachinePlan plan, std::string setting, std::string text = "");

  /// Returns the machine that `words` name: a preset, a machine file (.ini, .dot, .gv), or files of
  /// one node that import reads, whose guesses it prints to standard error. Throws UserError.
  static PredictedMachine named(const std::vector<std::string>& words);
  /// Returns the machine after the changes (machine_change.h), proven. Throws UserError.
  [[nodiscard]] PredictedMachine changed(const std::vector<std::string>& changes) const;

  /// Returns the machine with further settings of parameters.
  [[nodiscard]] PredictedMachine with(const std::vector<std::string>& settings) const;
  /// Returns the machine on which GPUs of a node do not access each other's memory. Precondition:
  /// every GPU has a near_host().
  [[nodiscard]] PredictedMachine without_peers() const;
  /// Returns the same, as a sample of what is assumed: its runs may fail.
  [[nodiscard]] PredictedMachine sample(const std::vector<std::string>& settings) const;
  [[nodiscard]] bool is_sample() const { return is_sample_; }

  [[nodiscard]] const std::string& title() const { return plan_->title(); }
  /// Returns "node_0 ... node_1: this machine, node_2: storage"; empty if all nodes are equal.
  [[nodiscard]] std::string nodes_text() const;
  [[nodiscard]] unsigned nodes() const { return devices_.nodes(); }
  [[nodiscard]] unsigned gpus() const { return devices_.gpus(); }
  [[nodiscard]] unsigned gpus_of(unsigned node) const { return devices_of(node).gpus(); }
  [[nodiscard]] unsigned hosts() const { return devices_.hosts(); }
  [[nodiscard]] unsigned hosts_of(unsigned node) const { return devices_of(node).hosts(); }
  [[nodiscard]] unsigned first_gpu(unsigned node) const { return devices_.first_gpu(node); }
  [[nodiscard]] unsigned first_host(unsigned node) const;
  /// Returns the first node of each machine, which stands for the nodes that equal it.
  [[nodiscard]] std::vector<unsigned> different_nodes() const;
  /// Returns the nearest node after `node` that has GPUs, the first one after the last; `node`
  /// itself if no other has.
  [[nodiscard]] unsigned next_node(unsigned node) const;
  [[nodiscard]] unsigned node_of(unsigned device) const { return devices_.node_of(device); }
  /// Returns the number of the machine of a node, from 0.
  [[nodiscard]] unsigned machine_of(unsigned node) const { return machine_of_[node]; }
  /// Returns the number of the host memory of its node that is nearest to a GPU; empty: none is on
  /// its PCIe tree.
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const;
  /// Returns the first GPU without a near_host(), if there is one.
  [[nodiscard]] std::optional<unsigned> gpu_without_host() const;
  /// Returns "gpu3" or "host0"; if there are several nodes, "node_1.gpu3".
  [[nodiscard]] std::string name_of(unsigned device) const;
  /// Returns the number that schedules give the device.
  [[nodiscard]] unsigned device_of(unsigned device) const;
  /// Returns what joins two different GPUs or a GPU and a host, as `nvidia-smi topo -m` says it, or
  /// "network".
  [[nodiscard]] std::string path_of(unsigned from, unsigned to) const;
  /// Returns whether copies can go from one to the other.
  [[nodiscard]] bool joins(unsigned from, unsigned to) const;
  /// Returns whether kernels of one GPU can store to the memory of the other. In a network they
  /// cannot.
  [[nodiscard]] bool stores(unsigned from, unsigned to) const;
  /// Returns the machine on which kernels of stores start at once, as if they ran already.
  [[nodiscard]] PredictedMachine without_launches() const;
  /// Returns whether its GPUs have SMs and memory in runs of copies, too.
  [[nodiscard]] bool has_full_gpus() const;
  /// Returns whether its GPUs can have SMs and memory, as thread blocks of collectives need: all
  /// have a preset, and no card is an APEnet+ card.
  [[nodiscard]] bool has_blocks() const;
  /// Returns a run of the platform `cluster` on this machine, without a workload.
  [[nodiscard]] runs::Request request() const;

 private:
  void add_machines(const std::vector<model::PlannedNodes>& rows);
  [[nodiscard]] const NodeDevices& devices_of(unsigned node) const {
    return machines_[machine_of_[node]];
  }

  std::shared_ptr<const model::MachinePlan> plan_;
  std::string setting_;
  std::string text_;
  std::vector<std::string> settings_;
  bool is_sample_ = false;
  std::vector<NodeDevices> machines_;  ///< The plan's own first, then others of its network.
  std::vector<unsigned> machine_of_;   ///< By node.
  platforms::cluster::DeviceMap devices_;
};

}  // namespace gf::app
