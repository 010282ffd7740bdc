// SPDX-License-Identifier: Apache-2.0
// nvbandwidth, text: a title, the numbers of the columns, and a row for the host or for each GPU.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/nvbandwidth_tests.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace nvbandwidth_text {
namespace {

constexpr std::size_t kMostOfName = 100;  ///< Characters of the name of a test.

/// Returns the part that the title `line` names for `test`, or nothing if it is no title of it.
std::optional<std::string> part_of_title(const NvbandwidthTest& test, std::string_view line) {
  std::vector<std::string> parts = test.parts;
  parts.emplace_back();  // before version 0.6 a test had one matrix
  for (const std::string& part : parts)
    if (test.title_of(part) == line) return part;
  // Versions differ in the arrows. What decides is the name of the test.
  if (line.find("(row)") != line.npos || line.find("(column)") != line.npos) {
    for (const std::string& part : test.parts)
      if (line.find(" " + part + " ") != line.npos) return part;
    return "";
  }
  return {};
}

/// The name behind "Running ", if the line is of that form: "Running NAME.".
std::string_view running(const OutputLines& lines) {
  const auto& words = lines.words();
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "Running" && words[i + 1].back() == '.')
      return words[i + 1].substr(0, words[i + 1].size() - 1);
  return {};
}

/// Returns the test of the title at `lines` if no "Running NAME." precedes it: the one whose sum
/// follows the matrix ("SUM NAME_read1 NUMBER"), or else the first one with this title.
const NvbandwidthTest* test_of_title(const OutputLines& lines) {
  constexpr std::string_view kSum = "\nSUM ";
  const std::string_view rest = lines.rest();
  const std::size_t sum = rest.find(kSum);
  if (sum < rest.find("\nmem")) {
    const auto words = core::split_words(rest.substr(sum + kSum.size(), kMostOfName));
    for (const NvbandwidthTest& test : nvbandwidth_tests())
      if (!words.empty() && core::begins_with(words[0], test.name) &&
          (words[0].size() == test.name.size() || words[0][test.name.size()] == '_'))
        return &test;
  }
  const std::string_view line = core::trimmed(lines.line());
  for (const NvbandwidthTest& test : nvbandwidth_tests())
    for (const std::string& part : test.parts.empty() ? std::vector<std::string>{""} : test.parts)
      if (test.title_of(part) == line) return &test;
  return nullptr;
}

void read_matrix(OutputLines& lines, const NvbandwidthTest& test, const std::string& part,
                 std::vector<Measured>& values) {
  while (lines.next() && !is_device_head(lines, 0))
    if (lines.is_row(0)) lines.fail("a row before the numbers of the columns", "0, 1, 2, ...");
  if (!is_device_head(lines, 0)) lines.fail("a title without a matrix", "the matrix below it");
  const auto columns = static_cast<unsigned>(lines.words().size());
  const std::optional<unsigned> rows =
      test.is_square() ? std::optional<unsigned>(columns) : std::optional<unsigned>(1);
  read_device_rows(lines, columns, rows, [&](unsigned row, unsigned column, std::string_view word) {
    if (word == "N/A") return;
    Measured cell = test.cell(part, row, column);
    lines.read(word, fmt::format("{} to {}", cell.from, cell.to), cell);
    // Early versions printed 0.00 for a pair that they did not measure.
    if (!test.is_square() || cell.value > 0) values.push_back(cell);
  });
}

std::vector<Measured> read(std::string_view text, const std::string& file) {
  OutputLines lines(text, file);
  std::vector<Measured> values;
  const NvbandwidthTest* test = nullptr;
  bool named = false;  // a "Running NAME." precedes, even if the name is not known here
  while (lines.next()) {
    if (const std::string_view name = running(lines); !name.empty()) {
      test = find_nvbandwidth_test(name);
      named = true;
      continue;
    }
    const std::string_view line = core::trimmed(lines.line());
    if (!core::begins_with(line, "mem") && !core::begins_with(line, "Device to Device Latency"))
      continue;
    const NvbandwidthTest* const titled = named ? test : test_of_title(lines);
    if (titled == nullptr) continue;
    const auto part = part_of_title(*titled, line);
    if (!part) continue;
    read_matrix(lines, *titled, *part, values);
    // The name holds for all matrices of the test, and for no other one.
    if (titled->parts.empty() || part->empty() || *part == titled->parts.back()) named = false;
  }
  return values;
}

std::string matrix_text(const NvbandwidthTest& test, const std::string& part,
                        const DeviceCells& cells) {
  const unsigned columns = std::max(cells.columns(), test.is_square() ? cells.rows() : 0);
  const unsigned rows = test.is_square() ? columns : 1;
  std::string text = test.title_of(part) + "\n  ";
  for (unsigned column = 0; column < columns; ++column) text += fmt::format("{:>10}", column);
  text += "\n";
  for (unsigned row = 0; row < rows; ++row) {
    text += fmt::format("{:>2}", row);
    for (unsigned column = 0; column < columns; ++column) {
      const auto value = cells.at(row, column);
      text += value ? fmt::format("{:>10.2f}", *value) : fmt::format("{:>10}", "N/A");
    }
    text += "\n";
  }
  std::string key = test.test_of(part);
  std::transform(key.begin(), key.end(), key.begin(), [](char c) {
    return c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text + fmt::format("\nSUM {} {:.2f}\n\n", key, cells.sum());
}

std::string write(const std::vector<Measured>& values) {
  std::string text;
  for (const NvbandwidthTest& test : measured_tests(values)) {
    text += fmt::format("Running {}.\n", test.name);
    for (const std::string& part : test.parts)
      text += matrix_text(test, part, test.cells(part, values));
  }
  return text;
}

}  // namespace
}  // namespace nvbandwidth_text

Tool nvbandwidth() {
  return {"nvbandwidth",
          "nvbandwidth",
          {"nvbandwidth Version", "memcpy CE ", "memcpy SM ", "memcpy local GPU",
           "memory latency SM", "Device to Device Latency SM"},
          nvbandwidth_text::read,
          nvbandwidth_text::write};
}

}  // namespace gf::papers::tools
