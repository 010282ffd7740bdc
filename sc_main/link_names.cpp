// SPDX-License-Identifier: Apache-2.0
#include "sc_main/link_names.h"

#include "core/link_senders.h"

namespace gf::app {

std::map<std::string, std::string> link_names(const platforms::Graph& graph) {
  std::map<std::string, std::string> names;
  const auto add = [&](const platforms::Graph::Direction& direction, const std::string& from,
                       const std::string& to) {
    const std::string& sender = direction.sender;
    const std::string path = sender.empty() ? core::link_of_stats(direction.stats) : sender;
    names.emplace(path, from + " -> " + to);
  };
  for (const platforms::Graph::Link& link : graph.links) {
    add(link.there, link.from.node, link.to.node);
    add(link.back, link.to.node, link.from.node);
  }
  return names;
}

}  // namespace gf::app
