// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sc_main/cli/command.h"

namespace gf::app {

/// A possible next word of a command line.
struct CompletionWord {
  std::string word;  ///< The whole word; "rc." and "policy=" are to be continued.
  std::string about;
};

/// Returns possible completions of the last of `words`, which may be empty. `words` are typed so
/// far after "gpufabric". Completions are commands, options, platforms, parameters of the named
/// platform, and their legal values. Empty: a file name, or nothing is known. Does not throw for a
/// wrong command line.
std::vector<CompletionWord> completion_words(Arguments words);

}  // namespace gf::app
