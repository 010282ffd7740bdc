// SPDX-License-Identifier: Apache-2.0
#include "core/trace/link_use.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/ranks/ranks.h"
#include "core/trace/timeline_file.h"

namespace gf::core {
namespace {

constexpr std::uint64_t kNeverBusy = 0;  ///< A link that another rank serves.

}  // namespace

LinkUse::LinkUse(const std::vector<LinkSender>& links)
    : not_watched_(links.size() - std::min(links.size(), kMostWatched)) {
  for (std::size_t i = 0; i < links.size() - not_watched_; ++i) {
    const bool here = RankData::is_counted_here(links[i].path);
    steps_.watch_time(here ? *links[i].busy.number : kNeverBusy, links[i].busy.unit);
    rows_.push_back(Timeline::row_of(links[i].path));
  }
}

void LinkUse::write(TimelineFile& timeline) const {
  if (rows_.empty()) return;
  write_mean(timeline);
  for (const std::size_t number : most_used()) write_link(timeline, number);
}

std::vector<std::size_t> LinkUse::most_used() const {
  std::vector<std::size_t> numbers(rows_.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::stable_sort(numbers.begin(), numbers.end(), [this](std::size_t a, std::size_t b) {
    return steps_.total(a) > steps_.total(b);
  });
  numbers.resize(std::min(numbers.size(), kMostShown));
  // The use of links decides which are shown, but not their order: it is that of the machine.
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

double LinkUse::share(std::size_t number, std::size_t index) const {
  return static_cast<double>(steps_.grown(number, index)) /
         static_cast<double>(steps_.length(index));
}

/// Writes the steps of a counter, each only if it differs from the previous one.
template <class Value>
void LinkUse::write_steps(TimelineFile& timeline, const std::string& process,
                          const std::string& name, const Value& value) const {
  double before = -1;
  for (std::size_t i = 0; i < steps_.steps(); ++i) {
    const double now = value(i);
    if (now != before) timeline.counter(process, name, steps_.begin() + i * steps_.step(), now);
    before = now;
  }
  // A viewer extends a counter's last value to the end of all rows; 0 ends it with the run.
  if (steps_.steps() > 0) timeline.counter(process, name, steps_.end(), 0);
}

void LinkUse::write_link(TimelineFile& timeline, std::size_t number) const {
  write_steps(timeline, rows_[number].process, rows_[number].thread + " use",
              [&](std::size_t step) { return share(number, step); });
}

void LinkUse::write_mean(TimelineFile& timeline) const {
  const std::string name =
      fmt::format("mean use of {}{} links", not_watched_ > 0 ? "the first " : "", rows_.size());
  write_steps(timeline, "links", name, [&](std::size_t step) {
    double sum = 0;
    for (std::size_t number = 0; number < rows_.size(); ++number) sum += share(number, step);
    return sum / static_cast<double>(rows_.size());
  });
}

}  // namespace gf::core
