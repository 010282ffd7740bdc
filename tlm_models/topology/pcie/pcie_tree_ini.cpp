// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <map>
#include <ostream>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/text/ini.h"
#include "tlm_models/topology/pcie/pcie_tree_draft.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

void add_children(PcieTreeDraft& draft, const std::string& node, const core::IniEntry& entry) {
  for (const std::string_view child : core::split_fields(entry.value, ',')) {
    if (child.empty())
      core::fail_input(draft.file(), entry.line, "children of node " + node + " hold an empty name",
                       "names separated by commas");
    draft.add_edge(node, std::string(child), entry.line);
  }
}

void add_entry(PcieTreeDraft& draft, const core::IniEntry& entry) {
  const std::string node = entry.section(), key = entry.name();
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
