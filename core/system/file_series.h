// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::core {

/// The files that a run reads when a parameter names `file`: of NAME.0.et, the Chakra trace of
/// rank 0, also NAME.1.et and so on, as many as are there; of any other name that file alone. All
/// of them belong to what identifies a run, and are kept with it. Throws UserError(kBadInput),
/// naming the first file that is missing, when one of a higher number is there.
std::vector<std::string> file_series(const std::string& file);

/// Whether `file` begins a series.
bool begins_series(const std::string& file);

}  // namespace gf::core
