// SPDX-License-Identifier: Apache-2.0
#include "papers/rows.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/text/csv.h"

namespace gf::papers {
namespace {

/// Converts a cell to a number if all of it is one.
Value value_of(const std::string& cell) {
  if (cell.empty()) return {};
  double number = 0;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error == std::errc() && stop == cell.data() + cell.size()) return number;
  return cell;
}

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
  return claim;
}

}  // namespace

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
  return rows;
}

}  // namespace gf::papers
