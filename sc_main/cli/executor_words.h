// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/cli/command.h"

namespace gf::app {

// GNU parallel, Slurm and mpirun start this program by commands that pass through files of lines,
// shells and other machines: a line feed in a word would begin a command of its own there.

/// Throws UserError(kUsage) when `text`, the value of `field`, has a control character (C0, DEL,
/// C1). `executor` is whom it would reach: "GNU parallel".
void check_executor_text(const std::string& executor, const std::string& field,
                         const std::string& text);

/// check_executor_text() for each word of a command line, named by its option, and for what is
/// added to them: --plugin, this program's path, the working directory.
void check_executor_words(const std::string& executor, const Arguments& words);

}  // namespace gf::app
