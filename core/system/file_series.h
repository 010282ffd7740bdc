// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::core {

/// Returns the files that a run reads when a parameter names `file`. For NAME.0.et, the Chakra
/// trace of rank 0, these are also NAME.1.et and so on, as far as they exist; for any other name
/// only that file. All of them identify a run, and are kept with it. Throws UserError(kBadInput),
/// with the first missing file, if one with a higher number exists.
std::vector<std::string> file_series(const std::string& file);

/// Tells whether `file` begins a series.
bool begins_series(const std::string& file);

}  // namespace gf::core
