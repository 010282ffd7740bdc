// SPDX-License-Identifier: Apache-2.0
#include "core/stats_writers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <ostream>
#include <string>

#include "core/csv.h"
#include "core/error.h"
#include "core/json.h"
#include "core/printable.h"
#include "core/run_dir.h"
#include "core/text_match.h"

namespace gf::core {
namespace {

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

/// What separates an element from the one before it.
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

template <typename Write>
void write_file(const RunDirectory& directory, const std::string& name, Write write) {
  std::ofstream out(directory.file(name));
  write(out);
  out.flush();
  if (!out) {
    throw UserError(ExitCode::kUsage, excerpt_of_path((directory.path() / name).string()) +
                                          ": cannot be written; give --outdir a directory with "
                                          "room on a device that can be written");
  }
}

std::string name_of(const StatRow& row) { return row.path + "." + row.name; }

/// Leaves the rows that one of the comma-separated `globs` matches.
void keep_matching(std::vector<StatRow>& rows, const std::string& globs) {
  if (globs == "*") return;
  const std::vector<std::string> wanted = split_globs(globs);
  const auto unwanted = [&](const StatRow& row) {
    const std::string name = name_of(row);
    return std::none_of(wanted.begin(), wanted.end(),
                        [&](const std::string& glob) { return glob_match(glob, name); });
  };
  rows.erase(std::remove_if(rows.begin(), rows.end(), unwanted), rows.end());
}

void check_glob(const std::string& glob, const std::vector<std::string>& names) {
  const auto matches = [&](const std::string& name) { return glob_match(glob, name); };
  if (std::any_of(names.begin(), names.end(), matches)) return;
  std::string text = fmt::format("--stats-of: \"{}\" matches none of the {} statistics",
                                 excerpt(glob), names.size());
  for (const std::string& name : nearest_names(glob, names, 3)) text += "; there is " + name;
  throw UserError(ExitCode::kUsage, text);
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

void check_stat_globs(const std::string& globs) {
  const std::vector<std::string> wanted = split_globs(globs);
  if (globs == "*" || wanted.empty()) return;
  std::vector<std::string> names;
  for (const StatRow& row : StatRegistry::instance().rows()) names.push_back(name_of(row));
  for (const std::string& glob : wanted) check_glob(glob, names);
}

void write_stats_files(const RunDirectory& directory, const std::vector<ResultValue>& results,
                       const std::string& globs) {
  std::vector<StatRow> rows = StatRegistry::instance().rows();
  keep_matching(rows, globs);
  write_file(directory, "stats.json",
             [&](std::ostream& out) { write_stats_json(out, results, rows); });
  write_file(directory, "stats.csv", [&](std::ostream& out) { write_stats_csv(out, rows); });
  write_file(directory, "summary.txt",
             [&](std::ostream& out) { write_summary(out, results, rows); });
}

}  // namespace gf::core
