// SPDX-License-Identifier: Apache-2.0
// p2pBandwidthLatencyTest: matrices of all pairs of GPUs, each under a title. A latency has a
// second matrix, of the time that the CPU takes to issue the copies.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "measurements/tools/device_table.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace p2p_tables {
namespace {

constexpr const char* kName = "p2pBandwidthLatencyTest";
constexpr std::string_view kMatrix = " Matrix ";

/// A title: "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)".
struct Title {
  std::string test;  ///< The words before " Matrix".
  std::string unit;  ///< "GB/s" or "us".

  [[nodiscard]] bool is_latency() const { return unit == "us"; }
  [[nodiscard]] bool is_read() const { return test.find("Reads") != test.npos; }
  [[nodiscard]] bool is_both_ways() const { return test.find("Bidirectional") != test.npos; }
};

std::optional<Title> title_in(std::string_view line) {
  line = core::trimmed(line);
  const std::size_t end = line.find(kMatrix);
  if (end == line.npos || line.find("P2P=") > end) return {};
  std::string_view unit = line.substr(end + kMatrix.size());
  if (unit != "(GB/s)" && unit != "(us)") return {};
  return Title{std::string(line.substr(0, end)), std::string(unit.substr(1, unit.size() - 2))};
}

/// `clock`: what stands over the row numbers: "GPU" or "CPU" for latencies, else "D\D".
Measured cell_of(const Title& title, std::string_view clock, unsigned row, unsigned column) {
  Measured cell;
  cell.tool = kName;
  cell.test = title.test;
  const bool local = row == column;
  if (title.is_latency())
    cell.quantity = clock == "CPU" ? quantity::kHostTime : quantity::kLatency;
  else if (local)
    cell.quantity = quantity::kLocal;
  else
    cell.quantity = title.is_both_ways() ? quantity::kBothWays : quantity::kCopy;
  cell.from = gpu_name(title.is_read() ? column : row);
  cell.to = gpu_name(title.is_read() ? row : column);
  cell.unit = title.unit;
  return cell;
}

bool is_head(const OutputLines& lines) {
  const auto& words = lines.words();
  return words.size() > 1 && (words[0] == "D\\D" || words[0] == "GPU" || words[0] == "CPU") &&
         is_device_head(lines, 1);
}

void read_matrix(OutputLines& lines, const Title& title, std::vector<Measured>& values) {
  const std::string clock(lines.words()[0]);
  const auto columns = static_cast<unsigned>(lines.words().size() - 1);
  read_device_rows(lines, columns, columns,
                   [&](unsigned row, unsigned column, std::string_view word) {
                     Measured cell = cell_of(title, clock, row, column);
                     lines.read(word, fmt::format("{} to {}", cell.from, cell.to), cell);
                     values.push_back(cell);
                   });
}

std::vector<Measured> read(std::string_view text, const std::string& file) {
  OutputLines lines(text, file);
  std::vector<Measured> values;
  std::optional<Title> title;
  std::size_t matrices = 0;  ///< Under this title.
  while (lines.next()) {
    if (const auto found = title_in(lines.line())) {
      title = found;
      matrices = 0;
    } else if (title && is_head(lines) && matrices < (title->is_latency() ? 2U : 1U)) {
      read_matrix(lines, *title, values);
      ++matrices;
    } else if (title && matrices == 0 && lines.is_row(0)) {
      lines.fail("a row before the numbers of the columns", "D\\D, GPU or CPU, and 0, 1, 2, ...");
    }
  }
  return values;
}

std::string matrix_text(const Title& title, const std::string& head, const std::string& which,
                        const std::vector<Measured>& values) {
  DeviceCells cells;
  for (const Measured& each : of_test(values, title.test)) {
    const auto row = gpu_number(title.is_read() ? each.to : each.from);
    const auto column = gpu_number(title.is_read() ? each.from : each.to);
    if ((each.quantity == quantity::kHostTime) != (which == quantity::kHostTime)) continue;
    if (!row || !column)
      core::fail_config(kName, title.test, each.from + " to " + each.to, "gpu N at both ends",
                        "name the GPUs by number");
    cells.cells[{*row, *column}] = each.value;
  }
  if (cells.cells.empty()) return {};
  const unsigned gpus = std::max(cells.rows(), cells.columns());
  std::string text = "   " + head;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) text += fmt::format("{:>6} ", gpu);
  text += "\n";
  for (unsigned row = 0; row < gpus; ++row) {
    text += fmt::format("{:>6} ", row);
    for (unsigned column = 0; column < gpus; ++column) {
      const auto value = cells.at(row, column);
      if (!value)
        core::fail_config(kName, title.test, fmt::format("gpu {} and gpu {}: none", row, column),
                          "a value for each pair and each GPU", "its format has no N/A");
      text += fmt::format("{:>6.2f} ", *value);
    }
    text += "\n";
  }
  return text;
}

std::string write(const std::vector<Measured>& values) {
  std::string text = "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n";
  for (const std::string& test : tests_of(values)) {
    const std::string unit = of_test(values, test)[0].unit;
    const auto title = title_in(test + std::string(kMatrix) + "(" + unit + ")");
    if (!title)
      core::fail_config(kName, "test", test, "words of a title with P2P=, in GB/s or us",
                        "take one from the tool's output");
    text += fmt::format("{}{}({})\n", title->test, kMatrix, unit);
    text += matrix_text(*title, title->is_latency() ? "GPU" : "D\\D", "", values);
    if (!title->is_latency()) continue;
    const std::string host = matrix_text(*title, "CPU", quantity::kHostTime, values);
    if (!host.empty()) text += "\n" + host;
  }
  return text;
}

}  // namespace
}  // namespace p2p_tables

Tool p2p_bandwidth_latency_test() {
  return {p2p_tables::kName,
          p2p_tables::kName,
          {"[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]", "P2P=Disabled Bandwidth Matrix",
           "P2P=Enabled Bandwidth", "P2P=Disabled Latency Matrix", "P2P=Enabled Latency"},
          p2p_tables::read,
          p2p_tables::write};
}

}  // namespace gf::papers::tools
