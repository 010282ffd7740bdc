// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <fmt/format.h>
#include <ostream>

#include "core/stats/stats_writers.h"
#include "core/text/engineering.h"
#include "core/text/text_table.h"

namespace gf::core {
namespace {

bool ends_with(const std::string& text, const std::string& tail) {
  return text.size() >= tail.size() &&
         text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

/// Stall time of one cause over all components.
struct CauseTotal {
  double seconds = 0;
  double worst = 0;
  std::string where;

  void add(const StatRow& row) {
    seconds += row.value;
    if (row.value <= worst) return;  // the first of equals stays
    worst = row.value;
    where = row.path;
  }
};

std::array<CauseTotal, kStallCauses> stall_totals(const std::vector<StatRow>& rows) {
  std::array<CauseTotal, kStallCauses> totals;
  for (const StatRow& row : rows) {
    // Names of counters may end in the same word as a cause.
    if (row.unit != Unit::kSeconds) continue;
    for (std::size_t i = 0; i < kStallCauses; ++i) {
      const std::string cause(to_text(static_cast<StallCause>(i)));
      if (ends_with(row.name, "." + cause)) totals[i].add(row);
    }
  }
  return totals;
}

void print_section(std::ostream& out, const std::string& title, const TextTable& table) {
  out << title << "\n\n";
  table.print(out);
}

void write_results(std::ostream& out, const std::vector<ResultValue>& results) {
  TextTable table({"result", ">value"});
  for (const ResultValue& result : results) {
    table.add_row({result.name, engineering(result.value, result.unit)});
  }
  print_section(out, "Results", table);
}

void write_stalls(std::ostream& out, const std::vector<StatRow>& rows) {
  const auto totals = stall_totals(rows);
  double sum = 0;
  for (const CauseTotal& total : totals) sum += total.seconds;
  if (sum <= 0) return;
  TextTable table({"cause", ">time", ">share", ">longest", "there"});
  for (std::size_t i = 0; i < kStallCauses; ++i) {
    const CauseTotal& total = totals[i];
    if (total.seconds <= 0) continue;
    table.add_row({std::string(to_text(static_cast<StallCause>(i))),
                   engineering(total.seconds, "s"),
                   fmt::format("{:.1f} %", total.seconds / sum * 100),
                   engineering(total.worst, "s"), total.where});
  }
  table.add_row({"total", engineering(sum, "s")});
  out << '\n';
  print_section(out, "Stall time, all components", table);
}

void write_rows(std::ostream& out, const std::vector<StatRow>& rows) {
  TextTable table({"component", "statistic", ">value", "meaning"});
  std::string path;
  bool any = false;
  for (const StatRow& row : rows) {
    if (row.value == 0) continue;
    const bool same = any && row.path == path;
    table.add_row({same ? "" : row.path, row.name, engineering(row.value, to_text(row.unit)),
                   row.description});
    path = row.path;
    any = true;
  }
  if (!any) return;
  out << '\n';
  print_section(out, "Statistics other than 0 (all are in stats.csv)", table);
}

}  // namespace

void write_summary(std::ostream& out, const std::vector<ResultValue>& results,
                   const std::vector<StatRow>& rows) {
  write_results(out, results);
  write_stalls(out, rows);
  write_rows(out, rows);
}

}  // namespace gf::core
