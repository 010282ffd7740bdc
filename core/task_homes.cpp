// SPDX-License-Identifier: Apache-2.0
#include "core/task_homes.h"

#include <algorithm>

#include "core/parcel_bytes.h"
#include "core/timeline_file.h"

namespace gf::core {

namespace {

/// Rows that are no module's say in their thread whose they are.
bool is_told_here(const Timeline::Row& row) {
  const std::optional<unsigned> rank = Spread::rank_that_counts(row.process);
  return rank ? *rank == ranks().self() : Spread::is_counted_here(row.process + ": " + row.thread);
}

}  // namespace

void TaskHomes::slice(const Timeline::Row& row, std::string_view name, Ticks begin, Ticks end,
                      const Timeline::Args& args) {
  if (!is_told_here(row)) return;
  const Timeline* const timeline = Timeline::active();
  told_.push_back({timeline == nullptr ? now_ticks() : timeline->known(),
                   row,
                   {begin, end, std::string(name), args_json(args), 1, end - begin}});
}

std::string TaskHomes::said() {
  std::string said;
  ByteWriter writer(said);
  for (const auto& [known, row, task] : told_) {
    for (const Ticks date : {known, task.begin, task.end}) writer.put(date);
    for (const std::string* const text : {&row.process, &row.thread, &task.name, &task.args})
      writer.put_all(*text);
  }
  told_.clear();
  return said;
}

/// Of one date those of one rank stay in their order; between two ranks it does not matter.
void TaskHomes::take(const std::vector<std::string>& said) {
  std::vector<Told> all;
  for (const std::string& of_rank : said) {
    for (ByteReader reader(of_rank); !reader.at_end();) {
      auto& [known, row, task] = all.emplace_back();
      for (Ticks* const date : {&known, &task.begin, &task.end}) *date = reader.get<Ticks>();
      for (std::string* const text : {&row.process, &row.thread, &task.name, &task.args})
        reader.get_all(*text);
      task.busy = task.end - task.begin;
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Told& a, const Told& b) { return a.known < b.known; });
  for (Told& one : all) recorder_.add(one.row, std::move(one.task));
}

}  // namespace gf::core
