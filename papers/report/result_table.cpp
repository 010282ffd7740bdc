// SPDX-License-Identifier: Apache-2.0
#include "papers/report/result_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <sstream>

#include "core/base/printable.h"
#include "core/text/colour.h"
#include "core/text/fold.h"
#include "papers/report/score.h"

namespace gf::papers::report {
namespace {

using core::width_of;

constexpr std::size_t kColumns = 9;
constexpr std::size_t kFoldable[] = {1, 2, 3, 6};  ///< Quantity, published, simulated, tolerance.
constexpr std::size_t kLeastQuantity = 24;         ///< Narrower columns are unreadable.
using Row = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;
constexpr std::array<bool, kColumns> kRightAligned = {false, false, true,  true, false,
                                                      true,  true,  false, false};

const Row kHead = {"id",    "quantity",  "published", "simulated", "unit",
                   "error", "tolerance", "kind",      "verdict"};

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

std::string line_of(const Row& row, const Widths& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string padding(widths[i] - width_of(row[i]), ' ');
    if (i > 0) line += " | ";
    line += kRightAligned[i] ? padding + row[i] : row[i] + padding;
  }
  line.erase(line.find_last_not_of(" |") + 1);
  return line + "\n";
}

/// Formats a row, with its cells folded onto as many lines as they need.
std::string lines_of(const Row& row, const Widths& widths) {
  std::array<std::vector<std::string>, kColumns> cells;
  std::size_t height = 0;
  for (std::size_t i = 0; i < kColumns; ++i) {
    cells[i] = core::fold(row[i], widths[i]);
    height = std::max(height, cells[i].size());
  }
  std::string out;
  for (std::size_t k = 0; k < height; ++k) {
    Row line;
    for (std::size_t i = 0; i < kColumns; ++i) line[i] = k < cells[i].size() ? cells[i][k] : "";
    out += line_of(line, widths);
  }
  return out;
}

std::string rule_of(const Widths& widths) {
  std::string rule;
  for (std::size_t i = 0; i < kColumns; ++i)
    rule += (i > 0 ? "-+-" : "") + std::string(widths[i], '-');
  return rule + "\n";
}

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (const std::string& word : core::fold(text, 1)) longest = std::max(longest, width_of(word));
  return longest;
}

std::size_t sum(const Widths& widths) {
  return std::accumulate(widths.begin(), widths.end(), 3 * (kColumns - 1));
}

/// Returns the column to fold next: the one with the most room above its least width.
std::size_t roomiest(const Widths& widths, const Widths& least) {
  return *std::max_element(
      std::begin(kFoldable), std::end(kFoldable),
      [&](std::size_t a, std::size_t b) { return widths[a] - least[a] < widths[b] - least[b]; });
}

/// Returns widths for lines of at most `width`, or nothing if the columns need more.
std::optional<Widths> fitting(const std::vector<Row>& rows, std::size_t width) {
  Widths widths{};
  Widths least{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], width_of(row[i]));
      least[i] = std::max(least[i], longest_word(row[i]));
    }
  least[1] = std::min(widths[1], std::max(least[1], kLeastQuantity));
  while (sum(widths) > width) {
    const std::size_t column = roomiest(widths, least);
    if (widths[column] == least[column]) return std::nullopt;
    --widths[column];
  }
  return widths;
}

std::string table(const std::vector<Row>& rows, const Widths& widths) {
  std::string out = line_of(kHead, widths) + rule_of(widths);
  for (const Row& row : rows) out += lines_of(row, widths);
  return out;
}

std::string value_text(const Value& value, const std::string& unit) {
  const bool bare = unit.empty() || !std::holds_alternative<double>(value);
  return bare ? to_text(value) : to_text(value) + " " + unit;
}

