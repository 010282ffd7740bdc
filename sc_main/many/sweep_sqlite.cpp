// SPDX-License-Identifier: Apache-2.0
// sweep.sqlite: the table of a sweep for queries.
#include <algorithm>

#include "sc_main/many/sqlite_tables.h"
#include "sc_main/many/sweep_table.h"

namespace gf::app {
namespace {

using Value = SqliteTables::Value;

/// A row of the table `columns`.
struct Described {
  std::string kind;  ///< "point", "parameter", "seed", "failure" or "result".
  std::string name;  ///< As in sweep.csv.
  std::string unit;
};

/// Returns the unit of an axis on which all values are numbers with one unit; nothing for names.
std::optional<std::string> scale_of(const SweepTable& table, std::size_t axis) {
  std::optional<std::string> unit;
  for (const std::string& value : values_of(table, axis)) {
    const auto number = quantity_of(value);
    if (!number) return std::nullopt;
    if (value == "0") continue;  // of any unit
    if (unit && *unit != number->unit) return std::nullopt;
    unit = number->unit;
  }
  return unit ? unit : "";  // all are 0
}

Value seed_of(const SweepPoint& point) {
  const auto seed = static_cast<std::int64_t>(point.seed);
  return seed < 0 ? Value(std::to_string(point.seed)) : Value(seed);  // SQLite's are signed.
}

}  // namespace

std::string sweep_sqlite(const SweepTable& table) {
  std::vector<Described> columns{{"point", "point", ""}};
  std::vector<bool> is_number;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
    const auto unit = scale_of(table, axis);
    is_number.push_back(unit.has_value());
    columns.push_back({"parameter", table.axes[axis].name, unit.value_or("")});
  }
  columns.push_back({"seed", "seed", ""});
  columns.push_back({"failure", "failure", ""});
  const std::vector<std::string> results = table.results();
  for (const std::string& result : results)
    columns.push_back({"result", result, unit_of(table, result)});
  std::vector<std::string> names;
  for (const Described& column : columns) names.push_back(column.name);
  names = SqliteTables::distinct(std::move(names));
  const std::size_t shown = std::min(names.size(), SqliteTables::kMostColumns);

  SqliteTables tables;
  tables.add_table("points", {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown)});
  for (std::size_t i = 0; i < table.points.size(); ++i) {
    std::vector<Value> row{static_cast<std::int64_t>(i)};
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
      const std::string& value = table.points[i].values[axis];
      row.push_back(is_number[axis] ? Value(quantity_of(value)->value) : Value(value));
    }
    row.push_back(seed_of(table.points[i]));
    const SweepOutcome& outcome = table.outcomes[i];
    row.push_back(outcome.failure.empty() ? Value() : Value(outcome.failure));
    for (std::size_t r = 0; row.size() < shown; ++r) {
      const auto number = number_of(outcome, results[r]);
      row.push_back(number ? Value(*number) : Value());
    }
    tables.add_row(row);
  }
  tables.add_table("columns", {"name", "kind", "of", "unit"});
  for (std::size_t i = 0; i < columns.size(); ++i)
    tables.add_row(
        {i < shown ? Value(names[i]) : Value(), columns[i].kind, columns[i].name, columns[i].unit});
  return tables.bytes();
}

}  // namespace gf::app
