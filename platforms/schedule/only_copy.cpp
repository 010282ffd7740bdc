// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/only_copy.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/error.h"
#include "core/numbered_names.h"
#include "core/printable.h"
#include "core/text_match.h"
#include "tlm_models/work/schedule/flow.h"

namespace gf::platforms::schedule {
namespace {

/// Tasks in the order of their issue.
std::vector<std::size_t> order_of(const model::Schedule& schedule) {
  std::vector<std::size_t> order(schedule.tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto& list = schedule.tasks;
  // Copies of one start time keep the order of the file, in which the GPU's engine then serves
  // them.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return list[a].start < list[b].start; });
  return order;
}

}  // namespace

std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& schedules,
                                       const std::string& name) {
  core::NumberedNames numbered;  // as the journal numbers them
  std::vector<std::string> names;
  for (const model::Schedule& schedule : schedules) {
    for (const std::size_t at : order_of(schedule)) {
      model::Task copy = schedule.tasks[at];
      if (copy.kind != model::TaskKind::kCopy) continue;
      names.push_back(numbered.next(model::name_of_copy(copy.src, copy.dst)));
      if (names.back() != name) continue;
      copy.start = sc_core::SC_ZERO_TIME;
      copy.after.clear();
      copy.writer.reset();
      copy.map.clear();
      return {{schedule.name, {copy}}};
    }
  }
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("no copy of this run is called \"{}\"; it has {}",
                                    core::excerpt(name), core::known_names(name, names)));
}

}  // namespace gf::platforms::schedule
