// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runs/request.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/path_matrix.h"

namespace gf::app {

/// The machine of a prediction. GPUs have the numbers that tools give them: those of their names,
/// node after node.
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

  /// Returns the machine with further settings of parameters, as a sample of what is assumed.
  [[nodiscard]] PredictedMachine sample(std::vector<std::string> settings) const;
  [[nodiscard]] bool is_sample() const { return !settings_.empty(); }

  [[nodiscard]] const std::string& title() const { return plan_.title(); }
  [[nodiscard]] unsigned nodes() const { return plan_.network ? plan_.network->nodes : 1; }
  [[nodiscard]] unsigned gpus_of_node() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] unsigned gpus() const { return nodes() * gpus_of_node(); }
  /// Returns "gpu3", or "node_1.gpu3" if there are several nodes.
  [[nodiscard]] std::string gpu_name(unsigned gpu) const;
  /// Returns the number that schedules give the GPU.
  [[nodiscard]] unsigned device_of(unsigned gpu) const;
  /// Returns what joins two different GPUs, as `nvidia-smi topo -m` says it, or "network".
  [[nodiscard]] std::string path_of(unsigned from, unsigned to) const;
  /// Returns whether copies can go from one to the other.
  [[nodiscard]] bool joins(unsigned from, unsigned to) const;
  /// Returns a run of the platform `cluster` on this machine, without a workload.
  [[nodiscard]] runs::Request request() const;

 private:
  struct Gpu {
    std::string name;
    unsigned rank = 0;  ///< Its place among the node's GPUs in schedules.
  };

  model::MachinePlan plan_;
  std::string setting_;
  std::string text_;
  std::vector<std::string> settings_;  ///< Of a sample.
  std::vector<Gpu> gpus_;              ///< Of a node, by number.
  model::PathMatrix paths_;
};

}  // namespace gf::app
