// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"

#include <fmt/format.h>
#include <optional>

#include "core/last_error.h"

namespace gf::core {
namespace {

/// `message` on one line: it may quote user text, which a terminal must not obey.
std::string one_line(const std::string& message) {
  std::string line;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    byte < 0x20 || byte == 0x7f ? line += fmt::format("\\x{:02x}", byte) : line += c;
  }
  return line;
}

/// The last one that this thread made.
std::optional<std::pair<ExitCode, std::string>>& last_error() {
  thread_local std::optional<std::pair<ExitCode, std::string>> last;
  return last;
}

}  // namespace

UserError::UserError(ExitCode code, const std::string& message)
    : std::runtime_error(one_line(message)), code_(code) {
  last_error().emplace(code, what());
}

void rethrow_user_error(const std::string& text) {
  const auto last = last_error();
  if (last && last->second == text) throw UserError(last->first, text);
}

void fail_config(const std::string& object, const std::string& field, const std::string& value,
                 const std::string& legal, const std::string& hint) {
  const std::string dot = object.empty() || field.empty() ? "" : ".";
  std::string message = fmt::format("{}{}{} = {}: expected {}", object, dot, field, value, legal);
  if (!hint.empty()) message += "; " + hint;
  throw UserError(ExitCode::kUsage, message);
}

void fail_input(const std::string& file, unsigned line, const std::string& cause,
                const std::string& expected) {
  const std::string place = line == 0 ? file : fmt::format("{}:{}", file, line);
  throw UserError(ExitCode::kBadInput, fmt::format("{}: {}; expected {}", place, cause, expected));
}

void fail_write(const std::filesystem::path& file, const std::string& what) {
  throw UserError(
      ExitCode::kUsage,
      fmt::format("{}: {} cannot be written; free some space or choose another directory",
                  file.string(), what));
}

void fail_check(const char* condition, const char* file, int line, const std::string& state) {
  throw std::logic_error(
      fmt::format("internal error at {}:{}: {} does not hold; {}", file, line, condition, state));
}

}  // namespace gf::core
