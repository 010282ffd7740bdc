// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <sstream>

#include "tlm_models/link/device_name.h"
#include "workloads/schedule/schedule_csv.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model {
namespace {

std::string ns(const sc_core::sc_time& time) {
  std::ostringstream text;  // 15 digits represent any time up to 1 h with at least 1 ns resolution
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

ScheduleColumns columns_of(const std::vector<Schedule>& schedules) {
  ScheduleColumns columns;
  columns.tasks = false;
  for (const Schedule& schedule : schedules) {
    columns.classes |= schedule.classes != nullptr;
    columns.tasks |= !schedule.is_graph() || schedule.classes != nullptr;
    for (const Task& task : schedule.tasks) {
      columns.tasks |= task.engine != CopyMeans::kDma;
      columns.written |= task.written.count() != 0;
      columns.workloads |= !task.workload.empty();
      columns.pushes |= task.writer || task.chunk.count() != 0;
    }
  }
  return columns;
}

std::string schedule_columns(const ScheduleColumns& columns) {
  std::string header = "graph,src,dst,bytes,start_ns";
  if (columns.tasks) header += ",id,task,after,duration_ns,tag,engine";
  if (columns.written) header += ",written";
  if (columns.workloads) header += ",workload";
  if (columns.classes) header += ",class";
  if (columns.pushes) header += ",writer,chunk,map";
  return header;
}

std::string task_line(const Schedule& schedule, std::size_t number,
                      const ScheduleColumns& columns) {
  const Task& task = schedule.tasks[number];
  std::ostringstream line;
  line << schedule.name << ',' << device_name(task.src) << ',' << device_name(task.dst) << ',';
  if (task.bytes.count() != 0) line << task.bytes.count();  // an empty field means 0 for a kernel
  line << ',' << ns(task.start);
  if (columns.tasks)
    line << ',' << schedule.id_of(number) << ',' << to_text(task.kind) << ','
         << after_text(schedule, task) << ',' << ns(task.duration) << ',' << task.tag << ','
         << to_text(task.engine);
  if (columns.written) line << ',' << task.written.count();
  if (columns.workloads) line << ',' << task.workload;
  if (columns.classes) {
    line << ',';
    if (schedule.classes != nullptr) line << schedule.classes->names[schedule.classes->of[number]];
  }
  if (columns.pushes) {
    line << ',';
    if (task.writer) line << schedule.id_of(*task.writer);
    line << ',';
    if (task.chunk.count() != 0) line << task.chunk.count();
    line << ',' << task.map;
  }
  return line.str();
}

void write_schedules(std::ostream& out, const std::vector<Schedule>& schedules) {
  const ScheduleColumns columns = columns_of(schedules);
  out << schedule_columns(columns) << '\n';
  for (const Schedule& schedule : schedules)
    for (std::size_t i = 0; i < schedule.tasks.size(); ++i)
      out << task_line(schedule, i, columns) << '\n';
}

}  // namespace gf::model
