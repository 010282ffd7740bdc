// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runs/request.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::app {

/// The machine of a prediction. GPUs have the numbers that tools give them: those of their names,
/// node after node. Host memories have the numbers from model::kFirstHost.
class PredictedMachine {
 public:
  /// `setting`: the preset or file, as the parameter `machine` takes it; or `text`: the contents of
  /// a machine file that is made for the runs. Throws UserError for fewer than two GPUs
  /// and for nodes that are different machines.
  PredictedMachine(model::MachinePlan plan, std::string setting, std::string text = "");

  /// Returns the machine that `words` name: a preset, a machine file (.ini, .dot, .gv), or files of
  /// one node that import reads, whose guesses it prints to standard error. Throws UserError.
  static PredictedMachine named(const std::vector<std::string>& words);
  /// Returns the machine after the changes (machine_change.h), proven. Throws UserError.
  [[nodiscard]] PredictedMachine changed(const std::vector<std::string>& changes) const;

  /// Returns the machine with further settings of parameters.
  [[nodiscard]] PredictedMachine with(const std::vector<std::string>& settings) const;
  /// Returns the same, as a sample of what is assumed: its runs may fail.
  [[nodiscard]] PredictedMachine sample(const std::vector<std::string>& settings) const;
  [[nodiscard]] bool is_sample() const { return is_sample_; }

  [[nodiscard]] const std::string& title() const { return plan_.title(); }
  [[nodiscard]] unsigned nodes() const { return plan_.network ? plan_.network->nodes : 1; }
  [[nodiscard]] unsigned gpus_of_node() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] unsigned gpus() const { return nodes() * gpus_of_node(); }
  /// Returns how many host memories are predicted; none in a machine of several nodes.
  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(hosts_.size()); }
  /// Returns the number of the host memory nearest to a GPU. Precondition: there is one.
  [[nodiscard]] unsigned near_host(unsigned gpu) const;
  /// Returns "gpu3", "node_1.gpu3" if there are several nodes, or "host0".
  [[nodiscard]] std::string name_of(unsigned device) const;
  /// Returns the number that schedules give the device.
  [[nodiscard]] unsigned device_of(unsigned device) const;
  /// Returns what joins two different GPUs or a GPU and a host, as `nvidia-smi topo -m` says it, or
  /// "network".
  [[nodiscard]] std::string path_of(unsigned from, unsigned to) const;
  /// Returns whether copies can go from one to the other.
  [[nodiscard]] bool joins(unsigned from, unsigned to) const;
  /// Returns whether kernels of one GPU can store to the memory of the other. Between nodes they
  /// cannot.
  [[nodiscard]] bool stores(unsigned from, unsigned to) const;
  /// Returns the machine on which kernels of stores start at once, as if they ran already.
  [[nodiscard]] PredictedMachine without_launches() const;
  /// Returns a run of the platform `cluster` on this machine, without a workload.
  [[nodiscard]] runs::Request request() const;

 private:
  struct Gpu {
    std::string name;
    unsigned rank = 0;  ///< Its place among the node's GPUs in schedules.
    unsigned device = 0;
  };
  [[nodiscard]] unsigned index_of(unsigned device) const;

  model::MachinePlan plan_;
  std::string setting_;
  std::string text_;
  std::vector<std::string> settings_;
  bool is_sample_ = false;
  std::vector<Gpu> gpus_;        ///< Of a node, by number.
  std::vector<unsigned> hosts_;  ///< Indices of the hosts' devices.
  model::PathMatrix paths_;
};

}  // namespace gf::app
