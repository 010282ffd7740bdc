// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie_tree_io.h"

#include <ostream>

#include "core/error.h"
#include "core/text_file.h"

namespace gf::model {
namespace {

bool ends_with(const std::string& text, const std::string& tail) {
  return text.size() >= tail.size() &&
         text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

}  // namespace

PcieTree read_pcie_tree_file(const std::string& file) {
  constexpr const char* kExpected = "a topology in INI or DOT form";
  core::TextFile in(file, kExpected);
  if (in.text().empty()) core::fail_input(file, 0, "is empty", kExpected);
  if (ends_with(file, ".dot") || ends_with(file, ".gv")) return read_pcie_tree_dot(in, file);
  return read_pcie_tree_ini(in, file);
}

void write_pcie_tree_csv(std::ostream& out, const PcieTree& tree) {
  out << "node,name,kind,parent,parent_port,depth,gpu\n";
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.node(i);
    out << i << ',' << node.name << ',' << to_text(node.kind) << ',';
    if (node.parent != kNoPcieNode)
      out << tree.node(node.parent).name << ',' << node.parent_port;
    else
      out << ',';
    out << ',' << node.depth << ',';
    if (node.device != kNoPcieNode) out << node.device;
    out << '\n';
  }
}

void write_pcie_tree_text(std::ostream& out, const PcieTree& tree) {
  for (const PcieNode& node : tree.nodes()) {
    out << std::string(2 * node.depth, ' ') << node.name;
    if (node.kind == PcieNodeKind::kDevice) {
      out << "  gpu " << node.device;
    } else {
      out << "  " << to_text(node.kind) << ", " << node.children.size() << " ports down";
    }
    out << '\n';
  }
}

}  // namespace gf::model
