// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Most bytes of a file that import reads: a dump of a machine has a few hundred KB.
inline constexpr std::uint64_t kMostImportBytes = std::uint64_t{16} << 20;

/// A line of a text that a person pasted, and its place.
struct ImportLine {
  std::string text;  ///< Without colours, carriage returns and blanks at its end.
  FilePlace place;
};

/// Returns the lines of `text`. Removes the escape sequences of terminals and the "> " of
/// quotations. Throws UserError (exit 5) with file:line for bytes that are not UTF-8, for a NUL,
/// and for lines of over 100,000 bytes.
std::vector<ImportLine> import_lines(std::string_view text, const std::string& file);

/// Throws the errors of import_lines(), but takes lines of any length.
void check_import_text(std::string_view text, const std::string& file);

}  // namespace gf::model
