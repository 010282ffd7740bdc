// SPDX-License-Identifier: Apache-2.0
#include "core/param/params.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/param/param_description.h"
#include "core/param/wrong_type.h"
#include "core/text/ini.h"

namespace gf::core {

struct ParamRegistry::Override {
  std::string pattern;
  std::string value;
  std::string origin;
  std::filesystem::path directory;  ///< File names are relative to it; empty: to the working
                                    ///< directory.
  bool used = false;
  std::string misfit;  ///< Why the first matching parameter that refused it did; empty: none
                       ///< refused.

  /// Returns `value` with its file name relative to the working directory.
  [[nodiscard]] std::string from_here(const ParamDescription& description) const;
};

namespace {

void note_file(ParamRow& row) {
  const std::string_view file = row.description->file_in(row.value);
  row.file_size = file.size();
  row.file_at = file.empty() ? 0 : static_cast<std::size_t>(file.data() - row.value.data());
}

/// "*.lanes = 8 (command line)".
std::string text_of(const std::string& name, const std::string& value, const std::string& origin) {
  return fmt::format("{} = {} ({})", excerpt(name), excerpt(value), excerpt(origin));
}

/// Returns the first parameter at the root whose meaning has `name` as a word, like "tree" in the
/// meaning of pcie_tree's topology; null: there is none.
const ParamRow* meant_by(const std::string& name, const std::vector<ParamRow>& rows) {
  constexpr std::size_t kShortest = 3;
  if (name.size() < kShortest || is_glob(name)) return nullptr;
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto has_word = [&](const std::string& text) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end])))
        return true;
    }
    return false;
  };
  for (const ParamRow& row : rows)
    if (row.path.find('.') == row.path.npos && has_word(row.meaning)) return &row;
  return nullptr;
}

/// Returns the names of `rows` that `name` may have meant, for a message.
std::string hint_for(const std::string& name, const std::vector<ParamRow>& rows) {
  std::vector<std::string> near;
  for (const ParamRow& row : rows)
    if (is_near(name, row.path)) near.push_back(row.path);
  constexpr std::size_t kShown = 3;
  if (!near.empty())
    return fmt::format("nearest: {}", fmt::join(nearest_names(name, near, kShown), ", "));
  if (const ParamRow* const row = meant_by(name, rows))
    return fmt::format("perhaps {}: {}", row->path, row->meaning);
  return rows.empty() ? "this platform has none" : "gpufabric params shows all of them";
}

}  // namespace

std::vector<std::string> ParamRow::further_files() const {
  if (!description || file_size == 0) return {};
  return description->further_files(file());
}

PlausibleRange ParamRow::plausible() const {
  return description ? description->plausible(default_value) : PlausibleRange{};
}

std::string ParamRegistry::Override::from_here(const ParamDescription& description) const {
  const std::string_view file = description.file_in(value);
  if (file.empty() || directory.empty()) return value;
  const auto at = static_cast<std::size_t>(file.data() - value.data());
  std::string text = value;  // operator/ does not change an absolute name
  return text.replace(at, file.size(), (directory / file).lexically_normal().string());
}

ParamRegistry::ParamRegistry() = default;
ParamRegistry::~ParamRegistry() = default;

void ParamRegistry::add_override(const std::string& pattern, const std::string& value,
                                 const std::string& origin) {
  overrides_.push_back({pattern, value, origin, {}, false, ""});
}

void ParamRegistry::add_preset(const std::string& pattern, const std::string& value,
                               const std::string& origin) {
  overrides_.insert(overrides_.begin() + static_cast<std::ptrdiff_t>(presets_++),
                    {pattern, value, origin, {}, false, ""});
}

void ParamRegistry::add_ini_file(const std::string& file) {
  const std::filesystem::path directory = std::filesystem::path(file).parent_path();
  for (const IniEntry& entry : read_ini_file(file))
    overrides_.push_back(
        {entry.key, entry.value, fmt::format("{}:{}", file, entry.line), directory, false, ""});
}

bool ParamRegistry::matches(const std::string& pattern, const std::string& path) const {
  if (glob_match(pattern, path)) return true;
  return std::any_of(optional_.begin(), optional_.end(), [&](const std::string& prefix) {
    const std::string_view rest =
        std::string_view(path).substr(std::min(prefix.size(), path.size()));
    return begins_with(path, prefix) && paths_.count(std::string(rest)) == 0 &&
           glob_match(pattern, rest);
  });
}

void ParamRegistry::declare(const std::string& path,
                            std::shared_ptr<const ParamDescription> described, void* variable) {
  GF_CHECK(paths_.insert(path).second, "parameter " + path + " is declared twice");
  const auto cited = sources_.extract(path);
  if (cited && cited.mapped().plausible) described = described->within(*cited.mapped().plausible);
  // Otherwise only a user who writes the default down would find that it is not legal.
  const ParamDescription& description = *described;
  description.require(variable);
  ParamRow row;
  row.path = path;
  row.type = description.type();
  row.value = row.default_value = description.text(variable);
  row.legal = description.legal_text();
  row.meaning = description.meaning();
  row.source = cited ? cited.mapped().source : description.source();
  row.origin = "default";
  row.description = std::move(described);
  // The last override that fits wins. The loop visits the others only to mark them as used: an
  // override that another one overrides is not a misspelt name.
  bool set = false;
  for (auto given = overrides_.rbegin(); given != overrides_.rend(); ++given) {
    if (!matches(given->pattern, row.path)) continue;
    try {
      if (!set) {
        description.assign(given->from_here(description), variable);
        row.value = description.text(variable);
        row.origin = given->origin;
      }
      set = given->used = true;
    } catch (const UserError& error) {
      const std::string cause =
          text_of(row.path, given->value, given->origin) + ": " + error.what();
      const bool passes_by =
          is_glob(given->pattern) && dynamic_cast<const WrongType*>(&error) != nullptr;
      if (!passes_by) throw UserError(ExitCode::kUsage, cause);
      if (given->misfit.empty()) given->misfit = row.path + ": " + error.what();
    }
  }
  note_file(row);
  rows_.push_back(std::move(row));
}

void ParamRegistry::cite(const std::string& path, const DefaultSource& source) {
  GF_CHECK(paths_.count(path) == 0, "a source for " + path + ", which is declared already");
  sources_.insert_or_assign(path, source);
}

void ParamRegistry::check_all_used() const {
  for (const Override& given : overrides_) {
    if (given.used) continue;
    const std::string cause =
        paths_.count(given.pattern) != 0 ? "this parameter selects the machine, so the machine's "
                                           "file cannot set it; use -p or --config"
        : given.misfit.empty()
            ? "no parameter of this platform has that name; " + hint_for(given.pattern, rows_)
            : "no matching parameter accepts this value; " + given.misfit;
    throw UserError(ExitCode::kUsage,
                    text_of(given.pattern, given.value, given.origin) + ": " + cause);
  }
}

}  // namespace gf::core
