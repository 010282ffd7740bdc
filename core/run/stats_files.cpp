// SPDX-License-Identifier: Apache-2.0
#include "core/run/stats_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <string>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/stats/stats_writers.h"

namespace gf::core {
namespace {

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
