// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/endpoint_host_paths.h"

#include <utility>

namespace gf::platforms::cluster {

EndpointHostPaths::EndpointHostPaths(pcie::EndpointTree& tree,
                                     const pcie::EndpointTreeParams& params, unsigned gpus,
                                     unsigned hosts, bool shared)
    : tree_(tree), gpus_(gpus), hosts_(hosts), near_(gpus) {
  const model::PcieTree& shape = tree.tree();
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    const auto hops = [&](unsigned host) { return shape.path(gpu, gpus_ + host).size(); };
    for (unsigned host = 1; host < hosts; ++host)
      if (hops(host) < hops(near_[gpu])) near_[gpu] = host;
    hw::pcie::Endpoint& endpoint = tree.gpu(gpu);
    const std::string name = std::string(endpoint.name()) + "_reads";
    readers_.push_back(std::make_unique<hw::pcie::ReadEngine>(
        name.c_str(), params.nodes[shape.device_node(gpu)].endpoint.copy.setup, endpoint.memory));
    readers_.back()->fabric.socket.bind(endpoint.requester.socket);
    if (!shared) continue;
    endpoint.copy_engine.share(shared_.emplace_back());
    readers_.back()->share(shared_.back());
  }
  for (unsigned number = 0; number < hosts; ++number)
    host(number).on_copy_finished([this](model::Flow& flow) { written(flow); });
}

std::uint64_t EndpointHostPaths::bytes_of(unsigned number) const {
  const hw::pcie::AddressWindow& window = host(number).window();
  return window.last - window.first + 1;
}

void EndpointHostPaths::submit(HostLeg leg) {
  const hw::pcie::AddressWindow window = host(leg.host).window();
  if (!leg.to_host) {
    readers_[leg.gpu]->submit(
        {leg.flow, window, leg.host_address, leg.gpu_address, leg.hollow, std::move(leg.done)});
    return;
  }
  writing_[leg.flow] = std::move(leg.done);
  // One engine, so that chunks of a staged copy follow each other.
  tree_.gpu(leg.gpu).copy_engine.submit(
      {leg.flow, window, leg.gpu_address, leg.host_address, leg.hollow});
}

void EndpointHostPaths::written(model::Flow& flow) {
  const auto found = writing_.find(&flow);
  const std::function<void()> done = std::move(found->second);
  writing_.erase(found);
  done();
}

std::string EndpointHostPaths::holder(unsigned number) const { return host(number).name(); }

}  // namespace gf::platforms::cluster
