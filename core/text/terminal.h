// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>

namespace gf::core {

inline constexpr std::size_t kAnyColumns = ~std::size_t{0};

/// How wide a line on `out` may be. Where that is std::cout or std::cerr and a terminal: the
/// variable COLUMNS, else what the terminal says, else 80. Elsewhere there is no limit, so that a
/// program that reads a table finds each row on one line.
[[nodiscard]] std::size_t columns_of(const std::ostream& out);

/// Whether `out` is a terminal that obeys escape sequences, so that a line can be rewritten in
/// place and text be coloured: std::cout or std::cerr, with a TERM that is neither empty nor
/// "dumb".
[[nodiscard]] bool rewrites_lines(const std::ostream& out);

/// Programs that this one starts from now on have the same standard output, whatever they find:
/// mpirun gives them a terminal of its own.
void hand_on_output();

/// columns_of(std::cout).
[[nodiscard]] std::size_t output_columns();

}  // namespace gf::core
