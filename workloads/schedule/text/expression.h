// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace gf::model {

/// Values of names in an expression.
using ExpressionNames = std::map<std::string, std::int64_t, std::less<>>;

/// Evaluates `text`, an expression of whole numbers with the operators
///   ||   &&   == != < <= > >=   ^ (bitwise exclusive or)   <<   + -   * / %   - !   ( )
/// in the order of increasing precedence; a comparison yields 1 or 0. `/` rounds down and `%` is
/// never negative, so (i - 1) % n is the neighbour on a ring. A number may have a unit of size: "64
/// KiB". Calls `refuse`, which must throw, with the error: an unexpected character, an unknown
/// name, a division by 0, a number outside of +-2^63.
std::int64_t evaluate(std::string_view text, const ExpressionNames& names,
                      const std::function<void(const std::string& cause)>& refuse);

}  // namespace gf::model
