// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <ostream>

namespace gf::core {

void vprint(std::ostream& out, fmt::string_view format, fmt::format_args args);

/// Writes formatted text: print(out, "{},{:.3f}\n", name, value). fmt/ostream.h offers the same,
/// but it compiles fmt's number formatting again in each file that uses it, some 4 s each.
template <class... Args>
void print(std::ostream& out, fmt::format_string<Args...> format, Args&&... args) {
  vprint(out, format, fmt::make_format_args(args...));
}

}  // namespace gf::core
