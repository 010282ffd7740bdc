// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gf::app {

/// A kind of input file: its endings, and what reads it and sums it up. To add one: a line in
/// input_kinds().
struct InputKind {
  std::string name;                  ///< The word that --kind takes.
  std::string what;                  ///< "PCIe tree".
  std::vector<std::string> endings;  ///< ".dot"; .ini is read by guess_kind().
  /// Describes the file's contents and the parts that were not checked. Throws UserError.
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

/// Guesses from the ending of `file`, and from the keys of an .ini file: workload.name means a
/// workload, `children` or another key of a machine a tree or a machine, and all else parameters.
/// Throws UserError for an ending that no kind has and a file that cannot be read.
GuessedKind guess_kind(const std::string& file);

}  // namespace gf::app
