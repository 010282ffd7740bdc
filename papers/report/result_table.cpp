// SPDX-License-Identifier: Apache-2.0
#include "papers/report/result_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace gf::papers::report {
namespace {

constexpr std::size_t kColumns = 9;
using Row = std::array<std::string, kColumns>;
constexpr std::array<bool, kColumns> kRightAligned = {false, false, true,  true, false,
                                                      true,  true,  false, false};

Row row_of(const Measurement& m) {
  return {m.id,
          m.quantity,
          to_text(m.published),
          to_text(m.simulated),
          m.unit,
          error_text(m),
          to_text(m.tolerance, m.unit),
          std::string(to_text(m.kind)),
          std::string(to_text(verdict_of(m)))};
}

/// Characters, not bytes: texts may hold arrows and signs.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string line_of(const Row& row, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string padding(widths[i] - width_of(row[i]), ' ');
    if (i > 0) line += " | ";
    line += kRightAligned[i] ? padding + row[i] : row[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string rule_of(const std::array<std::size_t, kColumns>& widths) {
  std::string rule;
  for (std::size_t i = 0; i < kColumns; ++i)
    rule += (i > 0 ? "-+-" : "") + std::string(widths[i], '-');
  return rule + "\n";
}

}  // namespace

std::string counts_text(const Counts& counts) {
  return fmt::format("{} pass, {} deviates, {} fail, {} info", counts.pass, counts.deviates,
                     counts.fail, counts.info);
}

std::string result_table(const Report& report) {
  std::vector<Row> rows = {{"id", "quantity", "published", "simulated", "unit", "error",
                            "tolerance", "kind", "verdict"}};
  std::string failures;
  for (const Measurement* m : measurements(report)) {
    rows.push_back(row_of(*m));
    if (!m->failure.empty()) failures += fmt::format("{}: {}\n", m->id, m->failure);
  }
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += line_of(rows[i], widths);
    if (i == 0) out += rule_of(widths);
  }
  if (!failures.empty()) out += "\n" + failures;
  const Counts counts = count(report);
  out += "\n" + counts_text(counts) + "\n";
  if (counts.unfinished > 0)
    out += fmt::format("interrupted: {} of {} experiments unfinished\n", counts.unfinished,
                       report.entries.size());
  return out;
}

}  // namespace gf::papers::report
