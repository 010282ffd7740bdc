// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>

namespace gf::core {

inline constexpr std::size_t kAnyColumns = ~std::size_t{0};

/// Returns how wide a line on `out` may be. If `out` is std::cout or std::cerr and a terminal: the
/// variable COLUMNS, else the width of the terminal, else 80. Otherwise there is no limit, so that
/// a program that reads a table finds each row on one line.
[[nodiscard]] std::size_t columns_of(const std::ostream& out);

/// Tells whether `out` is a terminal that obeys escape sequences, so that a line can be rewritten
/// in place and text can be coloured. That is std::cout or std::cerr, with a TERM that is neither
/// empty nor "dumb".
[[nodiscard]] bool rewrites_lines(const std::ostream& out);

/// Makes programs that this one starts from now on format their output for the standard output of
/// this one. Otherwise mpirun, which gives them a terminal of its own, would change it.
void hand_on_output();

/// columns_of(std::cout).
[[nodiscard]] std::size_t output_columns();

}  // namespace gf::core
