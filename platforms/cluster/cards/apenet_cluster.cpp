// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/apenet_cluster.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr unsigned kMostNodes = 4096;  // about 0.5 MB each

std::string numbered(const char* name, unsigned i) { return fmt::format("{}_{}", name, i); }

}  // namespace

void ApenetClusterParams::declare(const core::ParamScope& root) {
  node.declare(root);
  torus.declare(root.child("torus"));
  software.declare(root.child("software"));
}

void ApenetClusterParams::declare_shape(const core::ParamScope& root, const std::string& platform,
                                        const std::string& meaning) {
  std::string text = to_text(shape);
  root.add("shape", text, meaning, "[APENET13]: eight nodes, 4x2");
  shape = parse_shape(platform, "shape", text);
}

void ApenetClusterParams::require_delivery(const std::string& why) const {
  if (!node.card.tx_fifo.flush) return;
  core::fail_config("card.tx_fifo", "flush", "true", "false " + why,
                    "flushed packets never arrive; only test = read of apenet_node and "
                    "apenet_cluster counts them at the FIFO");
}

void ApenetClusterParams::use_threads() {
  if (core::ranks().alone()) return;
  if (shape.routers() == 1) refuse_ranks("shape = " + to_text(shape), "it is one node");
  by_ranks = true;
}

ApenetCluster::ApenetCluster(const ApenetClusterParams& params, std::uint64_t seed)
    : shape_(params.shape) {
  for (unsigned i = 0; i < shape_.routers(); ++i) add_node(params, i, seed);
  // A torus of one node would have links from the switch to itself; the paper's single-node tests
  // loop packets back inside the card.
  if (shape_.routers() == 1) {
    card(0).loop_back();
    return;
  }
  std::vector<hw::apenet::TorusSwitch*> all;
  for (unsigned i = 0; i < shape_.routers(); ++i) {
    add_switch(params, i, seed);
    all.push_back(switches_.back().get());
  }
  if (params.by_ranks)
    wire_by_ranks(params, all);
  else
    hw::apenet::wire(shape_, all);
}

void ApenetCluster::wire_by_ranks(const ApenetClusterParams& params,
                                  const std::vector<hw::apenet::TorusSwitch*>& switches) {
  using hw::apenet::TorusPort;
  cut_ = std::make_unique<TorusCut>(size(), params.torus, packets_);
  hw::apenet::wire(shape_, switches,
                   [this](unsigned from, TorusPort& out, unsigned to, TorusPort& in) {
                     cut_->join(from, out, to, in);
                   });
}

unsigned ApenetCluster::rank_of(unsigned node) const {
  return cut_ == nullptr ? core::ranks().self() : cut_->rank_of(node);
}

void ApenetCluster::add_node(const ApenetClusterParams& params, unsigned i, std::uint64_t seed) {
  ApenetNodeParams of_node = params.node;
  of_node.analyser = static_cast<int>(i) == params.traced_node;
  nodes_.push_back(std::make_unique<ApenetNode>(numbered("node", i).c_str(), of_node, i, seed,
                                                packets_, params.bytes));
  ApenetNode& node = *nodes_.back();
  hosts_.push_back(std::make_unique<model::RdmaHost>(
      numbered("software", i).c_str(), params.software, i, node.card(), node.host().window().first,
      node.gpu().port.window().first + hw::apenet::GpuWindow::kBar1));
  // The card can reach the smaller of the window and the memory behind it; the error message names
  // the smaller one.
  const bool window = params.node.host.bar < params.node.memory.size;
  hosts_.back()->limit_memory(window ? params.node.host.bar : params.node.memory.size,
                              window ? "host.bar" : "host_memory.size");
  hosts_.back()->set_gpu_doorbell(node.gpu().port.window().first +
                                  hw::apenet::GpuWindow::kDoorbell);
  hosts_.back()->pcie.socket.bind(node.host().requester.socket);
  node.card().attach_host(node.host().window().first, *hosts_.back());
}

void ApenetCluster::add_switch(const ApenetClusterParams& params, unsigned i, std::uint64_t seed) {
  switches_.push_back(std::make_unique<hw::apenet::TorusSwitch>(numbered("switch", i).c_str(),
                                                                params.torus, shape_, i, seed));
  card(i).connect(*switches_.back());
  switches_.back()->connect(card(i).receiver());
}

model::Torus parse_shape(const std::string& path, const std::string& field,
                         const std::string& text) {
  model::Torus::Sizes sizes{1, 1, 1};
  std::uint64_t nodes = 1;
  std::string_view left = text;
  bool good = !text.empty();
  for (unsigned d = 0; good && !left.empty(); ++d) {
    const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), sizes[d % 3]);
    good = d < 3 && error == std::errc() && sizes[d] > 0 && sizes[d] <= kMostNodes;
    if (!good) break;
    nodes *= sizes[d];
    left.remove_prefix(static_cast<std::size_t>(end - left.data()));
    if (left.empty()) break;
    good = left.front() == 'x' && left.size() > 1;
    left.remove_prefix(1);
  }
  if (!good || nodes > kMostNodes) {
    core::fail_config(path, field, text, fmt::format("XxYxZ, 1 to {} nodes", kMostNodes),
                      "for example 4x2x1");
  }
  return sizes;
}

Graph ApenetCluster::graph() const {
  Graph graph;
  graph.title = fmt::format("{} torus of {} nodes with one GPU each", to_text(shape_), size());
  for (unsigned i = 0; i < size(); ++i) {
    const std::size_t first = graph.nodes.size();
    nodes_[i]->add_to(graph);
    for (std::size_t n = first; n < graph.nodes.size(); ++n)
      graph.nodes[n].place = shape_.coordinates(i);
  }
  const auto card = [&](unsigned i) { return std::string(nodes_[i]->card().name()); };
  if (size() == 1) {
    graph.title += ", its card looped back";
    graph.links.push_back({"loop", {card(0)}, {card(0)}});
  }
  for (unsigned i = 0; i < size(); ++i) {
    // Only ports in the plus direction: those in the minus direction are the other ends of the same
    // links.
    for (unsigned plus = 0; plus < model::Torus::kDirections; plus += 2) {
      if (!shape_.has_channel(i, plus)) continue;
      const unsigned to = shape_.neighbour(i, plus), minus = plus + 1;
      graph.links.push_back({"torus",
                             {card(i), plus},
                             {card(to), minus},
                             direction(switches_[i]->port(plus)->tx),
                             direction(switches_[to]->port(minus)->tx)});
    }
  }
  return graph;
}

void ApenetCluster::fail_lost(const std::string& cause) {
  if (hw::apenet::SoftCore* const soft = card(0).soft_core())
    core::fail_input(
        soft->core.image()->path(), 0,
        fmt::format("at {} {}: the firmware has lost them", core::to_text(sc_core::sc_time_stamp()),
                    cause),
        "firmware that delivers every message; `gpufabric run --trace nios` shows what "
        "it executes");
  core::fail_check("every message arrives", __FILE__, __LINE__, cause);
}

}  // namespace gf::platforms::apenet
