// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/stats/result_value.h"
#include "core/stats/stats.h"

namespace gf::core {

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

}  // namespace gf::core
