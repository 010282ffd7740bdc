// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::model {

struct MachinePlan;

/// The devices that tasks may name: GPUs 0 ... gpus - 1, and for copies host0 ... host<hosts - 1>.
struct DeviceCount {
  DeviceCount(unsigned gpus, unsigned hosts = 0, const MachinePlan* machine = nullptr)
      : gpus(gpus), hosts(hosts), machine(machine) {}
  unsigned gpus;
  unsigned hosts;
  const MachinePlan* machine;  ///< Where collectives look for channels; null: not known.
};

/// Reads schedules from CSV. Each line below the header is one task. The columns and their
/// defaults, in any order:
///   graph, src, dst, bytes                    required
///   start_ns                                  a number of ns; 0
///   id                                        a word; its position in its graph, from 0
///   task                                      copy, kernel or reduce; copy
///   after                                     ids of its graph with blanks between them; none
///   duration_ns, tag, engine                  0, 0, dma
///   stream                                    a word: tasks of a graph with the same src and
///                                             stream start one after the other; none
///   written                                   of a kernel: how many of its bytes it writes; 0
///   workload                                  of a kernel: what SMs run; none
///   class                                     purpose of the task; if a task of a graph has a
///                                             class, the others compute
///   writer, chunk, map                        of a copy by proact: the id of the kernel that
///                                             writes its bytes, its chunk size, a file that
///                                             says which CTA writes what; none, the machine's,
///                                             evenly
/// The value after the last ";" applies if the column or the field is missing. `bytes` may have a
/// unit ("300 MiB", "1.5 MB", "4096"). Kernels and reduces have their device in `src` and leave
/// `dst` empty, or repeat it; a kernel may leave `bytes` empty. Blanks around fields, CRLF, empty
/// lines, lines beginning with "#", and quotes around a field without commas are accepted.
/// The lines of a graph must be consecutive, because graphs run one after another in file order.
/// Throws UserError (exit 5) with file:line for: a wrong header, number of fields, number, word,
/// size (1 B to 1 TiB) or time (up to 1 h); src = dst; a device that `devices`, if given, does not
/// have; a copy between two hosts, or a host that computes; an id that is repeated or missing;
/// tasks that wait for each other in a cycle, which is named; a file without tasks. For copies by
/// proact also: a writer that is not a kernel with a workload on the same device, chunks out of
/// range, copies of one writer that push different bytes, or push to the same device. `lines`: the
/// line of `file` for each line of `text`, if `text` was generated from the file.
std::vector<Schedule> read_schedules(std::string_view text, const std::string& file,
                                     std::optional<DeviceCount> devices = std::nullopt,
                                     const std::vector<unsigned>* lines = nullptr);

/// Writes schedules in the format of read_schedules(), with bytes without units and times in ns.
/// Columns that no task needs are left out; congestion graphs have the first five.
void write_schedules(std::ostream& out, const std::vector<Schedule>& schedules);

/// The columns of a file beyond those of a congestion graph.
struct ScheduleColumns {
  bool tasks = true;       ///< id, task, after, duration_ns, tag, engine
  bool written = false;    ///< Some kernel writes.
  bool workloads = false;  ///< Some kernel runs a workload.
  bool classes = false;    ///< Some schedule has classes.
  bool pushes = false;     ///< writer, chunk, map
};
/// Returns the columns that the schedules need. `tasks` is set unless all of them are congestion
/// graphs.
ScheduleColumns columns_of(const std::vector<Schedule>& schedules);

/// Returns the header for `columns`, and the line of one task.
std::string schedule_columns(const ScheduleColumns& columns);
std::string task_line(const Schedule& schedule, std::size_t task, const ScheduleColumns& columns);

}  // namespace gf::model
