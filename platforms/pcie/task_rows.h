// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "platforms/collective_rows.h"
#include "platforms/pcie/graph_runner.h"
#include "platforms/platform.h"
#include "platforms/schedule/share_rows.h"

namespace gf::platforms::pcie {

// What a run of schedules gives whose tasks wait for each other, compute, or reduce: no closed form
// stands beside it. Runs of congestion graphs: communications.h.

/// What all that a runner has to do is: what it prints and writes follows from that.
enum class RunsWhat : std::uint8_t { kGraphs, kCollectives, kSchedules };
RunsWhat what_runs(const GraphRunner& runner);

/// Of a runner of collectives.
std::vector<CollectiveRow> collective_rows(const GraphRunner& runner);

/// When the last task of `result` that ended did so, in seconds from its start.
double last_end_of(const GraphResult& result);

/// tasks.csv: the columns of a schedule's file, issued_ns,end_ns, and for copies stall_<cause>_ns.
/// Times of a task that was not issued, or did not end, are empty.
void write_tasks_csv(std::ostream& out, const GraphRunner& runner);

/// Schedules with classes that have ended.
std::vector<ShareRow> share_rows(const GraphRunner& runner);

/// The table for people; more than `most` tasks are cut, and the cut is said. Where all schedules
/// have classes and have ended, it is their share_table().
std::string tasks_table(const GraphRunner& runner, std::size_t most);

/// What scripts read; of schedules with classes also share_results().
std::vector<Result> task_results(const GraphRunner& runner);

}  // namespace gf::platforms::pcie
