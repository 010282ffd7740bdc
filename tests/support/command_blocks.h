// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gf::test {

/// A command of a page, and what the page shows of its output.
struct PageCommand {
  std::string command;              ///< With its continuation lines.
  std::vector<std::string> output;  ///< Lines; none: it only has to end well.
  unsigned line = 0;                ///< Of the page.
};

/// A block of the page that a reader can type:
///   ```console
///   $ gpufabric list
///   platform  models  description
///   ...
///   ```
/// A line "..." of the output stands for any number of lines, "..." within one for any text: times
/// and names of this computer. A comment in the line before says why a block is not run:
///   <!-- not run: takes minutes -->
/// or what of its output is compared, so that a run that takes a femtosecond more edits no page:
///   <!-- compared: 3 digits -->
///   <!-- compared: columns graph, end us -->
struct CommandBlock {
  std::vector<PageCommand> commands;
  std::string not_run;   ///< Why; empty: it is run.
  std::string compared;  ///< Empty: all of it.
};

/// Throws std::logic_error, with the line, for a block that begins without a command or does not
/// end.
std::vector<CommandBlock> command_blocks(const std::string& page);

/// Lines of the page that look like a command but are in no such block: they would not be run, and
/// not be missed either.
std::vector<std::string> stray_commands(const std::string& page);

/// Whether `output` is what `shown` says, as far as it is compared. With "N digits" a number with a
/// decimal point may differ by less than one in its N-th digit, or by one in the last that is
/// shown; with "columns A, B" the other columns of a table may differ. Throws std::logic_error
/// where `compared` is neither.
bool shows(const std::vector<std::string>& shown, const std::string& output,
           const std::string& compared = "");

}  // namespace gf::test
