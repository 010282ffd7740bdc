// SPDX-License-Identifier: Apache-2.0
#include "runs/store_entry.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include "core/base/error.h"
#include "core/system/file_hash.h"
#include "core/system/text_file.h"
#include "runs/key.h"

namespace gf::runs {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 40;  ///< Digits of a SHA-1.

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

std::string text_of(const fs::path& file) {
  return core::read_file(file.string(), "a file of the store of runs");
}

/// In the form of sha1sum: a name with a line feed or a backslash is escaped, and a leading
/// backslash marks the line.
std::string line_of(const std::string& digest, const std::string& name) {
  std::string escaped;
  for (const char c : name) escaped += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
  return fmt::format("{}{}  {}\n", escaped == name ? "" : "\\", digest, escaped);
}

/// Throws for a directory that cannot be read: its files must not count as missing.
std::set<std::string> lines_of(const fs::path& run) {
  std::set<std::string> lines;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(run)) {
    const std::string name = fs::relative(entry.path(), run).generic_string();
    if (is_file(entry.path()) && name != kSumsFile)
      lines.insert(line_of(core::sha1_hex_of_file(entry.path()), name));
  }
  return lines;
}

std::string head_of(const std::string& lines) {
  return fmt::format("# SHA-1 of the lines below: {}\n", core::sha1_hex(lines));
}

/// Returns the position of the name in a line.
std::size_t name_in(const std::string& line) { return kDigits + (line[0] == '\\' ? 3 : 2); }

/// Returns the lines that kSumsFile allows for each file; nothing if kSumsFile is damaged.
std::optional<std::map<std::string, std::set<std::string>>> allowed_by(const std::string& sums) {
  const std::size_t end = sums.find('\n');
  if (end == sums.npos || head_of(sums.substr(end + 1)) != sums.substr(0, end + 1))
    return std::nullopt;
  std::map<std::string, std::set<std::string>> allowed;
  std::istringstream lines(sums.substr(end + 1));
  for (std::string line; std::getline(lines, line);)
    allowed[line.substr(name_in(line))].insert(line + "\n");
  return allowed;
}

std::string damage_by_sums(const fs::path& run) {
  const auto allowed = allowed_by(text_of(run / kSumsFile));
  if (!allowed) return fmt::format("{} was changed", kSumsFile);
  std::map<std::string, std::string> found;
  for (const std::string& line : lines_of(run))
    found[line.substr(name_in(line), line.size() - name_in(line) - 1)] = line;
  for (const auto& [name, lines] : *allowed) {
    if (found.count(name) == 0) return fmt::format("{} is missing", name);
    if (lines.count(found[name]) == 0) return fmt::format("{} was changed", name);
  }
  return "";
}

}  // namespace

bool is_store_entry(const fs::path& run) {
  try {
    return is_file(run / kFactsFile) && key_of(text_of(run / kFactsFile)) == run.filename();
  } catch (const core::UserError&) {
    return false;
  }
}

std::string sums_of(const fs::path& run, const fs::path& more) {
  std::set<std::string> all = lines_of(run);
  if (!more.empty()) all.merge(lines_of(more));
  std::string lines;
  for (const std::string& line : all) lines += line;
  return head_of(lines) + lines;
}

std::optional<std::string> damage_of(const fs::path& run, const std::string& facts) {
  for (const char* name : {kFactsFile, kSumsFile})
    if (!is_file(run / name)) return fmt::format("{} is missing", name);
  try {
    if (text_of(run / kFactsFile) != facts) return fmt::format("{} was changed", kFactsFile);
    return damage_by_sums(run);
  } catch (const core::UserError&) {
    return std::nullopt;
  } catch (const fs::filesystem_error&) {
    return std::nullopt;
  }
}

}  // namespace gf::runs
