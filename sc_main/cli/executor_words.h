// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/cli/command.h"

namespace gf::app {

// GNU parallel, Slurm and mpirun start this program through files of lines, shells and other
// machines. A line feed in a word would begin a new command there.

/// Throws UserError(kUsage) if `text`, the value of `field`, has a control character (C0, DEL, C1).
/// `executor` is the program that would receive it: "GNU parallel".
void check_executor_text(const std::string& executor, const std::string& field,
                         const std::string& text);

/// Applies check_executor_text() to each word of a command line, named by its option, and to the
/// texts added to it: --plugin, this program's path, the working directory.
void check_executor_words(const std::string& executor, const Arguments& words);

}  // namespace gf::app
