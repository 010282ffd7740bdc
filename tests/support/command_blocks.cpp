// SPDX-License-Identifier: Apache-2.0
#include "tests/support/command_blocks.h"

#include <sstream>
#include <stdexcept>

namespace gf::test {
namespace {

constexpr const char* kFence = "```";
constexpr const char* kConsole = "```console";
constexpr const char* kPrompt = "$ ";
constexpr const char* kAny = "...";
const std::string kNotRun = "<!-- not run: ";

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

[[noreturn]] void fail(std::size_t line, const std::string& cause) {
  throw std::logic_error("line " + std::to_string(line) + ": " + cause);
}

/// The reason of "<!-- not run: REASON -->", or nothing.
std::string reason_in(const std::string& line) {
  if (!begins(line, kNotRun)) return {};
  const std::size_t end = line.find(" -->");
  return line.substr(kNotRun.size(), end - kNotRun.size());
}

/// The commands between two fences; `at` is the line of the first.
std::vector<PageCommand> commands_in(const std::vector<std::string>& lines, std::size_t from,
                                     std::size_t to) {
  std::vector<PageCommand> commands;
  bool goes_on = false;
  for (std::size_t i = from; i < to; ++i) {
    if (goes_on) {
      commands.back().command += "\n" + lines[i];
    } else if (begins(lines[i], kPrompt)) {
      commands.push_back({lines[i].substr(2), {}, static_cast<unsigned>(i + 1)});
    } else if (commands.empty()) {
      fail(i + 1, "a block of commands begins with \"$ \"");
    } else {
      commands.back().output.push_back(lines[i]);
    }
    goes_on =
        (goes_on || begins(lines[i], kPrompt)) && !lines[i].empty() && lines[i].back() == '\\';
  }
  return commands;
}

/// A blank line may part a block's commands.
std::vector<std::string> without_last_blanks(std::vector<std::string> lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Whether `line` is `pattern`, in which "..." is any text.
bool is_like(const std::string& pattern, const std::string& line) {
  const std::size_t dots = pattern.find(kAny);
  if (dots == std::string::npos) return pattern == line;
  if (line.compare(0, dots, pattern, 0, dots) != 0) return false;
  const std::string rest = pattern.substr(dots + 3);
  for (std::size_t at = dots; at <= line.size(); ++at)
    if (is_like(rest, line.substr(at))) return true;
  return false;
}

bool shows_from(const std::vector<std::string>& shown, std::size_t i,
                const std::vector<std::string>& output, std::size_t k) {
  if (i == shown.size()) return k == output.size();
  if (shown[i] == kAny) {
    for (; k <= output.size(); ++k)
      if (shows_from(shown, i + 1, output, k)) return true;
    return false;
  }
  return k < output.size() && is_like(shown[i], output[k]) &&
         shows_from(shown, i + 1, output, k + 1);
}

}  // namespace

std::vector<CommandBlock> command_blocks(const std::string& page) {
  const std::vector<std::string> lines = lines_of(page);
  std::vector<CommandBlock> blocks;
  std::string reason;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!begins(lines[i], kFence)) {
      reason = reason_in(lines[i]);
      continue;
    }
    std::size_t end = i + 1;
    while (end < lines.size() && !begins(lines[end], kFence)) ++end;
    if (end == lines.size()) fail(i + 1, "this block does not end");
    if (lines[i] == kConsole) blocks.push_back({commands_in(lines, i + 1, end), reason});
    reason.clear();
    i = end;
  }
  return blocks;
}

std::vector<std::string> stray_commands(const std::string& page) {
  std::vector<std::string> stray;
  std::string fence;
  for (const std::string& line : lines_of(page)) {
    if (begins(line, kFence)) {
      fence = fence.empty() ? line : "";
      continue;
    }
    const bool is_code = !fence.empty() || begins(line, "    ");
    if (!is_code || fence == kConsole) continue;
    const std::size_t at = line.find_first_not_of(' ');
    const std::string text = at == std::string::npos ? "" : line.substr(at);
    for (const char* start : {kPrompt, "gpufabric ", "scripts/", "cmake ", "ctest "})
      if (begins(text, start)) stray.push_back(line);
  }
  return stray;
}

bool shows(const std::vector<std::string>& shown, const std::string& output) {
  return shows_from(without_last_blanks(shown), 0, without_last_blanks(lines_of(output)), 0);
}

}  // namespace gf::test
