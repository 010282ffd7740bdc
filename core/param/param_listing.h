// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/text/terminal.h"

namespace gf::core {

/// Several rows with the same content, shown as one; `row.path` is then a glob that matches them
/// all.
struct FoldedRow {
  ParamRow row;
  std::size_t instances = 1;
};

/// Folds the rows of similar instances ("k80_0.lanes" ... "k80_3.lanes" to "k80_*.lanes"): same
/// last name, depth, type, range, meaning and source. If the values differ, the most frequent one
/// is folded. The others follow it one by one, as overrides would.
std::vector<FoldedRow> fold(const std::vector<ParamRow>& rows);

/// Prints aligned columns: path, default, value, legal, meaning, source. Rows of one instance are
/// grouped. Long cells are wrapped where lines would be longer than `columns`.
void print_params(std::ostream& out, const std::vector<ParamRow>& rows,
                  std::size_t columns = kAnyColumns);
/// Prints a Markdown page: for each kind of instance a heading and a table of parameter, default,
/// legal values, meaning and source. The source includes the plausible range that a guess declares.
void print_params_markdown(std::ostream& out, const std::string& title,
                           const std::vector<ParamRow>& rows);
/// Returns only the table, not folded, with whole paths.
std::string params_table(const std::vector<ParamRow>& rows);
/// Prints a JSON list, not folded: path, type, value, default, legal, meaning, source, origin, and
/// the plausible range of a guess that declares one.
void print_params_json(std::ostream& out, const std::vector<ParamRow>& rows);

/// Writes config.resolved.ini: every value, under a comment with its origin, legal values and
/// meaning. ParamRegistry::add_ini_file() reads it back to the same values. `title` becomes a
/// comment.
void write_resolved_ini(std::ostream& out, const std::string& title,
                        const std::vector<ParamRow>& rows);

}  // namespace gf::core
