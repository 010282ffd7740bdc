// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/link/device_name.h"

namespace gf::platforms::cluster {

/// The devices of a cluster: GPUs and hosts are numbered node after node, each from 0.
class DeviceMap {
 public:
  /// Adds the next node.
  void add_node(unsigned gpus, unsigned hosts) {
    first_gpu_.push_back(this->gpus());
    first_host_.push_back(this->hosts());
    node_of_gpu_.insert(node_of_gpu_.end(), gpus, nodes() - 1);
    node_of_host_.insert(node_of_host_.end(), hosts, nodes() - 1);
  }

  [[nodiscard]] unsigned nodes() const { return static_cast<unsigned>(first_gpu_.size()); }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(node_of_gpu_.size()); }
  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(node_of_host_.size()); }
  [[nodiscard]] unsigned first_gpu(unsigned node) const { return first_gpu_[node]; }
  [[nodiscard]] unsigned first_host(unsigned node) const { return first_host_[node]; }

  /// Returns the node of a GPU or host, by its device number in schedules.
  [[nodiscard]] unsigned node_of(unsigned device) const {
    return model::is_host(device) ? node_of_host_[device - model::kFirstHost]
                                  : node_of_gpu_[device];
  }
  /// Returns its number in its node, which for a host begins at kFirstHost, too.
  [[nodiscard]] unsigned local(unsigned device) const {
    return device - (model::is_host(device) ? first_host_ : first_gpu_)[node_of(device)];
  }
  [[nodiscard]] bool on_one_node(unsigned a, unsigned b) const { return node_of(a) == node_of(b); }

 private:
  std::vector<unsigned> first_gpu_, first_host_;      ///< By node.
  std::vector<unsigned> node_of_gpu_, node_of_host_;  ///< By GPU and by host.
};

}  // namespace gf::platforms::cluster
