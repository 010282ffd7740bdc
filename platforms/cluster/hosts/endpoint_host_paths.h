// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/pcie/device/read_engine.h"
#include "platforms/cluster/hosts/host_paths_if.h"
#include "platforms/pcie/endpoint_tree.h"

namespace gf::platforms::cluster {

/// Copies between host memories and GPUs that are only endpoints of one PCIe tree. The first
/// copy engine of a GPU writes to hosts, in turns with copies to peers. A ReadEngine, with the same
/// setup time, reads from hosts: an engine of its own, or the GPU's only one.
class EndpointHostPaths final : public HostPathsIf {
 public:
  /// The first `gpus` devices of the tree are GPUs, the next `hosts` hosts. Makes modules
  /// "<gpu>_reads". `shared`: a GPU has a single engine, which reads and writes in turn.
  EndpointHostPaths(pcie::EndpointTree& tree, const pcie::EndpointTreeParams& params, unsigned gpus,
                    unsigned hosts, bool shared);

  [[nodiscard]] unsigned hosts() const override { return hosts_; }
  [[nodiscard]] unsigned near_host(unsigned gpu) const override { return near_[gpu]; }
  [[nodiscard]] std::uint64_t bytes_of(unsigned host) const override;
  [[nodiscard]] std::uint64_t source_place(unsigned, std::uint64_t) override { return 0; }
  [[nodiscard]] std::uint64_t destination_place(unsigned, std::uint64_t) override { return 0; }
  void submit(HostLeg leg) override;
  [[nodiscard]] std::string holder(unsigned host) const override;

 private:
  [[nodiscard]] hw::pcie::Endpoint& host(unsigned number) const {
    return tree_.gpu(gpus_ + number);
  }
  void written(model::Flow& flow);

  pcie::EndpointTree& tree_;
  const unsigned gpus_;
  const unsigned hosts_;
  std::vector<unsigned> near_;                                   ///< By GPU.
  std::deque<hw::pcie::SharedEngine> shared_;                    ///< By GPU; empty: none.
  std::vector<std::unique_ptr<hw::pcie::ReadEngine>> readers_;   ///< By GPU.
  std::map<const model::Flow*, std::function<void()>> writing_;  ///< Only looked up by key.
};

}  // namespace gf::platforms::cluster
