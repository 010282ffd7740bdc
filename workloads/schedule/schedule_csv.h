// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Reads schedules from CSV, one task a line below a header with the columns
///   graph, src, dst, bytes                    required
///   start_ns                                  a number of ns; 0
///   id                                        a word; its position in its graph, from 0
///   task                                      copy, kernel or reduce; copy
///   after                                     ids of its graph with blanks between them; none
///   duration_ns, tag, engine                  0, 0, dma
///   written                                   of a kernel: how many of its bytes it writes; 0
///   workload                                  of a kernel: what SMs run; none
///   class                                     what the task is there for; in a graph where one
///                                             task has a class, the others compute
///   writer, chunk, map                        of a copy by proact: the id of the kernel that
///                                             writes its bytes, its chunks, a file of which CTA
///                                             writes what; none, the machine's, evenly
/// in any order; behind those that may be missing, or empty, stands what they are then. `bytes` may
/// carry a unit ("300 MiB", "1.5 MB", "4096"). Kernels and reduces have their device in `src` and
/// leave `dst` empty, or the same; a kernel may leave `bytes` empty. Blanks around fields, CRLF,
/// quotes that hold no comma, empty lines and lines beginning with "#" are accepted.
/// The lines of a graph stand together: its name coming back later is an error, because graphs
/// run one after another in file order.
/// Throws UserError (exit 5) with file:line: wrong header, number of fields, number, word, size
/// (from 1 B to 1 TiB) or time (up to 1 h), src = dst, a device not below `gpus` when that is
/// given, an id that is there twice or is not there, tasks that wait for each other in a cycle,
/// which is named, no task at all; and for copies by proact: a writer that is no kernel with a
/// workload on the same device, chunks out of range, copies of one writer that differ in what they
/// push, or push it to the same device.
/// `lines`: where each line of `text` stands in `file`, if something else was made of the file.
std::vector<Schedule> read_schedules(std::string_view text, const std::string& file,
                                     std::optional<unsigned> gpus = std::nullopt,
                                     const std::vector<unsigned>* lines = nullptr);

/// Writes what the reader reads; bytes without units, times in ns. Columns that no task needs are
/// left out: congestion graphs have the first five.
void write_schedules(std::ostream& out, const std::vector<Schedule>& schedules);

/// Columns beyond those of a congestion graph that a file has.
struct ScheduleColumns {
  bool tasks = true;       ///< id, task, after, duration_ns, tag, engine
  bool written = false;    ///< Some kernel writes.
  bool workloads = false;  ///< Some kernel runs a workload.
  bool classes = false;    ///< Some schedule has classes.
  bool pushes = false;     ///< writer, chunk, map
};
/// Those that the schedules need; of a file that shows all as tasks, `tasks` is true.
ScheduleColumns columns_of(const std::vector<Schedule>& schedules);

/// The header of that, and the line of one task.
std::string schedule_columns(const ScheduleColumns& columns);
std::string task_line(const Schedule& schedule, std::size_t task, const ScheduleColumns& columns);

}  // namespace gf::model
