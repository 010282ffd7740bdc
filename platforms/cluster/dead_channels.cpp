// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/dead_channels.h"

#include <fmt/format.h>

namespace gf::platforms::cluster {

DeadChannels::DeadChannels(const hw::link::FaultParams& faults, network::Network& network,
                           const std::vector<hw::nic::FlitPort*>& ports) {
  const model::RouterGraph& graph = network.graph();
  for (unsigned router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const model::ChannelType type = graph.port(router, port).type;
      // The port of a card has a parameter of its own.
      if (type == model::ChannelType::kUnused || type == model::ChannelType::kTerminal) continue;
      const std::string name = fmt::format("router_{}.out_{}", router, port);
      const core::Ticks at = faults.dies_at(name);
      if (at == core::kNever) continue;
      graves_.push_back(std::make_unique<hw::nic::LostFlits>(name, at, ports));
      const core::Ticks period = network.clock().period();
      network.router(router).kill_output(port, (at + period - 1) / period, *graves_.back());
    }
  }
}

std::vector<std::string> DeadChannels::deaths() const {
  std::vector<std::string> texts;
  for (const auto& grave : graves_)
    if (std::string text = grave->death(); !text.empty()) texts.push_back(std::move(text));
  return texts;
}

}  // namespace gf::platforms::cluster
