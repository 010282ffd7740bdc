// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gf::app {

/// A kind of input file: its endings, and a function that reads and summarises it. To add a kind,
/// add a line to input_kinds().
struct InputKind {
  std::string name;                  ///< Value of --kind.
  std::string what;                  ///< "PCIe tree".
  std::vector<std::string> endings;  ///< Such as ".dot"; .ini is handled by guess_kind().
  /// Describes the file's contents, and which parts were not checked. Throws UserError.
  std::function<std::string(const std::string& file)> check;
};

const std::vector<InputKind>& input_kinds();
/// Returns the kind of this name, or null.
const InputKind* find_kind(const std::string& name);
std::vector<std::string> kind_names();  ///< "graphs", "schedule", ...

struct GuessedKind {
  const InputKind* kind = nullptr;
  std::string reason;  ///< "from 'rc.children' on line 2"; empty: the ending decides.
};

/// Guesses the kind from the ending of `file` and the keys of an .ini file. workload.name means a
/// workload; `children` or another key of machines means a tree or machine; anything else means
/// parameters. Throws UserError for an ending that no kind has, and for an unreadable file.
GuessedKind guess_kind(const std::string& file);

}  // namespace gf::app
