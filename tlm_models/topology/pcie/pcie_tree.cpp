// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_tree.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/error.h"
#include "tlm_models/topology/pcie/pcie_tree_check.h"

namespace gf::model {

std::string_view to_text(PcieNodeKind kind) {
  switch (kind) {
    case PcieNodeKind::kRootComplex:
      return "root_complex";
    case PcieNodeKind::kSwitch:
      return "switch";
    case PcieNodeKind::kDevice:
      break;
  }
  return "gpu";
}

bool operator==(const PcieHop& a, const PcieHop& b) {
  return a.node == b.node && a.in_port == b.in_port && a.out_port == b.out_port;
}

PcieTree::PcieTree(std::string name, const std::vector<PcieNodeSpec>& specs,
                   const std::string& origin,
                   const std::vector<std::pair<std::string, std::string>>& cross)
    : name_(std::move(name)) {
  const auto links = check_pcie_tree(specs, origin);
  add_subtree(specs, links.children, links.root);
  number_devices();
  for (unsigned i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].kind == PcieNodeKind::kRootComplex) roots_.push_back(i);
  if (!cross.empty()) add_cross_links(cross);
}

void PcieTree::add_cross_links(const std::vector<std::pair<std::string, std::string>>& cross) {
  for (const auto& [a, b] : cross) {
    const unsigned from = find(a), to = find(b);
    GF_CHECK(from != kNoPcieNode && to != kNoPcieNode, "a cross link of " + a + " and " + b);
    const RootLink link{from, port_count(from), to, port_count(to)};
    cross_.push_back(link);
  }
  const auto number = [this](unsigned node) {
    return static_cast<unsigned>(std::find(roots_.begin(), roots_.end(), node) - roots_.begin());
  };
  std::vector<RootLink> links;
  for (const unsigned root : roots_)
    if (is_socket(root))
      links.push_back({number(nodes_[root].parent), nodes_[root].parent_port, number(root),
                       nodes_[root].up_port()});
  for (const RootLink& link : cross_)
    links.push_back({number(link.a), link.a_port, number(link.b), link.b_port});
  routes_.emplace(static_cast<unsigned>(roots_.size()), links);
}

unsigned PcieTree::port_count(unsigned index) const {
  const PcieNode& node = nodes_[index];
  unsigned ports = node.up_port() + (node.parent == kNoPcieNode ? 0 : 1);
  for (const RootLink& link : cross_) ports += link.a == index || link.b == index ? 1 : 0;
  return ports;
}

void PcieTree::add_subtree(const std::vector<PcieNodeSpec>& specs,
                           const std::vector<std::vector<unsigned>>& children, unsigned root) {
  struct Pending {
    unsigned spec, parent, port;
  };
  std::vector<Pending> stack{{root, kNoPcieNode, 0}};
  while (!stack.empty()) {
    const Pending now = stack.back();
    stack.pop_back();
    const unsigned index = static_cast<unsigned>(nodes_.size());
    PcieNode node;
    node.name = specs[now.spec].name;
    node.kind = specs[now.spec].kind;
    node.device = specs[now.spec].number;
    node.parent = now.parent;
    node.parent_port = now.port;
    node.children.resize(children[now.spec].size());
    if (now.parent != kNoPcieNode) {
      node.depth = nodes_[now.parent].depth + 1;
      nodes_[now.parent].children[now.port] = index;
    }
    depth_ = std::max(depth_, node.depth);
    nodes_.push_back(std::move(node));
    // From last to first: the stack then yields nodes, and the GPUs without numbers of their own,
    // in port order. Not recursive, as a file may describe a deep tree.
    for (unsigned port = static_cast<unsigned>(children[now.spec].size()); port-- > 0;)
      stack.push_back({children[now.spec][port], index, port});
  }
}

