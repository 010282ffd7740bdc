// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/option.h"

namespace gf::app {

/// The options of a subcommand and its --help text. All commands have --color, --no-defaults and
/// --help. Options that several commands share (outdir,o quiet,q verbose,v jobs,j json) have the
/// same name and letter everywhere.
struct CommandLine {
  CommandLine(std::string command, std::string arguments, std::string what_it_does);

  std::string name;                   ///< "run".
  std::string usage;                  ///< "PLATFORM [OPTIONS]": the words after the name.
  std::string purpose;                ///< A paragraph.
  std::string examples;               ///< Command lines, indented by two blanks.
  std::vector<core::ExitCode> exits;  ///< Exit codes in addition to kDone and kUsage.
  std::deque<Option> options;         ///< In the order of the help; add() keeps their addresses.
  std::deque<Option> operands;        ///< Positional arguments; not shown.
  /// Whether unknown options may name parameters of the platform: "--graphs FILE" becomes "-p
  /// graphs=FILE" and is noted in `parameter_names`.
  bool takes_parameters = false;
  std::vector<std::string> parameter_names;
  /// Options that parse() found on the command line, without "--". User defaults are not included.
  std::vector<std::string> given_options;

  /// Adds an option (option.h). `names`: "outdir,o"; `value`: "DIR". Returns the option, so that
  /// its other members can be set.
  template <class T>
  Option& add(const std::string& names, T& variable, const std::string& value,
              const std::string& meaning, const typename OptionType<T>::Legal& legal = {}) {
    return options.emplace_back(names, variable, value, meaning, legal);
  }
  Option& add(const std::string& names, bool& flag, const std::string& meaning) {
    return options.emplace_back(names, flag, "", meaning, core::Limits<bool>());
  }
  /// Adds the operand `key`. A list takes all remaining words.
  template <class T>
  void operand(const std::string& key, T& variable) {
    operands.emplace_back(key, variable, key, "", typename OptionType<T>::Legal());
  }
  /// Returns the option "--name", "-o" or "name", or null if there is none.
  [[nodiscard]] const Option* find(const std::string& word) const;
  /// Parses the words. Returns false if it printed the help. Throws UserError(kUsage) that names
  /// the nearest option. User defaults (defaults.h) fill in missing options, except those that
  /// exclude a given one, such as --quiet with --verbose.
  [[nodiscard]] bool parse(const Arguments& arguments);
  [[nodiscard]] std::string help() const;
  /// Returns the text of `gpufabric help COMMAND --json`: {name, summary, usage, purpose, options,
  /// exit_codes}. An option is {name, letter, value, type, unit, default, legal, choices, meaning},
  /// with empty texts for what it does not have. `summary` is the command's line in the list of
  /// commands.
  [[nodiscard]] std::string help_json(const std::string& summary) const;
  [[nodiscard]] std::vector<core::ExitCode> exit_codes() const;  ///< All of them, sorted.
  /// Throws an error of this command line: "run: <cause>; see gpufabric help run".
  [[noreturn]] void fail(const std::string& cause) const;
  [[noreturn]] void fail_unknown(const std::string& option,
                                 std::vector<std::string> also_known = {}) const;

 private:
  [[nodiscard]] Arguments parameters_named(const Arguments& arguments);
  [[nodiscard]] Arguments bare_completed(const Arguments& arguments) const;
};

/// Returns `parse(text)`. Puts the option's name in front of its error: "--stop-at: "5" has no
/// unit; ...".
template <class Parse>
auto option_value(const char* option, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const core::UserError& error) {
    throw core::UserError(error.code(), std::string(option) + ": " + error.what());
  }
}

/// Calls `use` with the command line of a command, as for its help, and runs nothing. For manual
/// pages and completion, which are generated from the option tables.
void read_command_line(const Command& command, const std::function<void(const CommandLine&)>& use);

/// Returns what the code means to the shell: "invalid command line, ...".
const char* meaning_of(core::ExitCode code);
/// Returns lines such as "  0  done" for --help.
std::string exit_code_lines(const std::vector<core::ExitCode>& codes);

}  // namespace gf::app
