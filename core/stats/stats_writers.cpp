// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stats_writers.h"

#include <cmath>
#include <fmt/format.h>
#include <ostream>
#include <string>

#include "core/text/csv.h"
#include "core/text/json.h"

namespace gf::core {
namespace {

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

/// Returns the separator before an element.
const char* comma(bool first) { return first ? "\n" : ",\n"; }

void write_json_results(std::ostream& out, const std::vector<ResultValue>& results) {
  bool first = true;
  for (const ResultValue& result : results) {
    out << comma(first) << "    " << json_string(result.name)
        << ": {\"value\": " << json_number(result.value)
        << ", \"unit\": " << json_string(result.unit) << "}";
    first = false;
  }
}

void write_json_rows(std::ostream& out, const std::vector<StatRow>& rows) {
  const std::string* path = nullptr;
  for (const StatRow& row : rows) {
    const bool same = path != nullptr && *path == row.path;
    if (!same) {
      if (path != nullptr) out << "\n    }";
      out << comma(path == nullptr) << "    " << json_string(row.path) << ": {";
      path = &row.path;
    }
    out << comma(!same) << "      " << json_string(row.name)
        << ": {\"value\": " << json_number(row.value)
        << ", \"unit\": " << json_string(to_text(row.unit))
        << ", \"description\": " << json_string(row.description) << "}";
  }
  if (path != nullptr) out << "\n    }";
}

}  // namespace

void write_stats_json(std::ostream& out, const std::vector<ResultValue>& results,
                      const std::vector<StatRow>& rows) {
  out << "{\n  \"results\": {";
  write_json_results(out, results);
  out << (results.empty() ? "},\n" : "\n  },\n") << "  \"stats\": {";
  write_json_rows(out, rows);
  out << (rows.empty() ? "}\n}\n" : "\n  }\n}\n");
}

void write_stats_csv(std::ostream& out, const std::vector<StatRow>& rows) {
  out << "path,name,value,unit\n";
  for (const StatRow& row : rows) {
    out << csv_cell(row.path) << ',' << csv_cell(row.name) << ',' << fmt::format("{}", row.value)
        << ',' << to_text(row.unit) << '\n';
  }
}

}  // namespace gf::core
