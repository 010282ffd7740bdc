// SPDX-License-Identifier: Apache-2.0
#include "core/trace/link_use.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/stats/stat_recorder.h"
#include "core/trace/timeline_file.h"

namespace gf::core {
namespace {

std::vector<std::size_t> most_used(const StatRecorder& recorder) {
  const auto total = [&](std::size_t link) {
    return recorder.steps().total(recorder.tracks()[link].busy);
  };
  std::vector<std::size_t> links(recorder.tracks().size());
  std::iota(links.begin(), links.end(), std::size_t{0});
  std::stable_sort(links.begin(), links.end(),
                   [&](std::size_t a, std::size_t b) { return total(a) > total(b); });
  links.resize(std::min(links.size(), kMostShownLinks));
  // The use of links decides which are shown, but not their order: it is that of the machine.
  std::sort(links.begin(), links.end());
  return links;
}

/// Writes the steps of a counter, each only if it differs from the previous one.
template <class Value>
void write_steps(TimelineFile& timeline, const StepRecorder& steps, const Timeline::Row& row,
                 const Value& value) {
  double before = -1;
  for (std::size_t i = 0; i < steps.steps(); ++i) {
    const double now = value(i);
    if (now != before)
      timeline.counter(row.process, row.thread, steps.begin() + i * steps.step(), now);
    before = now;
  }
  // A viewer extends a counter's last value to the end of all rows; 0 ends it with the run.
  if (steps.steps() > 0) timeline.counter(row.process, row.thread, steps.end(), 0);
}

}  // namespace

void write_link_use(const StatRecorder& recorder, TimelineFile& timeline) {
  const StepRecorder& steps = recorder.steps();
  const std::vector<StatRecorder::Track>& links = recorder.tracks();
  if (links.empty()) return;
  const auto share = [&](const StatRecorder::Track& link, std::size_t step) {
    return static_cast<double>(steps.grown(link.busy, step)) /
           static_cast<double>(steps.length(step));
  };
  write_steps(timeline, steps, {"links", fmt::format("mean use of {} links", links.size())},
              [&](std::size_t step) {
                double sum = 0;
                for (const StatRecorder::Track& link : links) sum += share(link, step);
                return sum / static_cast<double>(links.size());
              });
  for (const std::size_t link : most_used(recorder)) {
    Timeline::Row row = Timeline::row_of(links[link].path);
    row.thread += " use";
    write_steps(timeline, steps, row, [&](std::size_t step) { return share(links[link], step); });
  }
}

}  // namespace gf::core
