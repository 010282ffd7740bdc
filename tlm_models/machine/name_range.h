// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// Most names that one range may stand for.
inline constexpr unsigned kMostNamesOfRange = 10'000;

/// The names that `text` stands for: "gpu[0..2]" is gpu0, gpu1, gpu2; "a" is a; several ranges,
/// "g[0..1]_[0..1]", count the last one fastest. Nothing: it is none of these, counts down, or
/// stands for more than kMostNamesOfRange.
std::optional<std::vector<std::string>> names_of_range(std::string_view text);

}  // namespace gf::model
