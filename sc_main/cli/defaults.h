// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// Value of an option that the command line does not give: a habit of the user or site. Defaults
/// determine how a command works and what it shows. They cannot change what is simulated, so a
/// command line means the same run everywhere.
struct OptionDefault {
  std::string option;  ///< "jobs".
  std::string value;   ///< Text as on the command line; for a switch "true" or "false".
  std::string origin;  ///< "GPUFABRIC_JOBS", "/home/ada/.config/gpufabric/config.ini:3".
};

/// An option that may have a default, and its description.
struct DefaultableOption {
  std::string name;
  std::string meaning;
  bool of_one_command = false;  ///< Only by GPUFABRIC_RUN_OUTDIR or in a section [run].
};
const std::vector<DefaultableOption>& defaultable_options();

/// Returns the defaults of `command`; the first of each option counts. They come from the
/// environment, GPUFABRIC_<COMMAND>_<OPTION> and GPUFABRIC_<OPTION>. The user's file
/// (defaults_file()) follows: its section [<command>], then the lines above all sections. There are
/// none if GPUFABRIC_DEFAULTS is "none". Throws UserError(kBadInput) with file:line for a name that
/// no option or command has, and kUsage for an unreadable file.
std::vector<OptionDefault> defaults_of(const std::string& command);

/// Returns GPUFABRIC_DEFAULTS, or gpufabric/config.ini below XDG_CONFIG_HOME or ~/.config; empty:
/// no file.
std::string defaults_file();

/// Returns the text of `gpufabric help defaults`.
std::string defaults_help();

/// Returns the defaults that this process's command line took, for the record of a run and for
/// errors.
const std::vector<OptionDefault>& defaults_in_force();
/// Returns whether one of them belongs to this option.
[[nodiscard]] bool is_default(const std::string& option);
void set_defaults_in_force(std::vector<OptionDefault> defaults);

/// Returns `message` with the origins of the defaults in force whose options it names: "...; --jobs
/// is from GPUFABRIC_JOBS".
std::string with_origins(std::string message);

}  // namespace gf::app
