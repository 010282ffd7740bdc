// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/endpoint_host_paths.h"

#include <utility>

namespace gf::platforms::cluster {

EndpointHostPaths::EndpointHostPaths(std::vector<GpuEndpoint> gpus,
                                     std::vector<hw::pcie::Endpoint*> hosts, OtherCopies others)
    : gpus_(std::move(gpus)), hosts_(std::move(hosts)), others_(std::move(others)) {
  for (const GpuEndpoint& gpu : gpus_) {
    const std::string name = std::string(gpu.endpoint->basename()) + "_reads";
    readers_.push_back(
        std::make_unique<hw::pcie::ReadEngine>(name.c_str(), gpu.setup, gpu.endpoint->memory));
    readers_.back()->fabric.socket.bind(gpu.endpoint->requester.socket);
    if (!gpu.shares) continue;
    gpu.endpoint->copy_engine.share(shared_.emplace_back());
    readers_.back()->share(shared_.back());
  }
  for (hw::pcie::Endpoint* const host : hosts_)
    host->on_copy_finished([this](model::Flow& flow) { written(flow); });
}

void EndpointHostPaths::submit(HostLeg leg) {
  const hw::pcie::AddressWindow window = hosts_[leg.host]->window();
  if (!leg.to_host) {
    readers_[leg.gpu]->submit(
        {leg.flow, window, leg.host_address, leg.gpu_address, leg.hollow, std::move(leg.done)});
    return;
  }
  writing_[leg.flow] = std::move(leg.done);
  // One engine, so that chunks of a staged copy follow each other.
  gpus_[leg.gpu].endpoint->copy_engine.submit(
      {leg.flow, window, leg.gpu_address, leg.host_address, leg.hollow});
}

void EndpointHostPaths::written(model::Flow& flow) {
  const auto found = writing_.find(&flow);
  if (found == writing_.end()) return others_(flow);
  const std::function<void()> done = std::move(found->second);
  writing_.erase(found);
  done();
}

}  // namespace gf::platforms::cluster
