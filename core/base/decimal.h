// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gf::core {

/// Tells whether `c` is an ASCII digit, regardless of the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// digits * 10^exponent, exactly as a user wrote it: no rounding between text and integer units.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

/// Reads "12", "0.5", ".5", "1e-3" from the front of `text` and moves `text` past it. Returns
/// nothing if `text` does not start with a number (a sign is not part of one), or if the number has
/// more significant digits than 64 bits hold.
std::optional<Decimal> take_decimal(std::string_view& text);

/// How scaled() treats a fraction in the result.
enum class Fraction { kRefuse, kRound };

/// Returns value * factor as an integer. Returns nothing on overflow, for a fraction that
/// `fraction` refuses, and for a value that rounds to 0 without being 0.
std::optional<std::uint64_t> scaled(const Decimal& value, std::uint64_t factor, Fraction fraction);

}  // namespace gf::core
