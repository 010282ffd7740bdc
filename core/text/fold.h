// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Breaks `text` at spaces into lines of at most `width` characters; a longer word stays whole.
/// Returns at least one line.
std::vector<std::string> fold(std::string_view text, std::size_t width);

/// Returns fold() as one text, with `indent` before all lines but the first.
std::string folded(std::string_view text, std::size_t width, std::string_view indent);

}  // namespace gf::core
