// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_tree_check.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/error.h"

namespace gf::model {

bool is_node_name(const std::string& name) {
  const auto legal = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name == "memory" || name.rfind("software", 0) == 0) return false;
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), legal);
}

namespace {

/// One pass over the declarations; each error names the rejected node.
class Checker {
 public:
  Checker(const std::vector<PcieNodeSpec>& specs, const std::string& origin)
      : specs_(specs), origin_(origin), parents_(specs.size(), kNoPcieNode) {
    links_.children.resize(specs.size());
  }

  PcieTreeLinks run() {
    index_names();
    link_parents();
    // Cycles before roots: find_root() relies on a root.
    for (unsigned i = 0; i < specs_.size(); ++i) follow_to_root(i);
    find_root();
    for (unsigned i = 0; i < specs_.size(); ++i) check_kind(i);
    return std::move(links_);
  }

 private:
  [[noreturn]] void fail(unsigned line, const std::string& cause, const std::string& expected) {
    core::fail_input(origin_, line, cause, expected);
  }

  void index_names() {
    if (specs_.empty()) fail(1, "no node is declared", "a root, its switches and their GPUs");
    if (specs_.size() > kMostPcieNodes)
      fail(specs_[kMostPcieNodes].line, std::to_string(specs_.size()) + " nodes",
           "up to " + std::to_string(kMostPcieNodes) + "; leave some out");
    for (unsigned i = 0; i < specs_.size(); ++i) {
      const PcieNodeSpec& spec = specs_[i];
      if (!is_node_name(spec.name))
        fail(spec.line, "node name '" + spec.name + "'", std::string(kNodeNames));
      const auto [other, fresh] = names_.emplace(spec.name, i);
      if (!fresh)
        fail(spec.line,
             "node " + spec.name + " is declared twice (first on line " +
                 std::to_string(specs_[other->second].line) + ")",
             "one declaration and one parent per node; rename one of them");
    }
  }

  void link_parents() {
    for (unsigned i = 0; i < specs_.size(); ++i) {
      const PcieNodeSpec& spec = specs_[i];
      if (spec.parent.empty()) continue;
      const auto parent = names_.find(spec.parent);
      if (parent == names_.end())
        fail(spec.line, "node " + spec.name + " has the unknown parent " + spec.parent,
             "the name of a declared switch or root complex");
      parents_[i] = parent->second;
      links_.children[parent->second].push_back(i);
      if (links_.children[parent->second].size() > kMostPciePorts)
        fail(spec.line,
             "node " + spec.parent + " has more than " + std::to_string(kMostPciePorts) +
                 " children",
             "at most that many; put switches in between");
    }
  }

  /// Throws an error with the cycle's members if no root is reached from node `start`.
  void follow_to_root(unsigned start) {
    if (state_.empty()) state_.resize(specs_.size(), kUnknown);
    std::vector<unsigned> trail;
    unsigned at = start;
    while (at != kNoPcieNode && state_[at] == kUnknown) {
      state_[at] = kOnTrail;
      trail.push_back(at);
      at = parents_[at];
    }
    if (at != kNoPcieNode && state_[at] == kOnTrail) fail_cycle(at);
    // Each node is visited once, however many are below it.
    for (unsigned node : trail) state_[node] = kSafe;
  }

  [[noreturn]] void fail_cycle(unsigned start) {
    std::string names = specs_[start].name;
    unsigned at = start;
    do {
      at = parents_[at];
      names = specs_[at].name + " -> " + names;
    } while (at != start);
    fail(specs_[start].line, "the links form a cycle: " + names,
         "a tree; remove one of these links");
  }

  void find_root() {
    std::vector<unsigned> roots;
    for (unsigned i = 0; i < specs_.size(); ++i)
      if (parents_[i] == kNoPcieNode) roots.push_back(i);
    links_.root = roots.front();  // without a root there is a cycle, which was rejected above
    if (roots.size() > 1) fail_roots(roots);
    const PcieNodeSpec& root = specs_[links_.root];
    if (root.kind == PcieNodeKind::kDevice)
      fail(root.line, "the root " + root.name + " is a GPU",
           "a root complex or a switch at the root");
  }

  [[noreturn]] void fail_roots(const std::vector<unsigned>& roots) {
    for (unsigned root : roots)
      if (links_.children[root].empty())
        fail(specs_[root].line, "node " + specs_[root].name + " is not connected",
             "a parent for it, or its removal");
    const PcieNodeSpec& second = specs_[roots[1]];
    fail(second.line, "more than one root: " + specs_[roots[0]].name + " and " + second.name,
         "one root; give " + second.name + " a parent");
  }

  void check_kind(unsigned i) {
    const PcieNodeSpec& spec = specs_[i];
    const bool leaf = links_.children[i].empty();
    if (spec.kind == PcieNodeKind::kDevice && !leaf)
      fail(spec.line, "GPU " + spec.name + " has the child " + specs_[links_.children[i][0]].name,
           "GPUs only at the leaves; make it a switch or move the child");
    if (spec.kind != PcieNodeKind::kDevice && leaf)
      fail(spec.line, std::string(to_text(spec.kind)) + " " + spec.name + " has no children",
           "at least one GPU or switch below it, or its removal");
    const bool below_other =
        i != links_.root && specs_[parents_[i]].kind != PcieNodeKind::kRootComplex;
    if (spec.kind == PcieNodeKind::kRootComplex && below_other)
      fail(spec.line, "root complex " + spec.name + " is not the root",
           "a switch in its place; a root complex may only be below another root complex, over a "
           "socket link");
  }

  enum State : char { kUnknown, kOnTrail, kSafe };
  const std::vector<PcieNodeSpec>& specs_;
  const std::string& origin_;
  std::map<std::string, unsigned> names_;
  std::vector<unsigned> parents_;
  std::vector<State> state_;
  PcieTreeLinks links_;
};

}  // namespace

PcieTreeLinks check_pcie_tree(const std::vector<PcieNodeSpec>& specs, const std::string& origin) {
  return Checker(specs, origin).run();
}

}  // namespace gf::model
