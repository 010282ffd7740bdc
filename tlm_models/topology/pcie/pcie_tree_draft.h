// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// A tree while a file declares it, in parts and in any order.
class PcieTreeDraft {
 public:
  explicit PcieTreeDraft(std::string file) : file_(std::move(file)) {}

  void mention(const std::string& name, unsigned line);
  /// Throws UserError (exit 5) if `kind` is unknown or contradicts an earlier one.
  void set_kind(const std::string& name, const std::string& kind, unsigned line);
  /// Adds `child` at the next port of `parent`. Throws if the child has a parent already.
  void add_edge(const std::string& parent, const std::string& child, unsigned line);
  /// Returns the checked tree; a node without a kind is a GPU at a leaf, else a switch.
  [[nodiscard]] PcieTree finish() const;
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  struct Node {
    std::string name;
    unsigned line = 0;
    std::optional<PcieNodeKind> kind;
    std::string parent;
    unsigned parent_line = 0;
    bool has_children = false;
  };
  Node& node(const std::string& name, unsigned line);

  std::string file_;
  std::map<std::string, std::size_t> index_;
  std::vector<Node> nodes_;                              ///< In order of first mention.
  std::vector<std::pair<std::size_t, unsigned>> edges_;  ///< Child and line, in file order.
};

}  // namespace gf::model
