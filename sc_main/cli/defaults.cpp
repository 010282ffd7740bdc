// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/defaults.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/ini.h"
#include "sc_main/cli/command.h"

namespace gf::app {
namespace {

constexpr const char* kNone = "none";
constexpr const char* kFileVariable = "GPUFABRIC_DEFAULTS";

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

/// Returns "GPUFABRIC_MAX_OUTPUT" for "max-output".
std::string variable_of(const std::string& name) {
  std::string text = "GPUFABRIC_";
  for (const char c : name)
    text += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

const DefaultableOption* find_option(const std::string& name) {
  for (const DefaultableOption& option : defaultable_options())
    if (option.name == name) return &option;
  return nullptr;
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  return core::nearest_names(name, names, 1).at(0);
}

[[noreturn]] void fail_entry(const std::string& file, const core::IniEntry& entry,
                             const std::string& option) {
  std::vector<std::string> names;
  for (const DefaultableOption& known : defaultable_options()) names.push_back(known.name);
  core::fail_input(
      file, entry.line,
      fmt::format("\"{}\" is no option that can have a default", core::excerpt(option)),
      fmt::format("one of `gpufabric help defaults`; nearest: {}", nearest(option, names)));
}

/// Returns the command of "run.outdir"; empty: all commands. Every command reports errors in the
/// entry, even one that it does not use.
std::string command_of(const std::string& file, const core::IniEntry& entry) {
  const std::size_t dot = entry.key.find('.');
  const std::string section = dot == std::string::npos ? "" : entry.key.substr(0, dot);
  const std::string name = dot == std::string::npos ? entry.key : entry.key.substr(dot + 1);
  const DefaultableOption* const option = find_option(name);
  if (option == nullptr) fail_entry(file, entry, name);
  if (section.empty() && option->of_one_command)
    core::fail_input(file, entry.line, fmt::format("{} means another place for each command", name),
                     "it in the section of one, such as [run]");
  std::vector<std::string> commands;
  for (const Command& command : all_commands()) commands.push_back(command.name);
  if (!section.empty() && std::find(commands.begin(), commands.end(), section) == commands.end())
    core::fail_input(file, entry.line, fmt::format("no command [{}]", core::excerpt(section)),
                     "a command; nearest: " + nearest(section, commands));
  return section;
}

void add_from_environment(std::vector<OptionDefault>& found, const std::string& command) {
  for (const DefaultableOption& option : defaultable_options())
    for (const std::string& name : {command + "-" + option.name, option.name}) {
      if (option.of_one_command && name == option.name) continue;
      const std::string origin = variable_of(name);
      if (const std::string value = variable(origin); !value.empty())
        found.push_back({option.name, value, origin});
    }
}

void add_from_file(std::vector<OptionDefault>& found, const std::string& command) {
  const std::string file = defaults_file();
  // The standard place may be missing or unreachable; a file named by the user must exist.
  std::error_code unreachable;
  const bool usual = variable(kFileVariable).empty();
  if (file.empty() || (usual && !std::filesystem::exists(file, unreachable))) return;
  std::vector<OptionDefault> of_all;
  for (const core::IniEntry& entry : core::read_ini_file(file)) {
    const std::string section = command_of(file, entry);
    const std::string origin = fmt::format("{}:{}", file, entry.line);
    if (section.empty()) of_all.push_back({entry.key, entry.value, origin});
    if (section == command)
      found.push_back({entry.key.substr(section.size() + 1), entry.value, origin});
  }
  found.insert(found.end(), of_all.begin(), of_all.end());
}

std::vector<OptionDefault>& in_force() {
  static std::vector<OptionDefault> defaults;
  return defaults;
}

}  // namespace

const std::vector<DefaultableOption>& defaultable_options() {
  static const std::vector<DefaultableOption> options{
      {"color", "auto, always or never"},
      {"quiet", "true: no progress, no notes"},
      {"verbose", "true: detailed notes"},
      {"json", "true: JSON in place of tables"},
      {"csv", "true: CSV in place of tables"},
      {"jobs", "number of runs at a time"},
      {"store", "directory of finished runs"},
      {"max-output", "size of a waveform, a timeline, a series"},
      {"max-wall", "real time that a run may take"},
      {"vcd-format", "vcd or fst"},
      {"outdir", "directory of what a command writes; of run also auto", true},
  };
  return options;
}

std::string defaults_file() {
  if (const std::string named = variable(kFileVariable); !named.empty())
    return named == kNone ? "" : named;
  const std::string config = variable("XDG_CONFIG_HOME"), home = variable("HOME");
  if (config.empty() && home.empty()) return "";
  const auto base =
      config.empty() ? std::filesystem::path(home) / ".config" : std::filesystem::path(config);
  return base / "gpufabric" / "config.ini";
}

std::vector<OptionDefault> defaults_of(const std::string& command) {
  std::vector<OptionDefault> found;
  if (variable(kFileVariable) == kNone) return found;
  add_from_environment(found, command);
  add_from_file(found, command);
  return found;
}

std::string defaults_help() {
  std::string text =
      "Options that are given with every command can have defaults of your own. The\n"
      "command line wins over the environment, and that over the file. Parameters,\n"
      "seeds and what else is simulated cannot be set so: a command line means the\n"
      "same run everywhere. run.json lists the defaults that a run took.\n\n"
      "Options:\n";
  for (const DefaultableOption& option : defaultable_options())
    text += fmt::format("  {:<12}{}{}\n", option.name, option.meaning,
                        option.of_one_command ? "; for one command" : "");
  text +=
      "\nEnvironment:\n"
      "  GPUFABRIC_JOBS=4            of all commands\n"
      "  GPUFABRIC_RUN_OUTDIR=auto   of one command\n"
      "  GPUFABRIC_DEFAULTS=FILE     read FILE, not the user's file; none: no\n"
      "                              defaults at all, as with --no-defaults\n\n"
      "File: gpufabric/config.ini below XDG_CONFIG_HOME or ~/.config\n"
      "  jobs = 4\n"
      "  [run]\n"
      "  outdir = auto\n";
  return text;
}

const std::vector<OptionDefault>& defaults_in_force() { return in_force(); }

bool is_default(const std::string& option) {
  return std::any_of(in_force().begin(), in_force().end(),
                     [&](const OptionDefault& one) { return one.option == option; });
}

void set_defaults_in_force(std::vector<OptionDefault> defaults) {
  in_force() = std::move(defaults);
}

std::string with_origins(std::string message) {
  std::string origins;
  for (const OptionDefault& one : in_force())
    if (message.find("--" + one.option) != std::string::npos)
      origins += fmt::format("; --{} is from {}", one.option, core::excerpt_of_path(one.origin));
  return message + origins;
}

}  // namespace gf::app
