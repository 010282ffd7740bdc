// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/schedule/collective_rows.h"
#include "platforms/schedule/schedule_runner.h"
#include "platforms/schedule/share_rows.h"

namespace gf::platforms::schedule {

// Output of runs of schedules whose tasks depend on each other, compute or reduce. There is no
// closed form to compare with. Runs of congestion graphs on PCIe trees:
// platforms/pcie/communications.h.

/// Most characters of a schedule or task name in a table; files have the whole name.
inline constexpr std::size_t kLongestName = 60;
/// Most rows of a table on a terminal.
inline constexpr std::size_t kMostRows = 40;

/// Congestion graphs have these results, too.
inline constexpr core::OutputNote kGraphs{
    "graphs", "count", "schedules that ran, one after the other", "schedules, congestion graphs"};
inline constexpr core::OutputNote kEndMax{
    "end_max", "s", "time from the start of a schedule to the end of its last task, the longest",
    "schedules, congestion graphs"};

/// What all schedules of a runner are. It decides which tables and files a run gets.
enum class RunsWhat : std::uint8_t { kGraphs, kCollectives, kPeers, kSchedules };
RunsWhat what_runs(const Runner& runner);

/// For a runner of collectives.
std::vector<CollectiveRow> collective_rows(const Runner& runner);

/// Returns when the last task of `result` that ended did so, in seconds from its start.
double last_end_of(const ScheduleResult& result);

/// Writes tasks.csv: the columns of a schedule file, issued_ns, end_ns, and stall_<cause>_ns for
/// copies. Times of a task that was not issued, or did not end, are empty.
void write_tasks_csv(std::ostream& out, const Runner& runner);

/// For a finished schedule with classes; the second function: for all of these of a runner.
ShareRow share_row(const ScheduleResult& result);
std::vector<ShareRow> share_rows(const Runner& runner);

/// Returns the table for people. It shows at most `most` tasks and tells how many it left out. If
/// all schedules have classes and have ended, it returns their share_table().
std::string tasks_table(const Runner& runner, std::size_t most);

/// Returns the results for scripts; for schedules with classes it adds share_results().
std::vector<Result> task_results(const Runner& runner);
Outputs task_outputs();

}  // namespace gf::platforms::schedule
