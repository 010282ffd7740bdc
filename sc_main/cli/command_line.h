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

/// The options of a subcommand and its --help text. Options are bound to variables, which hold the
/// defaults before parse() and the given values after it. All commands have --color, --no-defaults
/// and --help. Options that several commands share (outdir,o quiet,q verbose,v jobs,j json) have
/// the same name and letter everywhere.
struct CommandLine {
  CommandLine(std::string command, std::string arguments, std::string what_it_does);

  std::string name;                   ///< "run".
  std::string usage;                  ///< "PLATFORM [OPTIONS]": the words after the name.
  std::string purpose;                ///< A paragraph.
  std::string examples;               ///< Command lines, indented by two blanks.
  std::vector<core::ExitCode> exits;  ///< Exit codes in addition to kDone and kUsage.
  boost::program_options::options_description options;
  boost::program_options::options_description operands;  ///< Positional arguments; not shown.
  boost::program_options::positional_options_description order;
  /// Whether unknown options may name parameters of the platform: "--graphs FILE" becomes "-p
  /// graphs=FILE" and is noted in `parameter_names`.
  bool takes_parameters = false;
  /// Values of options that are given without one, as the last word or before another option. With
  /// {"outdir", "auto"}, "--outdir" and "-o" mean "--outdir auto".
  std::map<std::string, std::string> bare_values;
  std::vector<std::string> parameter_names;
  /// Options that parse() found on the command line, without "--". User defaults are not included.
  std::vector<std::string> given_options;

  /// Adds the operand `key`, which may occur up to `count` times (-1: any number).
  template <class T>
  void operand(const char* key, T& variable, int count) {
    operands.add_options()(key, boost::program_options::value(&variable));
    order.add(key, count);
  }
  /// Parses the words. Returns false if it printed the help. Throws UserError(kUsage) that names
  /// the nearest option. User defaults (defaults.h) fill in missing options, except those that
  /// exclude a given one, such as --quiet with --verbose.
  [[nodiscard]] bool parse(const Arguments& arguments);
  [[nodiscard]] std::string help() const;
  [[nodiscard]] std::vector<core::ExitCode> exit_codes() const;  ///< All of them, sorted.
  /// Throws an error of this command line: "run: <cause>; see gpufabric help run".
  [[noreturn]] void fail(const std::string& cause) const;
  [[noreturn]] void fail_unknown(const std::string& option,
                                 std::vector<std::string> also_known = {}) const;

 private:
  [[nodiscard]] Arguments parameters_named(const Arguments& arguments);
  [[nodiscard]] Arguments bare_completed(const Arguments& arguments) const;
  /// Adds the user's defaults to the given options.
  void add_defaults(boost::program_options::parsed_options& given) const;
  /// Refuses empty places such as `--outdir ''` and `--out ''`, because the output would be
  /// discarded silently.
  void refuse_no_place(const boost::program_options::variables_map& values) const;
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
