// SPDX-License-Identifier: Apache-2.0
#include "runs/failure.h"

#include <fmt/format.h>
#include <sstream>
#include <string_view>

#include "core/base/error.h"
#include "core/system/text_file.h"

namespace gf::runs {
namespace {

constexpr std::string_view kProgramsName = "gpufabric: ";

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == line.npos; }

/// Returns an empty text if there is no such file.
std::string words_in(const std::filesystem::path& error_file) {
  try {
    return core::read_text_file(error_file.string(), "the stderr of a run");
  } catch (const core::UserError& error) {
    return error.code() == core::ExitCode::kUsage ? "" : error.what();
  }
}

}  // namespace

std::string last_words(const std::filesystem::path& error_file) {
  std::istringstream in(words_in(error_file));
  std::string last;
  std::string message;
  for (std::string line; std::getline(in, line);) {
    if (is_blank(line)) continue;
    // A message may have further lines (the waits of a deadlock), so the last line that begins a
    // message is kept, not the last line.
    if (line.compare(0, kProgramsName.size(), kProgramsName) == 0)
      message = line.substr(kProgramsName.size());
    last = std::move(line);
  }
  if (!is_blank(message)) return message;
  return last.empty() ? "it wrote no message" : last;
}

RunError failure_of(const Request& request, const core::ChildProcess& child,
                    const std::string& words) {
  const int code = child.exit_code();
  return {fmt::format("{}: {}: {}", command_of(request), child.ending(), words),
          code < 0 ? child.ending() : words,
          // A process ended by a signal has no exit code to pass on.
          code < 0 ? core::ExitCode::kCheckFailed : static_cast<core::ExitCode>(code)};
}

RunError failure_of(const Request& request, const std::exception& error) {
  const auto* const user = dynamic_cast<const core::UserError*>(&error);
  return {fmt::format("{}: {}", command_of(request), error.what()), error.what(),
          user == nullptr ? core::ExitCode::kCheckFailed : user->code()};
}

}  // namespace gf::runs
