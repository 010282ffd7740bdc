// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/config_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "core/base/text_match.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {
namespace {

struct KnownNames {
  std::string platform;
  std::vector<std::string> paths;

  [[nodiscard]] bool has(const std::string& name) const {
    return std::any_of(paths.begin(), paths.end(),
                       [&](const std::string& path) { return core::glob_match(name, path); });
  }
  /// Returns the sum over all keys of their edit distance to the nearest name.
  [[nodiscard]] std::size_t distance(const std::vector<core::IniEntry>& entries) const {
    std::size_t sum = 0;
    for (const core::IniEntry& entry : entries) {
      std::size_t least = has(entry.key) ? 0 : entry.key.size();
      for (std::size_t i = 0; least > 0 && i < paths.size(); ++i)
        least = std::min(least, core::edit_distance(entry.key, paths[i]));
      sum += least;
    }
    return sum;
  }
};

ConfiguredPlatform configured(const std::string& platform, std::vector<std::string> configs) {
  PlatformChoice choice;
  choice.platform = platform;
  choice.configs = std::move(configs);
  return ConfiguredPlatform(CommandLine("run", "", ""), choice);
}

/// Returns the parameters of every platform at its defaults.
const std::vector<KnownNames>& known_names() {
  static const std::vector<KnownNames> all = [] {
    std::vector<KnownNames> names;
    for (const platforms::PlatformEntry& entry : platforms::all_platforms()) {
      names.push_back({entry.name, {}});
      const ConfiguredPlatform defaults = configured(entry.name, {});
      for (const core::ParamRow& row : defaults.params().rows())
        names.back().paths.push_back(row.path);
    }
    return names;
  }();
  return all;
}

}  // namespace

ConfigFit fit_config(const std::string& file) {
  const std::vector<core::IniEntry> entries = core::read_ini_file(file);
  ConfigFit fit;
  fit.parameters = entries.size();
  std::optional<core::UserError> nearest;
  std::size_t least = ~std::size_t{0};
  for (const KnownNames& names : known_names()) {
    try {
      configured(names.platform, {file});
      fit.platforms.push_back(names.platform);
    } catch (const core::UserError& error) {
      const std::size_t distance = names.distance(entries);
      if (distance >= least) continue;
      least = distance;
      nearest.emplace(error.code(),
                      fmt::format("{} (read as parameters of {})", error.what(), names.platform));
    }
  }
  if (fit.platforms.empty()) throw *nearest;
  return fit;
}

bool is_near_parameter(const std::string& name) {
  constexpr std::size_t kLetters = 2;
  const auto is_near = [&](const std::string& path) {
    return core::edit_distance(name, path) <= kLetters;
  };
  return std::any_of(known_names().begin(), known_names().end(), [&](const KnownNames& names) {
    return names.has(name) || std::any_of(names.paths.begin(), names.paths.end(), is_near);
  });
}

}  // namespace gf::app
