// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace gf::test {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Of a line of CSV without quotes.
inline std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

/// Value of a statistic in the text of stats.csv, named "path,name"; fails the test where there is
/// none.
inline double stat(const std::string& csv, const std::string& path_and_name) {
  for (const std::string& line : lines_of(csv))
    if (line.rfind(path_and_name + ",", 0) == 0) return std::stod(fields_of(line).at(2));
  ADD_FAILURE() << "no " << path_and_name;
  return -1;
}

}  // namespace gf::test
