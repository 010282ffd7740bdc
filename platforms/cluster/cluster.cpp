// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/base/error.h"
#include "platforms/cluster/cluster_ranks.h"
#include "platforms/network/network_graph.h"

namespace gf::platforms::cluster {

ClusterParams::ClusterParams() {
  net.clock = sc_core::sc_time(2.56, sc_core::SC_NS);  // 32 B: 100 Gb/s
  net.injection.load = 0;
}

void ClusterParams::declare(const core::ParamScope& root) {
  core::ParamGroup::declare(root);
  declare_parts(root);
}

void ClusterParams::declare_parts(const core::ParamScope& root) {
  // A machine's file may have a network or not: its parameters have the same paths in both cases.
  node.declare(node.planned ? root.optional_child("node") : root.child("node"));
  for (OtherNodeParams& other : others) {
    const core::ParamScope scope = root.child(other.scope());
    other.node.declare(scope);
    other.port.declare_only(scope.child("port"), {"rate"});
    if (!other.memory_rate) continue;
    scope.add("memory_rate", *other.memory_rate,
              "memory bandwidth of a GPU, which sets the time of reduces and of kernels with bytes "
              "in schedules",
              other.memory_source, core::at_least(core::ByteRate(1e6)));
  }
  port.declare(root.child("port"));
  net.declare_channels(root.child("net"));
}

DeviceMap ClusterParams::devices() const {
  DeviceMap map;
  for (unsigned i = 0; i < nodes; ++i) map.add_node(node_at(i).gpus, node_at(i).named_hosts());
  return map;
}

unsigned ClusterParams::cards_before(unsigned node) const {
  if (machine_of.empty()) return node * this->node.networked();
  unsigned cards = 0;
  for (unsigned i = 0; i < node; ++i) cards += node_at(i).networked();
  return cards;
}

Cluster::Cluster(const ClusterParams& params, network::ShapeIf& shape, std::uint64_t seed)
    : shape_(shape), devices_(params.devices()), unequal_(!params.machine_of.empty()) {
  const unsigned last = params.nodes - 1;
  const unsigned needed = params.first_place(last) + params.node_at(last).networked();
  if (shape.topology().nodes() < needed) {
    core::fail_config("net", "nodes", std::to_string(shape.topology().nodes()),
                      fmt::format("at least {}, one for each card: nodes x node.nics{}", needed,
                                  params.spacing == 1 ? "" : ", with spacing"),
                      "make the network larger: " + shape.title());
  }
  std::map<unsigned, core::ByteRate> other_rates;  // by place in the network
  for (unsigned i = 0; i < params.nodes; ++i) {
    nodes_.push_back(std::make_unique<ClusterNode>(fmt::format("node_{}", i).c_str(),
                                                   params.node_at(i), params.first_place(i), seed,
                                                   segments_));
    for (unsigned n = 0; n < nodes_[i]->nics(); ++n) {
      cards_.push_back(&nodes_[i]->nic(n));
      if (const unsigned machine = params.machine(i); machine != 0)
        other_rates.emplace(cards_.back()->number(), params.others[machine - 1].port.rate);
    }
  }
  network::NetworkParams net = params.net;
  std::uint64_t longest = 0;  // segment
  const auto take = [&longest](const ClusterNodeParams& node) {
    longest =
        std::max(longest, node.nic.sender.mtu.get().count() + node.nic.sender.header.get().count());
  };
  take(params.node);
  for (const OtherNodeParams& other : params.others) take(other.node);
  net.router.packet_flits =
      static_cast<unsigned>((longest + params.port.flit.count() - 1) / params.port.flit.count());
  net.router.validate("net");
  if (net.router.whole_packets && params.port.buffer < net.router.packet_flits) {
    core::fail_config(
        "port", "buffer", std::to_string(params.port.buffer),
        fmt::format("at least packet_flits = {}", net.router.packet_flits),
        "with net.whole_packets a buffer must hold a whole packet: raise port.buffer");
  }
  ports_.resize(shape.topology().nodes());
  network_ = std::make_unique<network::Network>(
      shape.topology(), net, shape.routing(), seed,
      [&](unsigned router, unsigned port, hw::router::Transit& transit) -> hw::router::TerminalIf& {
        const unsigned place = shape.topology().first_node(router) + port;
        hw::nic::FlitPortParams own = params.port;
        if (const auto other = other_rates.find(place); other != other_rates.end())
          own.rate = other->second;
        return add_port(own, place, transit);
      });
  dead_channels_ = std::make_unique<DeadChannels>(net.channel, *network_, ports_);
  for (hw::nic::Nic* const nic : cards_) {
    nic->connect(*ports_[nic->number()]);
    ports_[nic->number()]->connect(nic->receiver);
  }
  if (net.by_ranks) ranks_ = std::make_unique<ClusterRanks>(*network_, params, ports_, segments_);
}

Cluster::~Cluster() = default;

unsigned Cluster::rank_of(unsigned node) const {
  return ranks_ == nullptr ? 0 : ranks_->rank_of_node(node);
}

hw::router::TerminalIf& Cluster::add_port(const hw::nic::FlitPortParams& params, unsigned number,
                                          hw::router::Transit& transit) {
  owned_ports_.push_back(std::make_unique<hw::nic::FlitPort>(
      fmt::format("port_{}", number).c_str(), params, number, transit, ports_, segments_));
  ports_[number] = owned_ports_.back().get();
  return *ports_[number];
}

std::vector<std::string> Cluster::deaths() const {
  std::vector<std::string> texts = dead_channels_->deaths();
  for (const auto& port : owned_ports_)
    if (std::string text = port->death(); !text.empty()) texts.push_back(std::move(text));
  return texts;
}

Graph Cluster::graph() const {
  Graph graph;
  std::map<std::string, std::string> cards;  // by their names in the network
  for (unsigned i = 0; i < size(); ++i) {
    nodes_[i]->add_to(graph);
    for (unsigned n = 0; n < nodes_[i]->nics(); ++n)
      cards.emplace(fmt::format("node_{}", nodes_[i]->nic(n).number()), nodes_[i]->nic(n).name());
  }
  Graph net = network::network_graph(shape_.topology(), shape_.topology().nodes());
  for (Graph::Node& node : net.nodes) {
    // A network node is a card, which the graph already has, or empty.
    if (node.kind != "router") continue;
    node.place = shape_.place_of(*node.number);
    graph.nodes.push_back(std::move(node));
  }
  for (Graph::Link& link : net.links) {
    if (link.kind == "terminal") {
      const auto card = cards.find(link.to.node);
      if (card == cards.end()) continue;
      link.to.node = card->second;
    }
    graph.links.push_back(std::move(link));
  }
  graph.title = unequal_ ? fmt::format("{} nodes with {} GPUs and {} cards in total on a {}",
                                       size(), devices_.gpus(), cards_.size(), shape_.title())
                         : fmt::format("{} nodes of {} GPUs and {} cards on a {}", size(),
                                       nodes_[0]->gpus(), nodes_[0]->nics(), shape_.title());
  return graph;
}

}  // namespace gf::platforms::cluster
