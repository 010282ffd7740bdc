// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_tree_io.h"

#include "core/base/error.h"
#include "core/system/text_file.h"

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

}  // namespace gf::model
