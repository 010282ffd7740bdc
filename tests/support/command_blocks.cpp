// SPDX-License-Identifier: Apache-2.0
#include "tests/support/command_blocks.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace gf::test {
namespace {

constexpr const char* kFence = "```";
constexpr const char* kConsole = "```console";
constexpr const char* kPrompt = "$ ";
constexpr const char* kAny = "...";
const std::string kNotRun = "<!-- not run: ";
const std::string kCompared = "<!-- compared: ";

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

/// What the comment "<!-- MARK: WORDS -->" says, or nothing.
std::string words_of(const std::string& mark, const std::string& line) {
  if (!begins(line, mark)) return {};
  return line.substr(mark.size(), line.find(" -->") - mark.size());
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

/// A line without its numbers that have a decimal point, and those; blanks and rules of tables,
/// which follow the widths of numbers, are one character each.
struct Measured {
  explicit Measured(const std::string& line) {
    static const std::regex number("[0-9]+\\.[0-9]+"), widths("( |-)\\1*");
    for (std::sregex_iterator at(line.begin(), line.end(), number), end; at != end; ++at)
      numbers.push_back(at->str());
    text = std::regex_replace(std::regex_replace(line, number, "#"), widths, "$1");
  }
  std::string text;
  std::vector<std::string> numbers;
};

bool is_near(const std::string& shown, const std::string& got, int digits) {
  const double value = std::stod(shown);
  const double last = std::pow(10., -double(shown.size() - shown.find('.') - 1));
  const double digit =
      value == 0 ? last : std::pow(10., std::floor(std::log10(value)) + 1 - digits);
  return std::abs(std::stod(got) - value) < std::max(digit, 1.01 * last);
}

/// `digits`: of numbers that are compared; 0: all of a line.
bool is_like(const std::string& pattern, const std::string& line, int digits) {
  if (is_like(pattern, line)) return true;
  const Measured shown(pattern), got(line);
  return digits > 0 && shown.text == got.text &&
         std::equal(
             shown.numbers.begin(), shown.numbers.end(), got.numbers.begin(), got.numbers.end(),
             [&](const auto& one, const auto& other) { return is_near(one, other, digits); });
}

bool is_rule(const std::string& line) {
  return begins(line, "--") && line.find_first_not_of("- ") == line.npos;
}

/// Cells of a line of a table by the rule below its head; none where the line is not of the table.
std::vector<std::string> cells_of(const std::string& line, const std::string& rule) {
  std::vector<std::string> cells;
  for (std::size_t from = 0; from < rule.size();) {
    const std::size_t end = std::min(rule.find(' ', from), rule.size());
    const std::string cell = from < line.size() ? line.substr(from, end - from) : "";
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(
        first == cell.npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
    from = std::min(rule.find('-', end), rule.size());
    if (end < line.size() && line.substr(end, from - end).find_first_not_of(' ') != line.npos)
      return {};
  }
  return cells;
}

/// Tables keep these columns, ", " after each name.
std::vector<std::string> with_columns(std::vector<std::string> lines, const std::string& names) {
  for (std::size_t at = 1; at < lines.size(); ++at) {
    if (!is_rule(lines[at])) continue;
    const std::string rule = lines[at];
    const std::vector<std::string> heads = cells_of(lines[at - 1], rule);
    for (std::size_t row = at - 1; row < lines.size(); ++row) {
      const std::vector<std::string> cells = cells_of(lines[row], rule);
      if (cells.size() != heads.size() || lines[row].empty()) break;
      if (lines[row] == kAny) continue;
      lines[row].clear();
      for (std::size_t i = 0; i < heads.size(); ++i)
        if (names.find(heads[i] + ", ") != names.npos) lines[row] += cells[i] + "  ";
    }
    lines[at] = "-";
  }
  return lines;
}

bool shows_from(const std::vector<std::string>& shown, std::size_t i,
                const std::vector<std::string>& output, std::size_t k, int digits) {
  if (i == shown.size()) return k == output.size();
  if (shown[i] == kAny) {
    for (; k <= output.size(); ++k)
      if (shows_from(shown, i + 1, output, k, digits)) return true;
    return false;
  }
  return k < output.size() && is_like(shown[i], output[k], digits) &&
         shows_from(shown, i + 1, output, k + 1, digits);
}

}  // namespace

std::vector<CommandBlock> command_blocks(const std::string& page) {
  const std::vector<std::string> lines = lines_of(page);
  std::vector<CommandBlock> blocks;
  std::string reason, compared;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!begins(lines[i], kFence)) {
      reason = words_of(kNotRun, lines[i]);
      compared = words_of(kCompared, lines[i]);
      continue;
    }
    std::size_t end = i + 1;
    while (end < lines.size() && !begins(lines[end], kFence)) ++end;
    if (end == lines.size()) fail(i + 1, "this block does not end");
    if (lines[i] == kConsole) blocks.push_back({commands_in(lines, i + 1, end), reason, compared});
    reason.clear();
    compared.clear();
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

bool shows(const std::vector<std::string>& shown, const std::string& output,
           const std::string& compared) {
  const std::string columns = "columns ";
  std::vector<std::string> wanted = without_last_blanks(shown);
  std::vector<std::string> got = without_last_blanks(lines_of(output));
  std::smatch digits;
  if (std::regex_match(compared, digits, std::regex("([1-9]) digits")))
    return shows_from(wanted, 0, got, 0, std::stoi(digits[1]));
  if (begins(compared, columns)) {
    const std::string names = compared.substr(columns.size()) + ", ";
    return shows_from(with_columns(wanted, names), 0, with_columns(got, names), 0, 0);
  }
  if (!compared.empty())
    throw std::logic_error("compared: " + compared + ": expected N digits, or columns A, B");
  return shows_from(wanted, 0, got, 0, 0);
}

}  // namespace gf::test
