// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "sc_main/cli/command.h"

namespace gf::app {

/// What a subcommand accepts and what its --help says. Options are bound to variables, which hold
/// their defaults before and their values after parse(). All commands have --color, --no-defaults
/// and --help; what several have beside these (outdir,o quiet,q verbose,v jobs,j json) has one name
/// and one letter everywhere.
struct CommandLine {
  CommandLine(std::string command, std::string arguments, std::string what_it_does);

  std::string name;                   ///< "run".
  std::string usage;                  ///< "PLATFORM [OPTIONS]", what follows the name.
  std::string purpose;                ///< A paragraph.
  std::string examples;               ///< Lines of commands, two blanks in front.
  std::vector<core::ExitCode> exits;  ///< Beside kDone and kUsage, what it may return.
  boost::program_options::options_description options;
  boost::program_options::options_description operands;  ///< Positional ones; not shown.
  boost::program_options::positional_options_description order;
  /// Options that `options` does not have, "--graphs FILE", become "-p graphs=FILE" and are noted
  /// here: they may name parameters of the platform.
  bool takes_parameters = false;
  /// Values of options that are given bare, as the last word or before another option: with
  /// {"outdir", "auto"} "--outdir" and "-o" mean "--outdir auto".
  std::map<std::string, std::string> bare_values;
  std::vector<std::string> parameter_names;
  /// Options that parse() has found among the words, without "--"; the user's defaults are not.
  std::vector<std::string> given_options;

  /// Adds the operand `key`, up to `count` times (-1: any number).
  template <class T>
  void operand(const char* key, T& variable, int count) {
    operands.add_options()(key, boost::program_options::value(&variable));
    order.add(key, count);
  }
  /// False when it printed the help. Throws UserError(kUsage) that names the nearest option. What
  /// the words do not give may come from the user's defaults (defaults.h), but for an option that
  /// excludes a given one, such as --quiet beside --verbose.
  [[nodiscard]] bool parse(const Arguments& arguments);
  [[nodiscard]] std::string help() const;
  [[nodiscard]] std::vector<core::ExitCode> exit_codes() const;  ///< All of them, sorted.
  /// An error of this command line: "run: <cause>; see gpufabric help run".
  [[noreturn]] void fail(const std::string& cause) const;
  [[noreturn]] void fail_unknown(const std::string& option,
                                 std::vector<std::string> also_known = {}) const;

 private:
  [[nodiscard]] Arguments parameters_named(const Arguments& arguments);
  [[nodiscard]] Arguments bare_completed(const Arguments& arguments) const;
  /// Adds the user's defaults to what was given.
  void add_defaults(boost::program_options::parsed_options& given) const;
  /// `--outdir ''`, `--out ''` are none: what would be written there is not thrown away without a
  /// word.
  void refuse_no_place(const boost::program_options::variables_map& values) const;
};

/// `parse(text)` with the option's name in front of its error: "--stop-at: "5" has no unit; ...".
template <class Parse>
auto option_value(const char* option, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const core::UserError& error) {
    throw core::UserError(error.code(), std::string(option) + ": " + error.what());
  }
}

/// Calls `use` with the command line of a command as that command would ask for its help, and
/// runs nothing: for what is made of the tables of options (manual pages, completion).
void read_command_line(const Command& command, const std::function<void(const CommandLine&)>& use);

/// "invalid command line, ...": what the code says to the shell.
const char* meaning_of(core::ExitCode code);
/// "  0  done" lines for --help.
std::string exit_code_lines(const std::vector<core::ExitCode>& codes);

}  // namespace gf::app
