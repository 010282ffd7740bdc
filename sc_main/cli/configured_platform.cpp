// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/configured_platform.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "sc_main/cli/known_words.h"
#include "sc_main/cli/platform_help.h"

namespace gf::app {
namespace {

const platforms::PlatformEntry& wanted_platform(const CommandLine& line, const std::string& name) {
  if (name.empty() && !line.parameter_names.empty())
    line.fail_unknown(line.parameter_names.front());
  if (name.empty()) line.fail("no PLATFORM given (gpufabric list shows them)");
  if (const platforms::PlatformEntry* const found = find_platform(name)) return *found;
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("unknown platform \"{}\"{}; gpufabric list shows them all",
                                    core::excerpt(name), did_you_mean(name, "a platform")));
}

}  // namespace

void PlatformChoice::add_to(CommandLine& line) {
  line.takes_parameters = true;
  line.operand("PLATFORM", platform);
  line.add(
      "param,p", settings, "NAME=VALUE",
      "set a parameter; NAME is its path or a glob ('*.lanes'), which skips parameters that do "
      "not accept the value; may be repeated, and the last one wins. A parameter at the root "
      "may be given as --NAME VALUE");
  line.add("config", configs, "FILE",
           "read parameters from an INI file, which -p overrides; may be repeated");
  line.add("seed", seed, "N", "seed of all random streams; the same seed gives the same numbers")
      .default_text = "1";
}

ConfiguredPlatform::ConfiguredPlatform(const CommandLine& line, const PlatformChoice& options)
    : entry_(wanted_platform(line, options.platform)) {
  add_overrides(line, options);
  params_.root().add("seed", seed_, "seed of all random streams", "none");
  platform_ = entry_.make();
  platform_->declare(params_.root());
  // Before check_all_used(): a misspelt "--NAME" is a "-p NAME=VALUE" by now, and this check
  // reports the name as typed.
  check_parameter_names(line);
  params_.check_all_used();
}

void ConfiguredPlatform::add_overrides(const CommandLine& line, const PlatformChoice& options) {
  // Files first: the last matching override wins, so -p overrides a file.
  for (const std::string& file : options.configs) params_.add_ini_file(file);
  for (std::size_t i = 0; i < options.settings.size(); ++i) {
    const std::string& setting = options.settings[i];
    const auto origin = options.origins.find(i);
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      line.fail(fmt::format("-p {}: expected NAME=VALUE, such as -p '*.lanes=8'",
                            core::excerpt(setting)));
    params_.add_override(setting.substr(0, equals), setting.substr(equals + 1),
                         origin == options.origins.end() ? "command line" : origin->second);
  }
  if (!options.seed.empty()) params_.add_override("seed", options.seed, "command line");
}

void ConfiguredPlatform::check_parameter_names(const CommandLine& line) const {
  std::vector<std::string> known;
  for (const core::ParamRow& row : params_.rows())
    if (row.path.find('.') == std::string::npos) known.push_back(row.path);
  for (const std::string& name : line.parameter_names)
    if (std::find(known.begin(), known.end(), name) == known.end()) line.fail_unknown(name, known);
}

}  // namespace gf::app
