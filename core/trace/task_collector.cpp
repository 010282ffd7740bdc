// SPDX-License-Identifier: Apache-2.0
#include "core/trace/task_collector.h"

#include <algorithm>
#include <utility>

namespace gf::core {

namespace {

/// Rows that belong to no module name their owner in `thread`.
bool is_told_here(const Timeline::Row& row) {
  const std::optional<unsigned> rank = RankData::rank_that_counts(row.process);
  return rank ? *rank == ranks().self()
              : RankData::is_counted_here(row.process + ": " + row.thread);
}

}  // namespace

void TaskCollector::report(const Timeline::Slice& slice) {
  if (is_told_here(slice.row)) told_.push_back(slice);
}

void TaskCollector::pack(ByteWriter& writer) {
  for (const Timeline::Slice& slice : told_) {
    for (const Ticks date : {slice.known, slice.begin, slice.end}) writer.put(date);
    for (const std::string* const text :
         {&slice.row.process, &slice.row.thread, &slice.name, &slice.args})
      writer.put_all(*text);
  }
  told_.clear();
}

/// Slices of one rank keep their order at equal times; the order between two ranks does not matter.
void TaskCollector::merge(std::vector<Packed>& others) {
  std::vector<Timeline::Slice> all = std::exchange(told_, {});
  for (auto& [rank, reader] : others) {
    while (!reader.at_end()) {
      Timeline::Slice& slice = all.emplace_back();
      for (Ticks* const date : {&slice.known, &slice.begin, &slice.end})
        *date = reader.get<Ticks>();
      for (std::string* const text :
           {&slice.row.process, &slice.row.thread, &slice.name, &slice.args})
        reader.get_all(*text);
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.known < b.known; });
  for (const Timeline::Slice& slice : all) take_(slice);
}

}  // namespace gf::core
