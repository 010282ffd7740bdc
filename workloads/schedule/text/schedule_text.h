// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::model {

/// The most lines of an expanded schedule, and the most passes of its loops: as many as the tasks
/// of a generator.
constexpr std::uint64_t kMostExpanded = std::uint64_t{1} << 22;

/// A schedule with parameters, expanded to a CSV file, and the source line of each CSV line.
struct ExpandedSchedule {
  std::string csv;
  std::vector<unsigned> lines;  ///< By line of `csv`.
};

/// Expands the text form of schedules, NAME.sched. Its statements have one line each:
///   param NAME = EXPRESSION       defines NAME, unless `values` gives it another value
///   for NAME in FIRST..LAST       repeats the lines up to its `end`; not at all if LAST < FIRST
///   if EXPRESSION                 keeps the lines up to its `end` if the value is not 0
///   end
/// Every other line becomes a line of the CSV file, with each {EXPRESSION} replaced by its value.
/// Empty lines and lines that begin with # are skipped. `devices`, if given, is the value of the
/// name `devices`. For expressions see expression.h.
/// `values`: "n=8,bytes=1 MiB". Throws UserError(kBadInput) with file:line for invalid statements
/// and for more than `most` lines or loop passes. Throws UserError(kUsage) for a value of an unknown
/// parameter.
ExpandedSchedule expand_schedule(std::string_view text, const std::string& file,
                                 const std::string& values, std::optional<unsigned> devices,
                                 std::uint64_t most = kMostExpanded);

/// "ring.sched:n=8" is the file ring.sched and the values "n=8"; any other text is a file without
/// values.
struct ScheduleName {
  std::string file;
  std::string values;
};
ScheduleName schedule_name(std::string_view text);
/// Returns only the file name, for core::names_file().
std::string_view file_of_schedule(std::string_view text);

}  // namespace gf::model
