// SPDX-License-Identifier: Apache-2.0
#include "core/params.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/error.h"
#include "core/ini.h"
#include "core/text_match.h"

namespace gf::core {

struct ParamRegistry::Override {
  std::string pattern;
  std::string value;
  std::string origin;
  std::filesystem::path directory;  ///< Where the names of its files count from; empty: here.
  bool used = false;

  /// `value`, its file named from the working directory.
  [[nodiscard]] std::string from_here(const FileIn& file_in) const;
};

namespace {

void note_file(ParamRow& row, const FileIn& file_in) {
  const std::string_view file = file_in(row.value);
  row.file_size = file.size();
  row.file_at = file.empty() ? 0 : static_cast<std::size_t>(file.data() - row.value.data());
}

}  // namespace

std::string ParamRegistry::Override::from_here(const FileIn& file_in) const {
  const std::string_view file = file_in ? file_in(value) : std::string_view();
  if (file.empty() || directory.empty()) return value;
  const auto at = static_cast<std::size_t>(file.data() - value.data());
  std::string text = value;  // operator/ leaves an absolute name as it is
  return text.replace(at, file.size(), (directory / file).lexically_normal().string());
}

ParamRegistry::ParamRegistry() = default;
ParamRegistry::~ParamRegistry() = default;

void ParamRegistry::add_override(const std::string& pattern, const std::string& value,
                                 const std::string& origin) {
  overrides_.push_back({pattern, value, origin, {}});
}

void ParamRegistry::add_ini_file(const std::string& file) {
  const std::filesystem::path directory = std::filesystem::path(file).parent_path();
  for (const IniEntry& entry : read_ini_file(file))
    overrides_.push_back(
        {entry.key, entry.value, fmt::format("{}:{}", file, entry.line), directory});
}

const ParamRegistry::Override* ParamRegistry::take(const std::string& path) {
  const Override* last = nullptr;
  for (Override& candidate : overrides_) {
    if (!glob_match(candidate.pattern, path)) continue;
    candidate.used = true;
    last = &candidate;
  }
  return last;
}

void ParamRegistry::declare(ParamRow row, const Assign& assign, const FileIn& file_in) {
  GF_CHECK(paths_.insert(row.path).second, "parameter " + row.path + " is declared twice");
  row.origin = "default";
  if (const auto cited = sources_.extract(row.path)) row.source = cited.mapped();
  if (const Override* given = take(row.path)) {
    try {
      row.value = assign(given->from_here(file_in));
    } catch (const UserError& error) {
      throw UserError(ExitCode::kUsage, fmt::format("{} = {} ({}): {}", row.path, given->value,
                                                    given->origin, error.what()));
    }
    row.origin = given->origin;
  }
  if (file_in) note_file(row, file_in);
  rows_.push_back(std::move(row));
}

void ParamRegistry::cite(const std::string& path, std::string_view source) {
  GF_CHECK(paths_.count(path) == 0, "a source for " + path + ", which is declared already");
  sources_[path] = source;
}

void ParamRegistry::check_all_used() const {
  GF_CHECK(sources_.empty(),
           "a source for a parameter that nobody has: " + sources_.begin()->first);
  for (const Override& given : overrides_) {
    if (given.used) continue;
    std::vector<std::string> names;
    for (const ParamRow& row : rows_) names.push_back(row.path);
    const std::vector<std::string> nearest = nearest_names(given.pattern, names, 1);
    const std::string hint = nearest.empty() ? "this platform has none" : "nearest: " + nearest[0];
    throw UserError(ExitCode::kUsage,
                    fmt::format("{} = {} ({}): no parameter of this platform has that name; {}",
                                given.pattern, given.value, given.origin, hint));
  }
}

}  // namespace gf::core
