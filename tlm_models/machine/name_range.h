// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// Limit of names in one range.
inline constexpr unsigned kMostNamesOfRange = 10'000;

/// Expands `text` to names: "gpu[0..2]" is gpu0, gpu1, gpu2; "a" is a; with several ranges,
/// "g[0..1]_[0..1]", the last one counts fastest. Returns nothing for other text, for a range that
/// counts down, and for more than kMostNamesOfRange names.
std::optional<std::vector<std::string>> names_of_range(std::string_view text);

}  // namespace gf::model
