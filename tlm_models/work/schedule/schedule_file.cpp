// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/schedule/schedule_file.h"

#include <filesystem>

#include "core/error.h"
#include "core/text_file.h"
#include "tlm_models/work/schedule/chakra/chakra_file.h"
#include "tlm_models/work/schedule/goal/goal_schedule.h"
#include "tlm_models/work/schedule/schedule_csv.h"

namespace gf::model {

std::vector<Schedule> read_schedule_file(const std::string& file, std::optional<unsigned> gpus) {
  const std::string ending = std::filesystem::path(file).extension();
  if (ending == ".goal") return {read_goal_file(file, gpus)};
  if (ending == ".et") return {read_chakra_files(file, gpus)};
  const std::string expected = "a CSV file with the header " + schedule_columns(true);
  core::TextFile in(file, expected);
  if (in.text().empty()) core::fail_input(file, 0, "is empty", expected);
  return read_schedules(in, file, gpus);
}

}  // namespace gf::model
