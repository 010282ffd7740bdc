// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gf::test {

/// One row of DEVIATIONS.md.
struct Deviation {
  std::string id;
  std::string what;
  std::string paper;
  std::string here;
  std::string why;
  std::vector<std::string> tests;
};

/// The rows of the table in `text`; a row that does not have six columns throws with its text.
std::vector<Deviation> read_deviations(const std::string& text);

/// "Suite.Case" of each TEST, TEST_F and TEST_P in .cpp files below `tests`.
std::vector<std::string> known_tests(const std::filesystem::path& tests);

/// What is wrong with the rows, one line each; empty = nothing.
std::vector<std::string> defects_of(const std::vector<Deviation>& rows,
                                    const std::vector<std::string>& known);

}  // namespace gf::test
