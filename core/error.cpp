// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"

#include <fmt/format.h>

namespace gf::core {

void fail_config(const std::string& object, const std::string& field, const std::string& value,
                 const std::string& legal, const std::string& hint) {
  const std::string dot = object.empty() || field.empty() ? "" : ".";
  std::string message = fmt::format("{}{}{} = {}: expected {}", object, dot, field, value, legal);
  if (!hint.empty()) message += "; " + hint;
  throw UserError(ExitCode::kUsage, message);
}

void fail_input(const std::string& file, unsigned line, const std::string& cause,
                const std::string& expected) {
  throw UserError(ExitCode::kBadInput,
                  fmt::format("{}:{}: {}; expected {}", file, line, cause, expected));
}

void fail_check(const char* condition, const char* file, int line, const std::string& state) {
  throw std::logic_error(
      fmt::format("internal error at {}:{}: {} does not hold; {}", file, line, condition, state));
}

}  // namespace gf::core
