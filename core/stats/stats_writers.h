// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/stats/result_value.h"
#include "core/stats/stats.h"

namespace gf::core {

// Writers of a run's numbers, separate from the models that count them. Each takes rows in the
// order of StatRegistry::rows(), by path. Numbers are the shortest text that reads back as the same
// value. The same numbers give the same bytes; no output depends on the wall time.

/// Writes {"results": {name: {value, unit}}, "stats": {path: {name: {value, unit, description}}}},
/// one value per line. A value that is not a finite number (a rate over no time) is null.
void write_stats_json(std::ostream& out, const std::vector<ResultValue>& results,
                      const std::vector<StatRow>& rows);

/// Writes path,name,value,unit (RFC 4180, but lines end with a newline only). A value that is not a
/// finite number is nan or inf.
void write_stats_csv(std::ostream& out, const std::vector<StatRow>& rows);

/// Writes a summary for people: the results, stall time by cause with the component that stalled
/// most, and every statistic that is not zero, by component.
void write_summary(std::ostream& out, const std::vector<ResultValue>& results,
                   const std::vector<StatRow>& rows);

}  // namespace gf::core
