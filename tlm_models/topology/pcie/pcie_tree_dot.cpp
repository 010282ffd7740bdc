// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <iterator>

#include "core/base/error.h"
#include "tlm_models/topology/dot_tokens.h"
#include "tlm_models/topology/pcie/pcie_tree_draft.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

using Token = DotTokens::Token;
constexpr unsigned kMaxNesting = 32;

/// Recursive descent over the subset that pcie_tree_io.h describes.
class DotReader {
 public:
  DotReader(std::string text, const std::string& file)
      : tokens_(std::move(text), file), draft_(file) {}

  PcieTree run() {
    if (tokens_.peek().is_word("strict")) tokens_.next();
    const Token head = tokens_.next();
    if (!head.is_word("digraph")) fail(head, "digraph name { ... }");
    if (!tokens_.peek().is("{")) tokens_.expect_name("the graph's name or {");
    tokens_.expect("{");
    read_statements();
    const Token end = tokens_.next();
    if (!end.is_end()) fail(end, "nothing after the closing }");
    return draft_.finish();
  }

 private:
  [[noreturn]] void fail(const Token& token, const std::string& expected) {
    tokens_.fail(token, expected);
  }

  /// Reads up to and including the closing brace; returns the nodes mentioned.
  std::vector<std::string> read_statements() {
    std::vector<std::string> mentioned;
    if (++nesting_ > kMaxNesting)
      fail(tokens_.peek(), "at most " + std::to_string(kMaxNesting) + " nested braces");
    while (!tokens_.accept("}")) {
      if (tokens_.peek().is_end()) fail(tokens_.peek(), "a closing }");
      for (std::string& name : read_statement()) mentioned.push_back(std::move(name));
      while (tokens_.accept(";") || tokens_.accept(",")) {
      }
    }
    --nesting_;
    return mentioned;
  }

  std::vector<std::string> read_statement() {
    const Token first = tokens_.peek();
    if (first.is_word("graph") || first.is_word("node") || first.is_word("edge")) {
      tokens_.next();
      read_attributes({});
      return {};
    }
    std::vector<std::string> all = read_operand();
    if (all.size() == 1 && tokens_.accept("=")) {  // "rankdir = LR"
      tokens_.expect_name("a value");
      return {};
    }
    std::vector<std::string> from = all;
    bool edge = false;
    while (tokens_.accept("->")) {
      edge = true;
      const unsigned line = tokens_.line();
      std::vector<std::string> to = read_operand();
      for (const std::string& parent : from)
        for (const std::string& child : to) draft_.add_edge(parent, child, line);
      all.insert(all.end(), to.begin(), to.end());
      from = std::move(to);
    }
    if (!edge)
      for (const std::string& name : all) draft_.mention(name, first.line);
    read_attributes(edge ? std::vector<std::string>{} : all);
    return all;
  }

  /// Reads a name with an optional port, or a group in braces.
  std::vector<std::string> read_operand() {
    if (tokens_.peek().is_word("subgraph")) {
      tokens_.next();
      if (!tokens_.peek().is("{")) tokens_.expect_name("the subgraph's name or {");
      if (!tokens_.peek().is("{")) fail(tokens_.peek(), "{ after the subgraph's name");
    }
    if (tokens_.accept("{")) return read_statements();
    const std::string name = tokens_.expect_name("a node, an edge or a closing }");
    while (tokens_.accept(":")) tokens_.expect_name("a port after the colon");
    return {name};
  }

  /// Reads any "[a=b, c=d]" lists; `kind` applies to `names`.
  void read_attributes(const std::vector<std::string>& names) {
    while (tokens_.accept("[")) {
      while (!tokens_.accept("]")) {
        const unsigned line = tokens_.line();
        const std::string key = tokens_.expect_name("an attribute or a closing ]");
        const std::string value = tokens_.accept("=") ? tokens_.expect_name("a value") : "true";
        if (key == "kind")
          for (const std::string& name : names) draft_.set_kind(name, value, line);
        while (tokens_.accept(";") || tokens_.accept(",")) {
        }
      }
    }
  }

  DotTokens tokens_;
  PcieTreeDraft draft_;
  unsigned nesting_ = 0;
};

}  // namespace

PcieTree read_pcie_tree_dot(std::istream& in, const std::string& file) {
  return DotReader({std::istreambuf_iterator<char>(in), {}}, file).run();
}

}  // namespace gf::model
