// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace gf::model {

/// What names stand for in an expression.
using ExpressionNames = std::map<std::string, std::int64_t, std::less<>>;

/// The value of `text`, whole numbers with
///   ||   &&   == != < <= > >=   ^ (bitwise exclusive or)   <<   + -   * / %   - !   ( )
/// from what binds least to what binds most; a comparison is 1 or 0. `/` rounds down and `%` is
/// never negative, so that (i - 1) % n is the neighbour on a ring. A number may have a unit of
/// sizes: "64 KiB". Calls `refuse`, which throws, with what is wrong: a character, a name that
/// stands for nothing, a division by 0, a number outside of +-2^63.
std::int64_t evaluate(std::string_view text, const ExpressionNames& names,
                      const std::function<void(const std::string& cause)>& refuse);

}  // namespace gf::model
