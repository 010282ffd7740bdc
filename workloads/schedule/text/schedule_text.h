// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// The lines of a schedule's CSV file that a text with parameters stands for, and the line of the
/// text that each comes from.
struct ExpandedSchedule {
  std::string csv;
  std::vector<unsigned> lines;  ///< By line of `csv`.
};

/// Expands the text form of schedules, NAME.sched, a line at a time:
///   param NAME = EXPRESSION       what NAME is, unless `values` say something else
///   for NAME in FIRST..LAST       up to its `end`, once for each; not at all if LAST is below
///   FIRST if EXPRESSION                 up to its `end`, if it is not 0 end
/// Every other line is one of the CSV file, in which {EXPRESSION} is replaced by its value. Empty
/// lines and lines that begin with # are skipped. `devices` is the number of devices, if it is
/// known. Expressions: expression.h.
/// `values`: "n=8,bytes=1 MiB". Throws UserError(kBadInput) with file:line for what is none of
/// this, for more than 4,194,304 lines or passes of loops; UserError(kUsage) for a value
/// of no parameter.
ExpandedSchedule expand_schedule(std::string_view text, const std::string& file,
                                 const std::string& values, std::optional<unsigned> devices);

/// "ring.sched:n=8" is the file ring.sched and the values "n=8"; any other text is a file without.
struct ScheduleName {
  std::string file;
  std::string values;
};
ScheduleName schedule_name(std::string_view text);
/// Its file alone, for core::names_file().
std::string_view file_of_schedule(std::string_view text);

}  // namespace gf::model
