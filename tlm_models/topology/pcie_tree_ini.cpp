// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <ostream>

#include "core/error.h"
#include "tlm_models/topology/pcie_tree_draft.h"
#include "tlm_models/topology/pcie_tree_io.h"

namespace gf::model {
namespace {

constexpr const char* kBlanks = " \t\r\v\f";

std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

class IniReader {
 public:
  IniReader(std::istream& in, const std::string& file) : in_(in), draft_(file) {}

  PcieTree run() {
    std::string text;
    while (std::getline(in_, text)) {
      ++line_;
      if (line_ == 1 && text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
      text = trim(text.substr(0, text.find_first_of("#;")));
      if (text.empty()) continue;
      text.front() == '[' ? read_section(text) : read_key(text);
    }
    return draft_.finish();
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) {
    core::fail_input(draft_.file(), line_, cause, expected);
  }

  void read_section(const std::string& text) {
    section_ = trim(text.substr(1, text.size() - 2));
    if (text.back() != ']' || section_.empty())
      fail("section '" + text + "'", "a node's name in brackets, as in [plx_a]");
    const auto [earlier, fresh] = sections_.emplace(section_, line_);
    if (!fresh)
      fail("node " + section_ + " has two sections (first on line " +
               std::to_string(earlier->second) + ")",
           "one section a node; rename or join them");
    draft_.mention(section_, line_);
  }

  void read_key(const std::string& text) {
    const auto equals = text.find('=');
    const std::string key = trim(text.substr(0, equals));
    if (equals == std::string::npos || section_.empty())
      fail("line '" + text + "'", "[node], then kind = ... and children = ...");
    const std::string value = trim(text.substr(equals + 1));
    if (key == "kind") {
      draft_.set_kind(section_, value, line_);
    } else if (key == "children") {
      read_children(value);
    } else {
      fail("unknown key '" + key + "' of node " + section_, "kind or children");
    }
  }

  void read_children(const std::string& value) {
    for (std::size_t begin = 0; begin <= value.size();) {
      const auto comma = std::min(value.find(',', begin), value.size());
      const std::string child = trim(value.substr(begin, comma - begin));
      if (child.empty())
        fail("children of node " + section_ + " hold an empty name", "names separated by commas");
      draft_.add_edge(section_, child, line_);
      begin = comma + 1;
    }
  }

  std::istream& in_;
  PcieTreeDraft draft_;
  unsigned line_ = 0;
  std::string section_;
  std::map<std::string, unsigned> sections_;
};

}  // namespace

PcieTree read_pcie_tree_ini(std::istream& in, const std::string& file) {
  return IniReader(in, file).run();
}

void write_pcie_tree_ini(std::ostream& out, const PcieTree& tree) {
  for (const PcieNode& node : tree.nodes()) {
    if (node.kind == PcieNodeKind::kGpu) continue;
    out << '[' << node.name << "]\nkind = " << to_text(node.kind) << "\nchildren = ";
    for (unsigned child : node.children)
      out << (child == node.children.front() ? "" : ", ") << tree.node(child).name;
    out << "\n";
  }
}

}  // namespace gf::model
