// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sc_main/cli/command.h"

namespace gf::app {

/// A word that a command line may go on with.
struct CompletionWord {
  std::string word;  ///< Whole; "rc." and "policy=" want to be gone on with.
  std::string about;
};

/// What the last of `words` (which may be empty, as typed so far) can become, behind "gpufabric"
/// and the words before it: commands, options, platforms, parameters of the platform that was
/// named, their legal values. Nothing: a file's name, or nothing is known. Throws nothing for a
/// command line that is wrong.
std::vector<CompletionWord> completion_words(Arguments words);

}  // namespace gf::app
