// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <fmt/format.h>
#include <optional>

#include "core/base/last_error.h"
#include "core/base/printable.h"

namespace gf::core {
namespace {

/// Most characters of a message. Quoted texts are cut where they are quoted; this limit catches the
/// cases that were overlooked.
constexpr std::size_t kMostOfMessage = 2000;

/// The last UserError that this thread constructed.
std::optional<std::pair<ExitCode, std::string>>& last_error() {
  thread_local std::optional<std::pair<ExitCode, std::string>> last;
  return last;
}

}  // namespace

UserError::UserError(ExitCode code, const std::string& message)
    : std::runtime_error(printable(excerpt(message, kMostOfMessage))), code_(code) {
  last_error().emplace(code, what());
}

void rethrow_user_error(const std::string& text) {
  const auto last = last_error();
  // A report of another origin may follow a UserError that was caught. Only the same text shows
  // that it is the same error.
  if (last && last->second == text) throw UserError(last->first, text);
}

void fail_config(const std::string& object, const std::string& field, const std::string& value,
                 const std::string& legal, const std::string& hint) {
  const std::string dot = object.empty() || field.empty() ? "" : ".";
  std::string message = fmt::format("{}{}{} = {}: expected {}", excerpt(object), dot,
                                    excerpt(field), excerpt(value), legal);
  if (!hint.empty()) message += "; " + hint;
  throw UserError(ExitCode::kUsage, message);
}

void fail_input(const std::string& file, unsigned line, const std::string& cause,
                const std::string& expected) {
  const std::string name = excerpt_of_path(file);
  const std::string place = line == 0 ? name : fmt::format("{}:{}", name, line);
  throw UserError(ExitCode::kBadInput,
                  fmt::format("{}: {}; expected {}", place, excerpt(cause), expected));
}

void fail_write(const std::filesystem::path& file, const std::string& what) {
  throw UserError(
      ExitCode::kUsage,
      fmt::format("{}: {} cannot be written; free some space or choose another directory",
                  excerpt_of_path(file.string()), what));
}

void fail_check(const char* condition, const char* file, int line, const std::string& state) {
  throw std::logic_error(
      fmt::format("internal error at {}:{}: {} does not hold; {}", file, line, condition, state));
}

}  // namespace gf::core
