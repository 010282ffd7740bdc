// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/result_value.h"
#include "core/stats.h"

namespace gf::core {

class RunDirectory;

// Writers of a run's numbers, kept apart from the models that count them. Each takes the rows as
// StatRegistry::rows() gives them, by path. Numbers are the shortest text that reads back as the
// same value; the same numbers give the same bytes; nothing that they write knows the wall time.

/// {"results": {name: {value, unit}}, "stats": {path: {name: {value, unit, description}}}}, one
/// value a line. A value that is no number (a rate over no time) is null.
void write_stats_json(std::ostream& out, const std::vector<ResultValue>& results,
                      const std::vector<StatRow>& rows);

/// path,name,value,unit (RFC 4180 with newlines alone); no number is nan or inf.
void write_stats_csv(std::ostream& out, const std::vector<StatRow>& rows);

/// For human eyes: the results, stall time by cause with the component that stalled most, and every
/// statistic that is not zero, by component.
void write_summary(std::ostream& out, const std::vector<ResultValue>& results,
                   const std::vector<StatRow>& rows);

/// Throws UserError(kUsage), with the nearest names, when one of the comma-separated `globs`
/// matches the path.name of no statistic that is alive. None at all is no error.
void check_stat_globs(const std::string& globs);

/// Writes stats.json, stats.csv and summary.txt of the results and of the statistics that are alive
/// and whose path.name one of `globs`, comma-separated, matches. Throws UserError(kUsage) when a
/// file cannot be written.
void write_stats_files(const RunDirectory& directory, const std::vector<ResultValue>& results,
                       const std::string& globs = "*");

}  // namespace gf::core
