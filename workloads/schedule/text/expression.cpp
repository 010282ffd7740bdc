// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/text/expression.h"

#include <array>
#include <cctype>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/units.h"

namespace gf::model {
namespace {

struct Operator {
  std::string_view sign;
  int binds;  ///< Precedence; higher numbers bind tighter.
};
/// Operators with a common first character: the longer one first.
constexpr std::array<Operator, 15> kOperators{{{"||", 1},
                                               {"&&", 2},
                                               {"==", 3},
                                               {"!=", 3},
                                               {"<<", 5},
                                               {"<=", 3},
                                               {">=", 3},
                                               {"<", 3},
                                               {">", 3},
                                               {"^", 4},
                                               {"+", 6},
                                               {"-", 6},
                                               {"*", 7},
                                               {"/", 7},
                                               {"%", 7}}};
constexpr unsigned kMostDepth = 64;  // of parentheses

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Expression {
 public:
  Expression(std::string_view text, const ExpressionNames& names,
             const std::function<void(const std::string&)>& refuse)
      : text_(text), names_(names), refuse_(refuse) {}

  std::int64_t value() {
    const std::int64_t result = binary(0);
    if (skip_blanks(); at_ != text_.size())
      fail("'" + std::string(text_.substr(at_)) + "' is unexpected");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& cause) {
    refuse_("in '" + std::string(text_) + "': " + cause);
    std::abort();  // not reached: refuse_() throws
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take(std::string_view sign) {
    skip_blanks();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  template <class Is>
  std::string_view take_while(const Is& is) {
    const std::size_t from = at_;
    while (at_ < text_.size() && is(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  /// Returns the next operator if it binds tighter than `than`, otherwise null.
  const Operator* next(int than) {
    skip_blanks();
    for (const Operator& each : kOperators) {
      if (text_.substr(at_, each.sign.size()) != each.sign) continue;
      return each.binds > than ? &each : nullptr;
    }
    return nullptr;
  }

  std::int64_t binary(int than) {
    std::int64_t left = unary();
    while (const Operator* const sign = next(than)) {
      at_ += sign->sign.size();
      left = apply(sign->sign, left, binary(sign->binds));
    }
    return left;
  }

  std::int64_t unary() {
    if (++depth_ > kMostDepth) fail("more than 64 nested parentheses");
    std::int64_t result = 0;
    if (take("-"))
      result = apply("-", 0, unary());
    else if (take("!"))
      result = unary() == 0 ? 1 : 0;
    else
      result = primary();
    --depth_;
    return result;
  }

  std::int64_t primary() {
    if (take("(")) {
      const std::int64_t inner = binary(0);
      if (!take(")")) fail("a ) is missing");
      return inner;
    }
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    const std::string_view name = take_while([](char c) { return is_letter(c) || is_digit(c); });
    if (name.empty()) fail("a number, a name or ( is missing");
    const auto found = names_.find(name);
    if (found == names_.end()) fail("unknown name " + std::string(name) + known());
    return found->second;
  }

  std::int64_t number() {
    const std::size_t from = at_;
    take_while(is_digit);
    const std::size_t digits = at_;
    skip_blanks();
    const bool unit = !take_while(is_letter).empty();
    if (!unit) at_ = digits;
    const std::string_view all = text_.substr(from, at_ - from);
    if (!unit) {
      if (const auto plain = core::parse_number<std::int64_t>(all)) return *plain;
      fail(std::string(all) + " is more than 2^63");
    }
    try {
      return static_cast<std::int64_t>(core::parse_bytes(all).count());
    } catch (const core::UserError&) {
      fail("'" + std::string(all) + "' is not a size, such as 64 KiB");
    }
  }

  std::int64_t apply(std::string_view sign, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    bool beyond = false;
    if (sign == "+") beyond = __builtin_add_overflow(a, b, &result);
    if (sign == "-") beyond = __builtin_sub_overflow(a, b, &result);
    if (sign == "*") beyond = __builtin_mul_overflow(a, b, &result);
    if (sign == "<<") {
      if (b < 0 || b > 62) fail("a shift by " + std::to_string(b));
      beyond = __builtin_mul_overflow(a, std::int64_t{1} << b, &result);
    }
    if (beyond) fail("a number outside of +-2^63");
    if (sign == "/" || sign == "%") return divide(sign == "/", a, b);
    if (sign == "^") return a ^ b;
    if (sign == "+" || sign == "-" || sign == "*" || sign == "<<") return result;
    return compare(sign, a, b) ? 1 : 0;
  }

  std::int64_t divide(bool quotient, std::int64_t a, std::int64_t b) {
    if (b <= 0) fail("a division by " + std::to_string(b) + "; it has to be above 0");
    const std::int64_t rest = (a % b + b) % b;
    return quotient ? (a - rest) / b : rest;
  }

  static bool compare(std::string_view sign, std::int64_t a, std::int64_t b) {
    if (sign == "||") return a != 0 || b != 0;
    if (sign == "&&") return a != 0 && b != 0;
    if (sign == "==") return a == b;
    if (sign == "!=") return a != b;
    if (sign == "<=") return a <= b;
    if (sign == ">=") return a >= b;
    return sign == "<" ? a < b : a > b;
  }

  std::string known() const {
    std::string all;
    for (const auto& [name, value] : names_) all += (all.empty() ? "; there are " : ", ") + name;
    return all;
  }

  const std::string_view text_;
  const ExpressionNames& names_;
  const std::function<void(const std::string&)>& refuse_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view text, const ExpressionNames& names,
                      const std::function<void(const std::string&)>& refuse) {
  return Expression(text, names, refuse).value();
}

}  // namespace gf::model
