// SPDX-License-Identifier: Apache-2.0
#include "papers/rows.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>

#include "core/base/error.h"
#include "core/text/csv.h"

namespace gf::papers {
namespace {

Kind kind_of(const std::string& cell) {
  constexpr std::array<Kind, 4> kKinds = {Kind::kExact, Kind::kDerived, Kind::kCalibrated,
                                          Kind::kEmergent};
  for (const Kind kind : kKinds)
    if (to_text(kind) == cell) return kind;
  throw core::UserError(
      core::ExitCode::kBadInput,
      fmt::format("kind \"{}\"; expected exact, derived, calibrated or emergent", cell));
}

Measurement row_of(const core::CsvTable& table, std::size_t row) {
  const auto cell = [&](const char* column) { return table.text(row, column); };
  Measurement claim;
  claim.id = cell("id");
  claim.quantity = cell("quantity");
  claim.published = value_of(cell("published"));
  claim.reads_as = cell("reads_as");
  claim.reference = cell("reference");
  claim.unit = cell("unit");
  claim.kind = kind_of(cell("kind"));
  claim.tolerance = parse_gate(cell("gate"));
  claim.tolerance.why = cell("why");
  claim.deviation = cell("deviation");
  claim.source = cell("source");
  if (table.has("number")) claim.number = cell("number");
  return claim;
}

bool publishes(const Measurement& row) {
  return !std::holds_alternative<std::monostate>(row.published);
}

/// Returns why a row's `number` names no published number, or empty.
std::string defect_of_number(const Measurement& row,
                             const std::map<std::string, const Measurement*>& by_id) {
  if (row.number.empty()) return {};
  if (!publishes(row)) return "reads number " + row.number + " but publishes nothing";
  const auto found = by_id.find(row.number);
  if (found == by_id.end()) return "reads number " + row.number + ", which is no row";
  const Measurement& first = *found->second;
  if (!publishes(first)) return "reads number " + row.number + ", which publishes nothing";
  if (!first.number.empty())
    return fmt::format("reads number {}, which is itself a reading of {}; write that one",
                       row.number, first.number);
  return {};
}

/// Throws for ids that occur twice and unknown numbers.
void check_ids(const std::vector<Measurement>& rows, const core::CsvTable& table) {
  const auto fail = [&table](std::size_t row, const std::string& what) {
    throw core::UserError(core::ExitCode::kBadInput,
                          fmt::format("{}:{}: {}", table.name(), table.line(row), what));
  };
  std::map<std::string, const Measurement*> by_id;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [first, added] = by_id.emplace(rows[i].id, &rows[i]);
    const auto before = static_cast<std::size_t>(first->second - rows.data());
    if (!added)
      fail(i, fmt::format("{} occurs twice; first in line {}", rows[i].id, table.line(before)));
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string wrong = defect_of_number(rows[i], by_id); !wrong.empty())
      fail(i, rows[i].id + " " + wrong);
}

}  // namespace

Value value_of(const std::string& cell) {
  if (cell.empty()) return {};
  double number = 0;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error == std::errc() && stop == cell.data() + cell.size()) return number;
  return cell;
}

std::vector<Measurement> read_rows(std::string_view text, const std::string& name) {
  const core::CsvTable table(text, name);
  std::vector<Measurement> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    try {
      rows.push_back(row_of(table, i));
      const std::string wrong = contradiction_of(rows.back());
      if (!wrong.empty())
        throw core::UserError(core::ExitCode::kBadInput, rows.back().id + " " + wrong);
    } catch (const core::UserError& error) {
      // The table's own errors name file and line already.
      if (std::string(error.what()).rfind(name, 0) == 0) throw;
      throw core::UserError(core::ExitCode::kBadInput,
                            fmt::format("{}:{}: {}", name, table.line(i), error.what()));
    }
  }
  check_ids(rows, table);
  return rows;
}

}  // namespace gf::papers
