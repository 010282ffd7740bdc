// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gf::core {

/// `word` as a POSIX shell takes it for one word: in single quotes where it needs them.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace gf::core