namespace {

/// Returns k of "gpu<k>" written without leading zeros, or kNoPcieNode.
unsigned number_in_name(const std::string& name) {
  if (name.compare(0, 3, "gpu") != 0 || name.size() == 3) return kNoPcieNode;
  unsigned number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + 3, end, number);
  if (error != std::errc() || stop != end) return kNoPcieNode;
  return "gpu" + std::to_string(number) == name ? number : kNoPcieNode;
}

}  // namespace

void PcieTree::number_devices() {
  for (unsigned i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].kind == PcieNodeKind::kDevice) devices_.push_back(i);
  const auto number = [this](unsigned i) {
    return nodes_[i].device != kNoPcieNode ? nodes_[i].device : number_in_name(nodes_[i].name);
  };
  const bool own_numbers = std::all_of(devices_.begin(), devices_.end(),
                                       [&](unsigned i) { return number(i) < devices_.size(); });
  if (own_numbers)  // names are unique, so these numbers are a permutation
    std::sort(devices_.begin(), devices_.end(),
              [&](unsigned a, unsigned b) { return number(a) < number(b); });
  for (unsigned d = 0; d < devices_.size(); ++d) nodes_[devices_[d]].device = d;
}

unsigned PcieTree::find(std::string_view name) const {
  for (unsigned i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].name == name) return i;
  return kNoPcieNode;
}

std::vector<PcieHop> PcieTree::way_up(unsigned device) const {
  std::vector<PcieHop> up;
  unsigned at = device_node(device);
  do {
    const PcieNode& child = nodes_[at];
    up.push_back({child.parent, child.parent_port, nodes_[child.parent].up_port()});
    at = child.parent;
  } while (nodes_[at].kind != PcieNodeKind::kRootComplex);
  return up;
}

std::vector<PcieHop> PcieTree::path_over_roots(unsigned src, unsigned dst) const {
  std::vector<PcieHop> hops = way_up(src);
  std::vector<PcieHop> down = way_up(dst);
  const auto number = [this](unsigned node) {
    return static_cast<unsigned>(std::find(roots_.begin(), roots_.end(), node) - roots_.begin());
  };
  const unsigned last = number(down.back().node);
  for (unsigned at = number(hops.back().node); at != last; at = routes_->next(at, last)) {
    hops.back().out_port = routes_->port(at, last);
    hops.push_back({roots_[routes_->next(at, last)], routes_->next_port(at, last), 0});
  }
  hops.back().out_port = down.back().in_port;
  down.pop_back();
  for (auto hop = down.rbegin(); hop != down.rend(); ++hop)
    hops.push_back({hop->node, hop->out_port, hop->in_port});
  return hops;
}

std::vector<PcieHop> PcieTree::path(unsigned src, unsigned dst) const {
  if (routes_ && way_up(src).back().node != way_up(dst).back().node)
    return path_over_roots(src, dst);
  std::vector<PcieHop> up, down;
  unsigned a = device_node(src), b = device_node(dst);
  while (nodes_[a].parent != nodes_[b].parent) {
    if (nodes_[a].depth >= nodes_[b].depth) {
      const PcieNode& child = nodes_[a];
      up.push_back({child.parent, child.parent_port, nodes_[child.parent].up_port()});
      a = child.parent;
    } else {
      const PcieNode& child = nodes_[b];
      down.push_back({child.parent, nodes_[child.parent].up_port(), child.parent_port});
      b = child.parent;
    }
  }
  up.push_back({nodes_[a].parent, nodes_[a].parent_port, nodes_[b].parent_port});
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

bool PcieTree::crosses_root_complex(unsigned src, unsigned dst) const {
  const auto hops = path(src, dst);
  return std::any_of(hops.begin(), hops.end(), [&](const PcieHop& hop) {
    return nodes_[hop.node].kind == PcieNodeKind::kRootComplex;
  });
}

unsigned PcieTree::sockets_crossed(unsigned src, unsigned dst) const {
  const auto hops = path(src, dst);
  unsigned roots = 0;
  for (const PcieHop& hop : hops) roots += nodes_[hop.node].kind == PcieNodeKind::kRootComplex;
  return roots == 0 ? 0 : roots - 1;
}

}  // namespace gf::model
