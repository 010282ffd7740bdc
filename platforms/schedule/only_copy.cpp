// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/only_copy.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/numbered_names.h"
#include "tlm_models/link/flow.h"

namespace gf::platforms::schedule {
namespace {

/// Returns the tasks in the order in which they are issued.
std::vector<std::size_t> order_of(const model::Schedule& schedule) {
  std::vector<std::size_t> order(schedule.tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto& list = schedule.tasks;
  // Copies with the same start time keep the order of the file, in which the GPU's engine then
  // serves them.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return list[a].start < list[b].start; });
  return order;
}

}  // namespace

void each_copy(const std::vector<model::Schedule>& schedules,
               const std::function<void(const std::string& name, std::size_t schedule,
                                        std::size_t task)>& act) {
  core::NumberedNames numbered;  // numbered like in the journal
  for (std::size_t i = 0; i < schedules.size(); ++i)
    for (const std::size_t at : order_of(schedules[i])) {
      const model::Task& task = schedules[i].tasks[at];
      if (task.kind == model::TaskKind::kCopy)
        act(numbered.next(model::name_of_copy(task.src, task.dst)), i, at);
    }
}

std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& schedules,
                                       const std::string& name) {
  std::vector<std::string> names;
  std::vector<model::Schedule> found;
  each_copy(schedules, [&](const std::string& its_name, std::size_t schedule, std::size_t task) {
    names.push_back(its_name);
    if (its_name != name) return;
    model::Task copy = schedules[schedule].tasks[task];
    copy.start = sc_core::SC_ZERO_TIME;
    copy.after.clear();
    copy.writer.reset();
    copy.map.clear();
    found = {{schedules[schedule].name, {copy}}};
  });
  if (!found.empty()) return found;
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("no copy of this run is called \"{}\"; it has {}",
                                    core::excerpt(name), core::known_names(name, names)));
}

}  // namespace gf::platforms::schedule
