// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// A name that some command line accepts.
struct KnownWord {
  std::string name;
  std::string kind;  ///< "a platform"
  std::string use;   ///< Example command line: "gpufabric run pcie_t2".
};

/// Returns all commands, platforms, machines, workloads and listings.
std::vector<KnownWord> known_words();

/// Returns the end of an error message about `word`, found where `expected` ("a platform") belongs.
/// It says what `word` is and how to use it, or names the nearest words, those of `expected` first.
/// Starts with "; ". Empty: no known word is near.
std::string did_you_mean(const std::string& word, const std::string& expected);

}  // namespace gf::app
