// SPDX-License-Identifier: Apache-2.0
// nvbandwidth -j: {"nvbandwidth": {"testcases": [{name, status, bandwidth_matrix, ...}]}}. Cells
// are texts of six digits, or "N/A".
#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/text/json.h"
#include "measurements/tools/nvbandwidth_tests.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace nvbandwidth_documents {
namespace {

constexpr const char* kTitle = "nvbandwidth";
constexpr std::string_view kSign = "\"nvbandwidth\"";
constexpr const char* kExpected = "an output of nvbandwidth -j";

unsigned line_at(std::string_view text, std::size_t byte) {
  return static_cast<unsigned>(1 + std::count(text.begin(), text.begin() + byte, '\n'));
}

/// A JSON document in the output, from the brace before "nvbandwidth" to the one that closes it.
struct JsonPlace {
  std::string_view json;
  unsigned line = 1;  ///< On which it begins.
};

/// Returns the bytes up to the brace that closes the first one; all if it does not close.
std::size_t length_of(std::string_view json) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && c == '{') {
      ++depth;
    } else if (!in_string && c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return json.size();
}

std::vector<JsonPlace> documents_in(std::string_view text) {
  std::vector<JsonPlace> places;
  std::size_t from = 0;
  for (std::size_t sign; (sign = text.find(kSign, from)) != text.npos;) {
    const std::size_t open = text.rfind('{', sign);
    const std::size_t begin = open == text.npos || open < from ? sign : open;
    const std::string_view json = text.substr(begin, length_of(text.substr(begin)));
    places.push_back({json, line_at(text, begin)});
    from = begin + std::max(json.size(), kSign.size());
  }
  return places;
}

/// Reads the matrix of one test. Its errors name the line on which the test's name stands.
class MatrixReader {
 public:
  MatrixReader(const JsonPlace& place, const std::string& file, const NvbandwidthTest& test)
      : test_(test), lines_({}, file, line_of(place, test.name) + 1) {}

  void read(const nlohmann::json& matrix, std::vector<Measured>& values) {
    if (matrix.empty()) return;
    const std::size_t columns = matrix.at(0).size();
    const std::size_t rows = test_.is_square() ? columns : 1;
    if (rows == 0 || matrix.size() % rows != 0)
      lines_.fail(fmt::format("{} has {} rows", test_.name, matrix.size()),
                  fmt::format("{} rows for each matrix", rows));
    const std::size_t matrices = matrix.size() / rows;
    for (std::size_t i = 0; i < matrix.size(); ++i)
      read_row(part_of(i / rows, matrices), static_cast<unsigned>(i % rows), matrix[i], columns,
               values);
  }

 private:
  static unsigned line_of(const JsonPlace& place, const std::string& name) {
    const std::size_t at = place.json.find('"' + name + '"');
    return at == place.json.npos ? place.line : place.line + line_at(place.json, at) - 1;
  }

  [[nodiscard]] std::string part_of(std::size_t matrix, std::size_t matrices) const {
    if (matrices == 1) return "";
    if (matrices != test_.parts.size())
      lines_.fail(fmt::format("{} has {} matrices", test_.name, matrices),
                  test_.parts.empty() ? "1" : fmt::format("1 or {}", test_.parts.size()));
    return test_.parts[matrix];
  }

  void read_row(const std::string& part, unsigned row, const nlohmann::json& words,
                std::size_t columns, std::vector<Measured>& values) const {
    if (words.size() != columns)
      lines_.fail(fmt::format("{} has a row of {} cells", test_.name, words.size()),
                  fmt::format("{} cells", columns));
    for (unsigned column = 0; column < columns; ++column) {
      const auto word = words[column].get<std::string>();
      if (word == "N/A") continue;
      Measured cell = test_.cell(part, row, column);
      lines_.read(word, fmt::format("{} from {} to {}", test_.name, cell.from, cell.to), cell);
      values.push_back(cell);
    }
  }

  const NvbandwidthTest& test_;
  const OutputLines lines_;
};

void read_document(const JsonPlace& place, const std::string& file, std::vector<Measured>& values) {
  // Empty lines in front keep the numbers of lines in errors.
  const std::string json = std::string(place.line - 1, '\n') + std::string(place.json);
  core::take_json(json, file, kExpected, [&](const nlohmann::json& root) {
    for (const nlohmann::json& each : root.at(kTitle).at("testcases")) {
      const NvbandwidthTest* const test = find_nvbandwidth_test(each.at("name").get<std::string>());
      if (test != nullptr && each.contains("bandwidth_matrix"))
        MatrixReader(place, file, *test).read(each.at("bandwidth_matrix"), values);
    }
  });
}

std::vector<Measured> read(std::string_view text, const std::string& file) {
  std::vector<Measured> values;
  for (const JsonPlace& place : documents_in(text)) read_document(place, file, values);
  return values;
}

nlohmann::json json_of(const NvbandwidthTest& test, const std::vector<Measured>& values) {
  nlohmann::json matrix = nlohmann::json::array();
  double sum = 0;
  for (const std::string& part : test.parts) {
    const DeviceCells cells = test.cells(part, values);
    const unsigned columns = std::max(cells.columns(), test.is_square() ? cells.rows() : 0);
    for (unsigned row = 0; row < (test.is_square() ? columns : 1); ++row) {
      nlohmann::json words = nlohmann::json::array();
      for (unsigned column = 0; column < columns; ++column) {
        const auto value = cells.at(row, column);
        words.push_back(value ? fmt::format("{:.6g}", *value) : "N/A");
      }
      matrix.push_back(words);
    }
    sum = cells.sum();
  }
  return {{"name", test.name},
          {"status", "Passed"},
          {"bandwidth_description", test.title_of(test.parts.back())},
          {"bandwidth_matrix", matrix},
          {"sum", sum}};
}

std::string write(const std::vector<Measured>& values) {
  nlohmann::json testcases = nlohmann::json::array();
  for (const NvbandwidthTest& test : measured_tests(values)) {
    // The matrices have no titles: a test of three parts has all of them, or only one.
    const std::vector<std::string>& all = find_nvbandwidth_test(test.name)->parts;
    if (test.parts != all && test.parts != std::vector<std::string>{""})
      core::fail_config(kTitle, test.name, test.parts.back(), "all parts of the test, or none",
                        "add the missing parts");
    testcases.push_back(json_of(test, values));
  }
  return core::json_text(nlohmann::json{{kTitle, {{"testcases", testcases}}}}, 3) + "\n";
}

}  // namespace
}  // namespace nvbandwidth_documents

Tool nvbandwidth_json() {
  return {"nvbandwidth-json",
          "nvbandwidth -j",
          {nvbandwidth_documents::kSign},
          nvbandwidth_documents::read,
          nvbandwidth_documents::write};
}

}  // namespace gf::papers::tools
