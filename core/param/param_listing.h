// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/text/terminal.h"

namespace gf::core {

/// Several rows that tell the same, as one: `row.path` is then a glob that matches them all.
struct FoldedRow {
  ParamRow row;
  std::size_t instances = 1;
};

/// Folds the rows of alike instances ("k80_0.lanes" ... "k80_3.lanes" to "k80_*.lanes"): same last
/// name, depth, type, range, meaning and source. Of several values the most frequent one is folded;
/// the others follow it one by one, as overrides would.
std::vector<FoldedRow> fold(const std::vector<ParamRow>& rows);

/// Aligned columns: path, default, value, legal, meaning, source. Rows of one instance together.
/// Long cells are wrapped where lines would be longer than `columns`.
void print_params(std::ostream& out, const std::vector<ParamRow>& rows,
                  std::size_t columns = kAnyColumns);
/// A Markdown page: a heading a kind of instance, a table of parameter, default, legal values,
/// meaning and source, with the plausible range of a guess that declares one.
void print_params_markdown(std::ostream& out, const std::string& title,
                           const std::vector<ParamRow>& rows);
/// The table alone, not folded, with whole paths.
std::string params_table(const std::vector<ParamRow>& rows);
/// A JSON list, not folded: path, type, value, default, legal, meaning, source, origin; of a guess
/// that declares a plausible range also that.
void print_params_json(std::ostream& out, const std::vector<ParamRow>& rows);

/// config.resolved.ini: every value, above it where it came from, its type, legal values and
/// meaning. ParamRegistry::add_ini_file() reads it back to the same values. `title` is a comment.
void write_resolved_ini(std::ostream& out, const std::string& title,
                        const std::vector<ParamRow>& rows);

}  // namespace gf::core
