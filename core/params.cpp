// SPDX-License-Identifier: Apache-2.0
#include "core/params.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/ini.h"
#include "core/text_match.h"

namespace gf::core {

struct ParamRegistry::Override {
  std::string pattern;
  std::string value;
  std::string origin;
  bool used = false;
};

ParamRegistry::ParamRegistry() = default;
ParamRegistry::~ParamRegistry() = default;

void ParamRegistry::add_override(const std::string& pattern, const std::string& value,
                                 const std::string& origin) {
  overrides_.push_back({pattern, value, origin});
}

void ParamRegistry::add_ini_file(const std::string& file) {
  for (const IniEntry& entry : read_ini_file(file))
    add_override(entry.key, entry.value, fmt::format("{}:{}", file, entry.line));
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

void ParamRegistry::declare(ParamRow row, const Assign& assign) {
  GF_CHECK(paths_.insert(row.path).second, "parameter " + row.path + " is declared twice");
  row.origin = "default";
  if (const auto cited = sources_.extract(row.path)) row.source = cited.mapped();
  if (const Override* given = take(row.path)) {
    try {
      row.value = assign(given->value);
    } catch (const UserError& error) {
      throw UserError(ExitCode::kUsage, fmt::format("{} = {} ({}): {}", row.path, given->value,
                                                    given->origin, error.what()));
    }
    row.origin = given->origin;
  }
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
