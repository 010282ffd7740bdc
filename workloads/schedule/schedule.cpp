// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/schedule.h"

#include <algorithm>
#include <array>

namespace gf::model {

std::string_view to_text(TaskKind kind) {
  return std::array<std::string_view, 4>{"copy", "kernel", "reduce",
                                         "slice"}[static_cast<std::size_t>(kind)];
}

std::string_view to_text(CopyMeans means) {
  return std::array<std::string_view, 5>{"dma", "stores", "loads", "agent",
                                         "proact"}[static_cast<std::size_t>(means)];
}

bool Schedule::is_graph() const {
  return std::all_of(tasks.begin(), tasks.end(), [](const Task& task) {
    return task.kind == TaskKind::kCopy && task.after.empty() && !task.writer;
  });
}

void number_regions(std::vector<Schedule>& schedules) {
  unsigned last = 0;
  for (Schedule& schedule : schedules) {
    for (Task& task : schedule.tasks) {
      if (task.engine != CopyMeans::kProact) continue;
      if (!task.writer) {
        task.region = ++last;
        continue;
      }
      Task& writer = schedule.tasks[*task.writer];
      if (writer.region == 0) writer.region = ++last;
      task.region = writer.region;
    }
  }
}

std::vector<std::size_t> find_cycle(const Schedule& schedule) {
  enum class Colour : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Colour> colour(schedule.tasks.size(), Colour::kNew);
  struct Step {
    std::size_t task, next;
  };
  std::vector<Step> path;  // depth first without recursion, as a chain may have a million tasks
  for (std::size_t root = 0; root < schedule.tasks.size(); ++root) {
    if (colour[root] == Colour::kNew) path.push_back({root, 0});
    while (!path.empty()) {
      Step& step = path.back();
      colour[step.task] = Colour::kOpen;
      const Task& task = schedule.tasks[step.task];
      const std::vector<unsigned>& after = task.after;
      if (step.next == after.size() + (task.writer ? 1 : 0)) {
        colour[step.task] = Colour::kDone;
        path.pop_back();
        continue;
      }
      const std::size_t before = step.next < after.size() ? after[step.next] : *task.writer;
      ++step.next;
      if (colour[before] == Colour::kNew) path.push_back({before, 0});
      if (colour[before] != Colour::kOpen) continue;
      const auto first = std::find_if(path.begin(), path.end(),
                                      [&](const Step& each) { return each.task == before; });
      std::vector<std::size_t> cycle;
      for (auto each = first; each != path.end(); ++each) cycle.push_back(each->task);
      return cycle;
    }
  }
  return {};
}

}  // namespace gf::model
