// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/device/read_engine.h"
#include "platforms/cluster/hosts/host_paths_if.h"

namespace gf::platforms::cluster {

/// A GPU that is only an endpoint.
struct GpuEndpoint {
  hw::pcie::Endpoint* endpoint;
  sc_core::sc_time setup;        ///< Of its copy engines.
  std::optional<unsigned> near;  ///< Number of the host nearest to it.
  bool shares;                   ///< Its only engine reads and writes in turn.
};

/// Copies between host memories and GPUs that are only endpoints of one PCIe tree. The first copy
/// engine of a GPU writes to hosts, in turns with copies to peers. A ReadEngine, with the same
/// setup time, reads from hosts: an engine of its own, or the GPU's only one.
class EndpointHostPaths final : public HostPathsIf {
 public:
  /// Called for copies to a host that this class did not make.
  using OtherCopies = std::function<void(model::Flow&)>;

  /// Makes modules "<gpu>_reads" and takes the callbacks of the hosts.
  EndpointHostPaths(std::vector<GpuEndpoint> gpus, std::vector<hw::pcie::Endpoint*> hosts,
                    OtherCopies others = {});

  [[nodiscard]] unsigned hosts() const override { return static_cast<unsigned>(hosts_.size()); }
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const override {
    return gpus_[gpu].near;
  }
  [[nodiscard]] const hw::pcie::Endpoint& host(unsigned host) const override {
    return *hosts_[host];
  }
  [[nodiscard]] std::uint64_t source_place(unsigned, std::uint64_t) override { return 0; }
  [[nodiscard]] std::uint64_t destination_place(unsigned, std::uint64_t) override { return 0; }
  void submit(HostLeg leg) override;

 private:
  void written(model::Flow& flow);

  const std::vector<GpuEndpoint> gpus_;
  const std::vector<hw::pcie::Endpoint*> hosts_;
  const OtherCopies others_;
  std::deque<hw::pcie::SharedEngine> shared_;                    ///< Of GPUs with a single engine.
  std::vector<std::unique_ptr<hw::pcie::ReadEngine>> readers_;   ///< By GPU.
  std::map<const model::Flow*, std::function<void()>> writing_;  ///< Only looked up by key.
};

}  // namespace gf::platforms::cluster
