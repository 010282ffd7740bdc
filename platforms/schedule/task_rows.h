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

// What a run of schedules gives whose tasks wait for each other, compute, or reduce: no closed form
// stands beside it. Runs of congestion graphs on PCIe trees: platforms/pcie/communications.h.

/// Of the name of a schedule or a task, in tables; files have all of it.
inline constexpr std::size_t kLongestName = 60;
/// Rows of a table on a terminal.
inline constexpr std::size_t kMostRows = 40;

/// What all that a runner has to do is: what it prints and writes follows from that.
enum class RunsWhat : std::uint8_t { kGraphs, kCollectives, kPeers, kSchedules };
RunsWhat what_runs(const Runner& runner);

/// Of a runner of collectives.
std::vector<CollectiveRow> collective_rows(const Runner& runner);

/// When the last task of `result` that ended did so, in seconds from its start.
double last_end_of(const ScheduleResult& result);

/// tasks.csv: the columns of a schedule's file, issued_ns,end_ns, and for copies stall_<cause>_ns.
/// Times of a task that was not issued, or did not end, are empty.
void write_tasks_csv(std::ostream& out, const Runner& runner);

/// Of a schedule with classes that has ended; of all those of a runner.
ShareRow share_row(const ScheduleResult& result);
std::vector<ShareRow> share_rows(const Runner& runner);

/// The table for people; more than `most` tasks are cut, and the cut is said. Where all schedules
/// have classes and have ended, it is their share_table().
std::string tasks_table(const Runner& runner, std::size_t most);

/// What scripts read; of schedules with classes also share_results().
std::vector<Result> task_results(const Runner& runner);

}  // namespace gf::platforms::schedule
