// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gf::app {

/// A kind of input file: its endings, and what reads it and sums it up. To add one: a line in
/// input_kinds().
struct InputKind {
  std::string name;                  ///< What --kind takes.
  std::string what;                  ///< "PCIe tree".
  std::vector<std::string> endings;  ///< ".dot"; .ini is read by guess_kind().
  /// What the file holds, and what was not checked. Throws UserError.
  std::function<std::string(const std::string& file)> check;
};

const std::vector<InputKind>& input_kinds();
/// The kind of this name, or null.
const InputKind* find_kind(const std::string& name);
std::string kind_names();  ///< "graphs, schedule, ...".

struct GuessedKind {
  const InputKind* kind = nullptr;
  std::string reason;  ///< "from 'rc.children' on line 2"; empty: the ending says it.
};

/// By the ending of `file`, and of an .ini file by what its lines say: workload.name is a workload,
/// devices with `children` or another key of a machine are a tree or a machine, and all else are
/// parameters. Throws UserError for an ending that no kind has and a file that cannot be read.
GuessedKind guess_kind(const std::string& file);

}  // namespace gf::app
