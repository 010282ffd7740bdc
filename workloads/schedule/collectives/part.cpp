// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/part.h"

#include <algorithm>
#include <memory>

#include "workloads/schedule/collectives/collective_generators.h"
#include "workloads/schedule/elements/collective.h"

namespace gf::model {
namespace {

bool touches(const Task& task, unsigned rank) { return task.src == rank || task.dst == rank; }

std::shared_ptr<const Slice> on_devices(Slice slice, const std::vector<unsigned>& devices) {
  for (auto* const all : {&slice.move.reads, &slice.move.writes})
    for (Elements& each : *all) each.rank = devices[each.rank];
  return std::make_shared<const Slice>(std::move(slice));
}

void move_to(Task& task, const std::vector<unsigned>& devices) {
  task.src = devices[task.src];
  task.dst = devices[task.dst];
  if (task.slice != nullptr) task.slice = on_devices(*task.slice, devices);
}

}  // namespace

void move_to(Schedule& collective, const std::vector<unsigned>& devices) {
  for (Task& task : collective.tasks) move_to(task, devices);
}

std::vector<CollectivePart> add_collective(Schedule& schedule, const Schedule& collective,
                                           const std::vector<unsigned>& devices,
                                           const std::string& id) {
  const std::vector<Task>& tasks = collective.tasks;
  const auto offset = static_cast<unsigned>(schedule.tasks.size());
  std::vector<CollectivePart> parts(devices.size());
  std::vector<bool> last_of_src(tasks.size(), true), last_of_dst(tasks.size(), true);
  for (unsigned i = 0; i < tasks.size(); ++i) {
    const Task& task = tasks[i];
    bool first_of_src = true, first_of_dst = task.dst != task.src;
    for (const unsigned before : task.after) {
      const Task& other = tasks[before];
      if (touches(other, task.src)) {
        first_of_src = false;
        (other.src == task.src ? last_of_src : last_of_dst)[before] = false;
      }
      if (touches(other, task.dst)) {
        first_of_dst = false;
        (other.src == task.dst ? last_of_src : last_of_dst)[before] = false;
      }
    }
    if (first_of_src) parts[task.src].first.push_back(offset + i);
    if (first_of_dst) parts[task.dst].first.push_back(offset + i);
  }
  for (unsigned i = 0; i < tasks.size(); ++i) {
    Task task = tasks[i];
    if (last_of_src[i]) parts[task.src].last.push_back(offset + i);
    if (last_of_dst[i] && task.dst != task.src) parts[task.dst].last.push_back(offset + i);
    move_to(task, devices);
    for (unsigned& before : task.after) before += offset;
    task.id = id + "." + std::to_string(i);
    schedule.tasks.push_back(std::move(task));
  }
  return parts;
}

const Schedule& CollectiveStore::get(const CollectiveRequest& wanted) {
  WorkloadOptions options;
  const std::string& name = wanted.name;
  // One element per rank, so that something is moved whichever rank is the root.
  const std::uint64_t least = kElementBytes * (collective_has_root(name) ? wanted.ranks : 1);
  if (name != "barrier") options["bytes"] = std::to_string(std::max(wanted.bytes, least));
  if (name != "barrier" && name != "alltoall") options["in_place"] = "true";
  if (collective_has_root(name)) options["root"] = std::to_string(wanted.root);
  if (!wanted.algorithm.empty()) options["algorithm"] = wanted.algorithm;
  std::string key = name + " " + std::to_string(wanted.ranks);
  for (const auto& [option, value] : options) key += " " + option + "=" + value;
  const auto [entry, is_new] = made_.try_emplace(key);
  if (is_new)
    entry->second = std::move(
        make_collectives(name, {name, options, "take another machine"}, wanted.ranks).front());
  return entry->second;
}

}  // namespace gf::model
