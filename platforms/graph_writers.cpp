// SPDX-License-Identifier: Apache-2.0
#include "platforms/graph_writers.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/base/print.h"
#include "core/text/json.h"

namespace gf::platforms {
namespace {

using Counts = std::map<std::string, unsigned>;

core::ByteRate to_megabytes(core::ByteRate rate) {
  return core::ByteRate(std::round(rate.bytes_per_second() / 1e6) * 1e6);
}

/// "64 GB/s", "64 GB/s there, 192 GB/s back", "16 lanes, 64 GB/s"; "" if nothing is known.
std::string width(const Graph::Link& link) {
  std::string text = link.lanes == 0 ? link.detail : fmt::format("{} lanes", link.lanes);
  if (link.forward.rate == core::ByteRate()) return text;
  if (!text.empty()) text += ", ";
  // Rates from a machine file are computed from transfers and encoding: rounded to the MB/s.
  text += core::to_text(link.detail.empty() ? link.forward.rate : to_megabytes(link.forward.rate));
  if (link.backward.rate != link.forward.rate)
    text += " there, " + core::to_text(link.backward.rate) + " back";
  return text;
}

/// "8 gpu, 6 switch"; `between` separates the entries.
std::string listed(const Counts& counts, const char* between) {
  std::string text;
  for (const auto& [kind, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : between, count, kind);
  return text;
}

/// A graph with an index of the links at each node, built once.
class Shown {
 public:
  explicit Shown(const Graph& graph) {
    for (const Graph::Node& node : graph.nodes) at_[node.name].node = &node;
    for (const Graph::Link& link : graph.links) {
      at_[link.from.node].links.push_back(&link);
      // A link from a node to itself (the loop-back of a card) is listed once.
      if (link.to.node != link.from.node) at_[link.to.node].links.push_back(&link);
      if (link.below || is_terminal(link.to)) at_[link.to.node].above = &link;
    }
  }

  /// True if the node is neither a child of another node nor a terminal.
  [[nodiscard]] bool is_root(const Graph::Node& node) const {
    return at_.at(node.name).above == nullptr;
  }
  [[nodiscard]] bool is_terminal(const Graph::End& end) const {
    return at_.at(end.node).node->kind == "terminal";
  }
  /// "nodes 4...7", the terminals of a router; "" if it has none.
  [[nodiscard]] std::string terminals(const Graph::Node& node) const;
  /// Text behind the name: "gpu 3, 15.754 GB/s", "switch, 2 ports down; torus: card_1 card_4 x2".
  [[nodiscard]] std::string text(const Graph::Node& node) const;
  void write_tree(std::ostream& out, const std::string& name, unsigned depth) const;

 private:
  struct Place {
    const Graph::Node* node = nullptr;
    const Graph::Link* above = nullptr;       ///< Link to its parent or router.
    std::vector<const Graph::Link*> links{};  ///< Links that end here, in the graph's order.
  };
  [[nodiscard]] bool is_child(const Graph::Link& link, const Graph::Node& of) const {
    return link.below && link.from.node == of.name;
  }
  [[nodiscard]] std::string neighbours(const Graph::Node& node) const;

  std::unordered_map<std::string, Place> at_;  ///< By name.
};

std::string Shown::terminals(const Graph::Node& node) const {
  std::optional<unsigned> first, last;
  for (const Graph::Link* link : at_.at(node.name).links) {
    if (!is_terminal(link->to)) continue;
    last = at_.at(link->to.node).node->number;
    if (!first) first = last;
  }
  if (!first) return "";
  return first == last ? fmt::format("node {}", *first)
                       : fmt::format("nodes {}...{}", *first, *last);
}

std::string Shown::neighbours(const Graph::Node& node) const {
  std::map<std::string, std::vector<std::pair<std::string, unsigned>>> by_kind;
  for (const Graph::Link* link : at_.at(node.name).links) {
    if (link->below || is_terminal(link->to)) continue;
    const std::string& peer = link->from.node == node.name ? link->to.node : link->from.node;
    auto& peers = by_kind[link->kind];
    auto same = peers.begin();
    while (same != peers.end() && same->first != peer) ++same;
    if (same == peers.end()) same = peers.insert(same, {peer, 0});
    ++same->second;
  }
  std::string text;
  for (const auto& [kind, peers] : by_kind) {
    text += fmt::format("; {}:", kind);
    for (const auto& [peer, count] : peers)
      text += count == 1 ? fmt::format(" {}", peer) : fmt::format(" {} x{}", peer, count);
  }
  return text;
}

std::string Shown::text(const Graph::Node& node) const {
  const Place& place = at_.at(node.name);
  std::string text = node.number ? fmt::format("{} {}", node.kind, *node.number) : node.kind;
  unsigned down = 0;
  for (const Graph::Link* link : place.links) down += is_child(*link, node) ? 1 : 0;
  if (down > 0) text += fmt::format(", {} ports down", down);
  if (const std::string hosts = terminals(node); !hosts.empty()) text += ", " + hosts;
  if (place.above != nullptr) {
    if (const std::string rate = width(*place.above); !rate.empty()) text += ", " + rate;
  }
  return text + neighbours(node);
}

void Shown::write_tree(std::ostream& out, const std::string& name, unsigned depth) const {
  const Place& place = at_.at(name);
  core::print(out, "{:{}}{}  {}\n", "", 2 * depth, name, text(*place.node));
  for (const Graph::Link* link : place.links)
    if (is_child(*link, *place.node)) write_tree(out, link->to.node, depth + 1);
}

const char* shape(const std::string& kind) {
  static const std::map<std::string, const char*> shapes = {
      {"root_complex", "box"}, {"switch", "box"}, {"router", "box"},
      {"card", "component"},   {"host", "house"},
  };
  const auto found = shapes.find(kind);
  return found == shapes.end() ? "ellipse" : found->second;
}

void write_dot_nodes(std::ostream& out, const Graph& graph, const Shown& shown) {
  std::map<std::string, std::string> groups;  // DOT statements by group name
  for (const Graph::Node& node : graph.nodes) {
    if (node.kind == "terminal") continue;
    const std::string hosts = shown.terminals(node);
    groups[node.group] +=
        fmt::format("  \"{}\" [kind={}, shape={}{}];\n", node.name, node.kind, shape(node.kind),
                    hosts.empty() ? "" : fmt::format(", label=\"{}\\n{}\"", node.name, hosts));
  }
  for (const auto& [group, nodes] : groups) {
    if (group.empty()) {
      out << nodes;
    } else {
      core::print(out, "  subgraph \"cluster_{}\" {{\n  label=\"{}\";\n{}  }}\n", group, group,
                  nodes);
    }
  }
}

/// Labels with the port numbers at both ends of an edge.
std::string dot_ports(const Graph::Link& link) {
  const auto label = [](const char* end, const std::optional<unsigned>& port) {
    return port ? fmt::format(", {}=\"{}\"", end, *port) : "";
  };
  return label("taillabel", link.from.port) + label("headlabel", link.to.port);
}

void write_dot_links(std::ostream& out, const Graph& graph, const Shown& shown) {
  using Edge = std::pair<std::string, std::string>;  // "a" -> "b", and its label
  std::vector<Edge> edges;
  std::map<Edge, unsigned> counts;
  for (const Graph::Link& link : graph.links) {
    if (shown.is_terminal(link.to)) continue;
    const Edge edge{fmt::format("\"{}\" -> \"{}\" [class={}{}", link.from.node, link.to.node,
                                link.kind, link.detail.empty() ? "" : dot_ports(link)),
                    width(link)};
    // Parallel links become one edge with their number. Edges keep the order in which the first
    // link of each appeared: a map alone would sort them by name.
    if (++counts[edge] == 1) edges.push_back(edge);
  }
  for (const Edge& edge : edges) {
    std::string label = edge.second;
    if (const unsigned count = counts[edge]; count > 1)
      label = label.empty() ? std::to_string(count) : fmt::format("{} x {}", count, label);
    core::print(out, "  {}{}];\n", edge.first, label.empty() ? "" : ", label=\"" + label + "\"");
  }
}

/// ",<value>"; "," if there is no value.
std::string field(const std::optional<unsigned>& value) {
  return value ? ',' + std::to_string(*value) : ",";
}

std::string field(core::ByteRate rate) {
  return rate == core::ByteRate() ? "," : fmt::format(",{:.15g}", rate.bytes_per_second());
}

nlohmann::ordered_json json_of(const std::optional<unsigned>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json json_of(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

nlohmann::ordered_json json_of(const Graph::End& end) {
  return {{"node", end.node}, {"port", json_of(end.port)}};
}

nlohmann::ordered_json json_of(const Graph::Direction& direction) {
  const bool has_rate = direction.rate != core::ByteRate();
  return {{"rate", has_rate ? nlohmann::ordered_json(direction.rate.bytes_per_second())
                            : nlohmann::ordered_json()},
          {"stats", json_of(direction.stats)}};
}

}  // namespace

void write_graph_text(std::ostream& out, const Graph& graph) {
  const Shown shown(graph);
  Counts nodes, links;
  for (const Graph::Node& node : graph.nodes) ++nodes[node.kind];
  for (const Graph::Link& link : graph.links) {
    const std::string rate = width(link);
    ++links[rate.empty() ? link.kind : link.kind + " of " + rate];
  }
  if (!graph.title.empty()) core::print(out, "{}\n", graph.title);
  core::print(out, "nodes: {}\n", listed(nodes, ", "));
  if (!links.empty()) core::print(out, "links: {}\n", listed(links, "; "));
  unsigned trees = 0;
  for (const Graph::Node& node : graph.nodes) {
    if (!shown.is_root(node)) continue;
    if (++trees <= kMostShownTrees) shown.write_tree(out, node.name, 0);
  }
  if (trees > kMostShownTrees)
    core::print(out, "... {} more; --csv has every link\n", trees - kMostShownTrees);
}

void write_graph_dot(std::ostream& out, const Graph& graph) {
  const Shown shown(graph);
  out << "digraph machine {\n  edge [dir=none];\n";
  write_dot_nodes(out, graph, shown);
  write_dot_links(out, graph, shown);
  out << "}\n";
}

void write_graph_json(std::ostream& out, const Graph& graph) {
  nlohmann::ordered_json nodes = nlohmann::ordered_json::array();
  for (const Graph::Node& node : graph.nodes)
    nodes.push_back({{"name", node.name},
                     {"kind", node.kind},
                     {"number", json_of(node.number)},
                     {"group", json_of(node.group)}});
  nlohmann::ordered_json links = nlohmann::ordered_json::array();
  for (const Graph::Link& link : graph.links)
    links.push_back(
        {{"kind", link.kind},
         {"lanes", link.lanes == 0 ? json_of(std::string()) : nlohmann::ordered_json(link.lanes)},
         {"below", link.below},
         {"from", json_of(link.from)},
         {"to", json_of(link.to)},
         {"there", json_of(link.forward)},
         {"back", json_of(link.backward)}});
  const nlohmann::ordered_json all{{"title", graph.title}, {"nodes", nodes}, {"links", links}};
  out << core::json_text(all, 2) << '\n';
}

void write_graph_csv(std::ostream& out, const Graph& graph) {
  std::unordered_map<std::string, const Graph::Node*> nodes;
  for (const Graph::Node& node : graph.nodes) nodes[node.name] = &node;
  out << "from,from_kind,from_number,from_port,to,to_kind,to_number,to_port,link,lanes,rate,"
         "back_rate,stats,back_stats\n";
  const auto end = [&](const Graph::End& one) {
    const Graph::Node& node = *nodes.at(one.node);
    return node.name + ',' + node.kind + field(node.number) + field(one.port);
  };
  for (const Graph::Link& link : graph.links) {
    const std::string lanes = link.lanes == 0 ? "" : std::to_string(link.lanes);
    out << end(link.from) << ',' << end(link.to) << ',' << link.kind << ',' << lanes
        << field(link.forward.rate) << field(link.backward.rate) << ',' << link.forward.stats << ','
        << link.backward.stats << '\n';
  }
}

}  // namespace gf::platforms
