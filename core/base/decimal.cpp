// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"

#include <algorithm>

namespace gf::core {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr Wide kLargest = ~static_cast<Wide>(0);
constexpr std::uint64_t kMostDigits = ~std::uint64_t{0};
constexpr int kMostExponent = 10'000;

/// Collects digits. Zeros that no other digit follows go to the exponent and use up no digits.
class DigitReader {
 public:
  /// Reads the digits at the front of `text`; each moves the exponent by `weight`.
  bool take(std::string_view& text, int weight) {
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
      any_ = true;
      value_.exponent += weight;
      if (!push(static_cast<std::uint64_t>(text.front() - '0'))) return false;
    }
    return true;
  }
  [[nodiscard]] std::optional<Decimal> value() const {
    if (!any_) return std::nullopt;
    return Decimal{value_.digits, value_.exponent + pending_};
  }

 private:
  bool push(std::uint64_t digit) {
    ++pending_;
    if (digit == 0) return pending_ < kMostExponent;
    for (; pending_ > 0; --pending_) {
      if (value_.digits > kMostDigits / 10) return false;
      value_.digits *= 10;
    }
    if (value_.digits > kMostDigits - digit) return false;
    value_.digits += digit;
    return true;
  }

  Decimal value_;
  int pending_ = 0;  ///< Decimal places by which value_.digits has not been shifted yet.
  bool any_ = false;
};

/// Reads "e-3" at the front of `text`; leaves anything else ("eB") there.
int take_exponent(std::string_view& text) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return 0;
  std::string_view rest = text.substr(1);
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative || (!rest.empty() && rest.front() == '+')) rest.remove_prefix(1);
  if (rest.empty() || !is_digit(rest.front())) return 0;
  int exponent = 0;
  for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1))
    // Limited far beyond all units, so that a long row of digits cannot overflow an int.
    exponent = std::min(exponent * 10 + (rest.front() - '0'), kMostExponent);
  text = rest;
  return negative ? -exponent : exponent;
}

}  // namespace

std::optional<Decimal> take_decimal(std::string_view& text) {
  DigitReader reader;
  if (!reader.take(text, 0)) return std::nullopt;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (!reader.take(text, -1)) return std::nullopt;
  }
  std::optional<Decimal> value = reader.value();
  if (value) value->exponent += take_exponent(text);
  return value;
}

std::optional<std::uint64_t> scaled(const Decimal& value, std::uint64_t factor, Fraction fraction) {
  if (value.digits == 0) return 0;
  Wide result = static_cast<Wide>(value.digits) * factor;
  for (int i = 0; i < value.exponent; ++i) {
    if (result > kLargest / 10) return std::nullopt;
    result *= 10;
  }
  Wide divisor = 1;
  // The loop may stop at the limit, which is large enough: a number of 19 digits times a unit of up
  // to 10^15 is below half of it and becomes 0, as with the true divisor.
  for (int i = 0; i > value.exponent && divisor <= kLargest / 10; --i) divisor *= 10;
  if (fraction == Fraction::kRefuse && result % divisor != 0) return std::nullopt;
  result = result / divisor + (result % divisor >= divisor - divisor / 2 && divisor > 1 ? 1 : 0);
  // A value that became zero by rounding would be a latency or a size that the user wrote and that
  // silently vanishes.
  if (result == 0 || result > ~std::uint64_t{0}) return std::nullopt;
  return static_cast<std::uint64_t>(result);
}

}  // namespace gf::core
