// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <sstream>

#include "tlm_models/work/schedule/schedule_csv.h"

namespace gf::model {
namespace {

std::string ns(const sc_core::sc_time& time) {
  std::ostringstream text;  // 15 digits hold any time up to 1 h at 1 ns and better
  text.precision(15);
  text << time.to_seconds() * 1e9;
  return text.str();
}

std::string after_text(const Schedule& schedule, const Task& task) {
  std::string ids;
  for (const unsigned before : task.after) ids += (ids.empty() ? "" : " ") + schedule.id_of(before);
  return ids;
}

}  // namespace

std::string schedule_columns(bool graphs) {
  return std::string("graph,src,dst,bytes,start_ns") +
         (graphs ? "" : ",id,task,after,duration_ns,tag,engine");
}

std::string task_line(const Schedule& schedule, std::size_t number, bool graphs) {
  const Task& task = schedule.tasks[number];
  std::ostringstream line;
  line << schedule.name << ',' << task.src << ',' << task.dst << ',';
  if (task.bytes.count() != 0) line << task.bytes.count();  // an empty field is a kernel's 0
  line << ',' << ns(task.start);
  if (!graphs)
    line << ',' << schedule.id_of(number) << ',' << to_text(task.kind) << ','
         << after_text(schedule, task) << ',' << ns(task.duration) << ',' << task.tag << ','
         << to_text(task.engine);
  return line.str();
}

void write_schedules(std::ostream& out, const std::vector<Schedule>& schedules) {
  const bool graphs = std::all_of(schedules.begin(), schedules.end(),
                                  [](const Schedule& schedule) { return schedule.is_graph(); });
  out << schedule_columns(graphs) << '\n';
  for (const Schedule& schedule : schedules)
    for (std::size_t i = 0; i < schedule.tasks.size(); ++i)
      out << task_line(schedule, i, graphs) << '\n';
}

}  // namespace gf::model
