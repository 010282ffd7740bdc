// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_tree_draft.h"

#include "core/base/error.h"

namespace gf::model {

PcieTreeDraft::Node& PcieTreeDraft::node(const std::string& name, unsigned line) {
  const auto [at, fresh] = index_.emplace(name, nodes_.size());
  if (fresh && nodes_.size() == kMostPcieNodes)
    core::fail_input(file_, line, "too many nodes",
                     "up to " + std::to_string(kMostPcieNodes) + "; leave some out");
  if (fresh) nodes_.push_back({name, line, std::nullopt, "", 0, false});
  return nodes_[at->second];
}

void PcieTreeDraft::mention(const std::string& name, unsigned line) { node(name, line); }

void PcieTreeDraft::set_kind(const std::string& name, const std::string& kind, unsigned line) {
  for (auto legal : {PcieNodeKind::kRootComplex, PcieNodeKind::kSwitch, PcieNodeKind::kDevice}) {
    if (kind != to_text(legal)) continue;
    Node& at = node(name, line);
    if (at.kind && *at.kind != legal)
      core::fail_input(file_, line,
                       "node " + name + " is already a " + std::string(to_text(*at.kind)),
                       "one kind per node; remove the other");
    at.kind = legal;
    return;
  }
  core::fail_input(file_, line, "node " + name + " has the kind '" + kind + "'",
                   "root_complex, switch or gpu");
}

void PcieTreeDraft::add_edge(const std::string& parent, const std::string& child, unsigned line) {
  node(parent, line).has_children = true;
  Node& at = node(child, line);
  if (!at.parent.empty())
    core::fail_input(file_, line,
                     "node " + child + " has two parents: " + at.parent + " (line " +
                         std::to_string(at.parent_line) + ") and " + parent,
                     "one parent per node; remove one of them");
  at.parent = parent;
  at.parent_line = line;
  edges_.emplace_back(index_[child], line);
}

PcieTree PcieTreeDraft::finish() const {
  std::vector<PcieNodeSpec> specs;
  const auto add = [&](const Node& node, unsigned line) {
    const auto default_value = node.has_children ? PcieNodeKind::kSwitch : PcieNodeKind::kDevice;
    specs.push_back({node.name, node.kind.value_or(default_value), node.parent, line});
  };
  for (const Node& node : nodes_)
    if (node.parent.empty()) add(node, node.line);
  // In the order of the edges, not of the first mention, because it sets the children's ports.
  for (const auto& [child, line] : edges_) add(nodes_[child], line);
  return PcieTree(file_, specs, file_);
}

}  // namespace gf::model
