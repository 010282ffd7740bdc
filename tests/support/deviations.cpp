// SPDX-License-Identifier: Apache-2.0
#include "tests/support/deviations.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

#include "core/base/text_fields.h"
#include "tests/support/captured.h"

namespace gf::test {
namespace {

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream in(line.substr(1));
  for (std::string column; std::getline(in, column, '|');)
    columns.emplace_back(core::trimmed(column));
  return columns;
}

std::vector<std::string> matches(const std::string& text, const std::regex& form) {
  std::vector<std::string> found;
  for (auto i = std::sregex_iterator(text.begin(), text.end(), form); i != std::sregex_iterator();
       ++i)
    found.push_back(i->size() > 2 ? i->str(1) + "." + i->str(2) : i->str(1));
  return found;
}

void collect(const std::filesystem::path& folder, const std::regex& form,
             std::vector<std::string>& names) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    for (std::string& name : matches(read_file(entry.path()), form))
      names.push_back(std::move(name));
  }
}

}  // namespace

std::vector<Deviation> read_deviations(const std::string& text) {
  static const std::regex kQuoted("`([^`]+)`");
  std::vector<Deviation> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("|", 0) != 0 || line.rfind("|--", 0) == 0) continue;
    const std::vector<std::string> c = columns_of(line);
    if (c.size() != 6) throw std::runtime_error("not six columns: " + line);
    if (c[0] != "id") rows.push_back({c[0], c[1], c[2], c[3], c[4], matches(c[5], kQuoted)});
  }
  return rows;
}

std::vector<std::string> known_tests(const std::filesystem::path& tests) {
  static const std::regex kCase(R"(\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::vector<std::string> names;
  collect(tests, kCase, names);
  return names;
}

std::vector<std::string> defects_of(const std::vector<Deviation>& rows,
                                    const std::vector<std::string>& known) {
  static const std::regex kId("[A-Z][A-Z0-9]*-[1-9][0-9]*");
  std::vector<std::string> defects;
  std::set<std::string> seen;
  for (const Deviation& row : rows) {
    if (!std::regex_match(row.id, kId)) defects.push_back(row.id + ": not an id such as PCIE-1");
    if (!seen.insert(row.id).second) defects.push_back(row.id + ": occurs twice");
    for (const std::string* text : {&row.what, &row.paper, &row.here, &row.why})
      if (text->empty()) defects.push_back(row.id + ": an empty column");
    if (row.tests.empty()) defects.push_back(row.id + ": names no test");
    for (const std::string& name : row.tests)
      if (std::find(known.begin(), known.end(), name) == known.end())
        defects.push_back(row.id + ": no test " + name);
  }
  return defects;
}

}  // namespace gf::test