/// Format of a row for terminals too narrow for a table.
std::string record(const Measurement& m, std::size_t width) {
  constexpr const char* kIndent = "  ";
  const std::string numbers =
      fmt::format("published {}, simulated {}, error {}, tolerance {}, {}",
                  value_text(m.published, m.unit), value_text(m.simulated, m.unit), error_text(m),
                  to_text(m.tolerance, m.unit), to_text(m.kind));
  return fmt::format("{0}: {1}\n{2}{3}\n{2}{4}\n", to_text(verdict_of(m)), m.id, kIndent,
                     core::folded(m.quantity, width, kIndent),
                     core::folded(numbers, width, kIndent));
}

bool is_news(const Measurement& m) {
  const Verdict verdict = verdict_of(m);
  return verdict == Verdict::kDeviates || verdict == Verdict::kFail;
}

std::string rows_text(const std::vector<const Measurement*>& shown, std::size_t width) {
  if (shown.empty()) return {};
  std::vector<Row> rows;
  for (const Measurement* m : shown) rows.push_back(row_of(*m));
  std::vector<Row> with_head = rows;
  with_head.push_back(kHead);
  if (const std::optional<Widths> widths = fitting(with_head, width))
    return table(rows, *widths) + "\n";
  std::string out;
  for (const Measurement* m : shown) out += record(*m, width);
  return out + "\n";
}

std::string reasons(const std::vector<const Measurement*>& shown, std::size_t width) {
  std::string out;
  for (const Measurement* m : shown) {
    if (!m->failure.empty()) out += core::folded(m->id + ": " + m->failure, width, "  ") + "\n";
    if (!m->deviation.empty() && verdict_of(*m) == Verdict::kDeviates)
      out += core::folded(m->id + ": deviation " + m->deviation, width, "  ") + "\n";
  }
  return out.empty() ? out : out + "\n";
}

/// Lists the experiments that were not judged, by name.
std::string skipped(const Report& report, std::size_t width) {
  std::string out;
  for (const Entry& entry : report.entries)
    if (!entry.result.skipped.empty())
      out += core::folded("skipped " + entry.experiment.id + ": " + entry.result.skipped, width,
                          "  ") +
             "\n";
  return out.empty() ? out : out + "\n";
}

std::string headlines(const Report& report, std::size_t width) {
  std::string out;
  for (const PaperScore& score : scores(report)) {
    if (score.all.published == 0) continue;  // our own questions: nothing is published
    out += core::folded(fmt::format("{} {}", score.name, headline(score)), width, "  ") + "\n";
  }
  return out;
}

}  // namespace

std::string counts_text(const Counts& counts) {
  return fmt::format("{} pass, {} deviate, {} fail, {} info", counts.pass, counts.deviates,
                     counts.fail, counts.info);
}

std::string result_table(const Report& report, bool all, std::size_t width) {
  width = std::max<std::size_t>(width, 40);
  std::vector<const Measurement*> shown;
  for (const Measurement* m : measurements(report))
    if (all || is_news(*m)) shown.push_back(m);
  const Counts counts = count(report);
  std::string out = rows_text(shown, width) + reasons(shown, width) + skipped(report, width) +
                    headlines(report, width) + counts_text(counts) + "\n";
  if (counts.unfinished > 0)
    out += fmt::format("{}: {} of {} experiments unfinished\n",
                       report.recorded ? "not in the record" : "interrupted", counts.unfinished,
                       report.entries.size());
  return out;
}

std::string with_toned_verdicts(const std::string& table, bool coloured) {
  if (!coloured) return table;
  const std::pair<std::string, core::Tone> tones[] = {
      {"pass", core::Tone::kGood}, {"deviates", core::Tone::kOdd}, {"fail", core::Tone::kBad}};
  std::string out;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    for (const auto& [word, tone] : tones) {
      // The last cell of a row, or the first word of a record.
      const std::string cell = "| " + word, label = word + ": ";
      if (line.size() > cell.size() &&
          line.compare(line.size() - cell.size(), line.npos, cell) == 0)
        line.replace(line.size() - word.size(), word.size(), core::toned(word, tone, true));
      else if (line.rfind(label, 0) == 0)
        line.replace(0, word.size(), core::toned(word, tone, true));
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace gf::papers::report
