// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// `text` in lines of at most `width` characters, broken at spaces; a longer word stays whole. At
/// least one line.
std::vector<std::string> fold(std::string_view text, std::size_t width);

/// fold() as one text, with the lines after the first behind `indent`.
std::string folded(std::string_view text, std::size_t width, std::string_view indent);

}  // namespace gf::core
