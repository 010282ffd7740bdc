// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <map>
#include <ostream>

#include "core/base/error.h"
#include "core/text/ini.h"
#include "tlm_models/topology/pcie/pcie_tree_draft.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void add_children(PcieTreeDraft& draft, const std::string& node, const core::IniEntry& entry) {
  for (std::size_t begin = 0; begin <= entry.value.size();) {
    const auto comma = std::min(entry.value.find(',', begin), entry.value.size());
    const std::string child = trim(entry.value.substr(begin, comma - begin));
    if (child.empty())
      core::fail_input(draft.file(), entry.line, "children of node " + node + " hold an empty name",
                       "names separated by commas");
    draft.add_edge(node, child, entry.line);
    begin = comma + 1;
  }
}

void add_entry(PcieTreeDraft& draft, const core::IniEntry& entry) {
  const auto dot = entry.key.rfind('.');
  const std::string key = entry.key.substr(dot == std::string::npos ? 0 : dot + 1);
  const std::string node = entry.key.substr(0, dot == std::string::npos ? 0 : dot);
  if (node.empty())
    core::fail_input(draft.file(), entry.line, "the key '" + entry.key + "' outside of a section",
                     "kind or children, in a section [node]");
  if (key != "kind" && key != "children")
    core::fail_unknown_key(draft.file(), entry.line, entry.key, {"kind", "children"});
  draft.mention(node, entry.line);
  if (key == "kind") {
    draft.set_kind(node, entry.value, entry.line);
  } else {
    add_children(draft, node, entry);
  }
}

}  // namespace

PcieTree read_pcie_tree_ini(std::istream& in, const std::string& file) {
  PcieTreeDraft draft(file);
  std::map<std::string, unsigned> seen;
  for (const core::IniEntry& entry : core::read_ini(in, file)) {
    const auto [earlier, fresh] = seen.emplace(entry.key, entry.line);
    if (!fresh)
      core::fail_input(file, entry.line,
                       "'" + entry.key + "' is given twice (first on line " +
                           std::to_string(earlier->second) + ")",
                       "one section per node; rename or join them");
    add_entry(draft, entry);
  }
  return draft.finish();
}

void write_pcie_tree_ini(std::ostream& out, const PcieTree& tree) {
  for (const PcieNode& node : tree.nodes()) {
    if (node.kind == PcieNodeKind::kDevice) continue;
    out << '[' << node.name << "]\nkind = " << to_text(node.kind) << "\nchildren = ";
    for (unsigned child : node.children)
      out << (child == node.children.front() ? "" : ", ") << tree.node(child).name;
    out << "\n";
  }
}

}  // namespace gf::model
