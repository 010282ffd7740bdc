// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// Appends one value per step as short text for a page's script. A value is two characters of
/// "A-Za-z0-9-_" (6 bits each, the high ones first), 0 ... 4095 for 0 ... `max`, rounded. '~' and
/// two such characters repeat the previous value that many more times. Values below 0 become 0, and
/// those above `max` become `max`. If `max` is 0, all are 0.
void append_step_text(std::string& text, const std::vector<double>& values, double max);

}  // namespace gf::app
