// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// A name that some command line takes.
struct KnownWord {
  std::string name;
  std::string kind;  ///< "a platform"
  std::string use;   ///< A command line that takes it: "gpufabric run pcie_t2".
};

/// Every command, platform, machine, workload and listing.
std::vector<KnownWord> known_words();

/// Ends an error message about `word`, which is not what was expected there, "a platform": says
/// what it is instead and how it is used, or names the nearest words, those of `expected` first.
/// Starts with "; ". Empty: nothing that the program knows is near.
std::string did_you_mean(const std::string& word, const std::string& expected);

}  // namespace gf::app
