// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/inputs/schedule_file.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/system/text_file.h"
#include "workloads/schedule/chakra/chakra_file.h"
#include "workloads/schedule/goal/goal_schedule.h"
#include "workloads/schedule/inputs/kernel_files.h"
#include "workloads/schedule/schedule_csv.h"
#include "workloads/schedule/text/schedule_text.h"

namespace gf::model {

namespace {

std::optional<unsigned> gpus_of(std::optional<DeviceCount> devices) {
  return devices ? std::optional(devices->gpus) : std::nullopt;
}

std::vector<Schedule> read_text(const ScheduleName& name, std::optional<DeviceCount> devices) {
  const std::string text =
      core::read_text_file(name.file, "schedules with parameters (docs/schedules.md)");
  const ExpandedSchedule made = expand_schedule(text, name.file, name.values, gpus_of(devices));
  return read_schedules(made.csv, name.file, devices, &made.lines);
}

/// Resolves file names in `schedules` against the directory of the file that contains them.
std::vector<Schedule> from_directory_of(const std::string& file, std::vector<Schedule> schedules) {
  const std::filesystem::path directory = std::filesystem::path(file).parent_path();
  for (Schedule& schedule : schedules)
    for (Task& task : schedule.tasks)
      if (!task.workload.empty()) task.workload = workload_from(task.workload, directory);
  return schedules;
}

}  // namespace

std::vector<Schedule> read_schedule_file(const std::string& named,
                                         std::optional<DeviceCount> devices, double compute_rate) {
  const std::optional<unsigned> gpus = gpus_of(devices);
  const ScheduleName name = schedule_name(named);
  const std::string& file = name.file;
  const std::filesystem::path ending = std::filesystem::path(file).extension();
  if (ending == ".goal" || ending == ".bin") return {read_goal_file(file, gpus)};
  if (ending == ".sched") return from_directory_of(file, read_text(name, devices));
  if (ending == ".et") return {read_chakra_files(file, compute_rate, gpus)};
  const std::string expected = "a CSV file with the header " + schedule_columns({false});
  const std::string csv = core::read_text_file(file, expected);
  if (csv.empty()) core::fail_input(file, 0, "is empty", expected);
  return from_directory_of(file, read_schedules(csv, file, devices));
}

}  // namespace gf::model
