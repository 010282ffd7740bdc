// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// What an option has where the command line does not give it: a habit of the user's or of a
/// site's. Defaults say how a command works and what it shows; what is simulated they cannot
/// change, so that a command line means the same run everywhere.
struct OptionDefault {
  std::string option;  ///< "jobs".
  std::string value;   ///< Text, as on the command line; of a switch "true" or "false".
  std::string origin;  ///< "GPUFABRIC_JOBS", "/home/ada/.config/gpufabric/config.ini:3".
};

/// Options that may have one, and what it says of them.
struct DefaultableOption {
  std::string name;
  std::string meaning;
  bool of_one_command = false;  ///< Only by GPUFABRIC_RUN_OUTDIR, or in a section [run].
};
const std::vector<DefaultableOption>& defaultable_options();

/// The defaults of `command`, of which the first of one option counts: from the environment
/// GPUFABRIC_<COMMAND>_<OPTION> and GPUFABRIC_<OPTION>, then from the user's file
/// (defaults_file()), its section [<command>] and what is above all sections. None when
/// GPUFABRIC_DEFAULTS is "none". Throws UserError(kBadInput) with file:line for a name that no
/// option or command has, and kUsage for a file that cannot be read.
std::vector<OptionDefault> defaults_of(const std::string& command);

/// GPUFABRIC_DEFAULTS, else gpufabric/config.ini below XDG_CONFIG_HOME or ~/.config; empty: none.
std::string defaults_file();

/// `gpufabric help defaults`.
std::string defaults_help();

/// Those that the command line of this process took, for the record of a run and for errors.
const std::vector<OptionDefault>& defaults_in_force();
/// Whether one of them is of this option.
[[nodiscard]] bool is_default(const std::string& option);
void set_defaults_in_force(std::vector<OptionDefault> defaults);

/// `message` with the origin of each default in force whose option it names:
/// "...; --jobs is from GPUFABRIC_JOBS".
std::string with_origins(std::string message);

}  // namespace gf::app
