// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gf::core {

/// Returns `word` in a form that a POSIX shell takes as one word: in single quotes if it needs
/// them.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace gf::core
