// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/link_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/stats/link_senders.h"

namespace gf::app {

std::vector<unsigned> numbers_of_parallels(const platforms::Graph& graph) {
  std::map<std::pair<std::string, std::string>, unsigned> counts;
  const auto count_of = [&counts](const platforms::Graph::Link& link) -> unsigned& {
    return counts[std::minmax(link.from.node, link.to.node)];
  };
  std::vector<unsigned> numbers;
  for (const platforms::Graph::Link& link : graph.links) numbers.push_back(++count_of(link));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (count_of(graph.links[i]) == 1) numbers[i] = 0;
  return numbers;
}

std::map<std::string, NamedLink> named_links(const platforms::Graph& graph) {
  std::map<std::string, NamedLink> names;
  const std::vector<unsigned> numbers = numbers_of_parallels(graph);
  const auto add = [&](const platforms::Graph::Direction& direction, const std::string& from,
                       const std::string& to, unsigned number) {
    const std::string& sender = direction.sender;
    const std::string path = sender.empty() ? core::link_of_stats(direction.stats) : sender;
    const std::string name =
        fmt::format("{} -> {}{}", from, to, number == 0 ? "" : fmt::format(" #{}", number));
    names.emplace(path, NamedLink{name, from, direction.rate});
  };
  for (std::size_t i = 0; i < graph.links.size(); ++i) {
    const platforms::Graph::Link& link = graph.links[i];
    add(link.forward, link.from.node, link.to.node, numbers[i]);
    add(link.backward, link.to.node, link.from.node, numbers[i]);
  }
  return names;
}

std::map<std::string, std::string> link_names(const platforms::Graph& graph) {
  std::map<std::string, std::string> names;
  for (const auto& [path, link] : named_links(graph)) names.emplace(path, link.name);
  return names;
}

}  // namespace gf::app
