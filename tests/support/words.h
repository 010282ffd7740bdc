// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::test {

using Words = std::vector<std::string>;  ///< Of a command line.

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// "a=1", "b=2" as options.
inline Words parameters(const Words& settings) {
  Words words;
  for (const std::string& setting : settings) words = words + Words{"-p", setting};
  return words;
}

}  // namespace gf::test
