// SPDX-License-Identifier: Apache-2.0
#include "core/link_use.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"
#include "core/stats.h"
#include "core/timeline.h"

namespace gf::core {
namespace {

/// "gpu_0.nvlink.link_0" of its sender's path "gpu_0.nvlink.link_0.tx".
std::string link_of(const std::string& sender) {
  const std::size_t end = sender.rfind(".tx");
  return end != std::string::npos && end + 3 == sender.size() ? sender.substr(0, end) : sender;
}

/// The `busy` of a sender of a link; null: it is none.
const Duration* busy_of(const StatGroup& group) {
  const Duration* busy = nullptr;
  bool sends = false;
  for (const Stat* const stat : group.stats()) {
    if (stat->name() == "busy") busy = dynamic_cast<const Duration*>(stat);
    sends = sends || stat->name() == "wire_bytes";
  }
  return sends ? busy : nullptr;
}

double share(Ticks used, Ticks span) {
  return static_cast<double>(used) / static_cast<double>(span);
}

/// Writes the samples of a counter, each where it differs from the one before.
template <class Value>
void write_steps(Timeline& timeline, const std::string& process, const std::string& name,
                 Ticks begin, const std::vector<Ticks>& ends, const Value& value) {
  double before = -1;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Ticks from = i == 0 ? begin : ends[i - 1];
    const double now = value(i, ends[i] - from);
    if (now != before) timeline.counter(process, name, from, now);
    before = now;
  }
  // A viewer draws a counter's last value on to the end of all rows; 0 ends it with the run.
  if (!ends.empty()) timeline.counter(process, name, ends.back(), 0);
}

}  // namespace

LinkUse::LinkUse() : begin_(now_ticks()), last_(begin_) {
  GF_CHECK(active_ == nullptr, "two recorders of links at a time");
  active_ = this;
  for (const StatGroup* const group : StatRegistry::instance().groups()) {
    const Duration* const busy = busy_of(*group);
    if (busy == nullptr) continue;
    const Timeline::Row row = Timeline::row_of(link_of(group->path()));
    watch(row.process, row.thread, [busy] { return busy->ticks(); });
  }
}

void LinkUse::watch(std::string process, std::string name, std::function<Ticks()> busy) {
  GF_CHECK(ends_.empty(), "a link more after the first sample");
  if (links_.size() == kMostWatched) {
    ++not_watched_;
    return;
  }
  links_.push_back({std::move(process), std::move(name) + " use", std::move(busy), 0, 0, 0, {}});
  links_.back().last = links_.back().busy();
}

void LinkUse::take_until(Ticks until) {
  while (next() <= until) take(next());
}

void LinkUse::take(Ticks at) {
  for (Link& link : links_) {
    const Ticks now = link.busy();
    const Ticks more = now < link.last ? now : now - link.last;  // A reset starts over from 0.
    // A sender books the whole time of a packet when it begins to send. A share above 1 in this
    // step and below it in the next would be the price; what goes beyond the step waits in `ahead`.
    const Ticks used = std::min(more + link.ahead, at - last_);
    link.ahead += more - used;
    link.last = now;
    link.total += used;
    link.samples.push_back(used);
  }
  ends_.push_back(at);
  last_ = at;
  if (ends_.size() == kMostSamples) merge();
}

void LinkUse::merge() {
  const auto halve = [](std::vector<Ticks>& values, const auto& join) {
    for (std::size_t i = 0; i < values.size() / 2; ++i)
      values[i] = join(values[2 * i], values[2 * i + 1]);
    values.resize(values.size() / 2);
  };
  for (Link& link : links_) halve(link.samples, [](Ticks a, Ticks b) { return a + b; });
  halve(ends_, [](Ticks, Ticks b) { return b; });
  step_ *= 2;
}

void LinkUse::write(Timeline& timeline) {
  if (now_ticks() > last_) take(now_ticks());
  if (links_.empty()) return;
  write_mean(timeline);
  for (const std::size_t number : most_used()) write(timeline, links_[number]);
}

std::vector<std::size_t> LinkUse::most_used() const {
  std::vector<std::size_t> numbers(links_.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::stable_sort(numbers.begin(), numbers.end(), [this](std::size_t a, std::size_t b) {
    return links_[a].total > links_[b].total;
  });
  numbers.resize(std::min(numbers.size(), kMostShown));
  // Which links are shown depends on their use, but not their order: it stays that of the machine.
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

void LinkUse::write(Timeline& timeline, const Link& link) const {
  write_steps(timeline, link.process, link.name, begin_, ends_,
              [&](std::size_t i, Ticks span) { return share(link.samples[i], span); });
}

void LinkUse::write_mean(Timeline& timeline) const {
  const std::string name =
      fmt::format("mean use of {}{} links", not_watched_ > 0 ? "the first " : "", links_.size());
  write_steps(timeline, "links", name, begin_, ends_, [&](std::size_t i, Ticks span) {
    double sum = 0;
    for (const Link& link : links_) sum += share(link.samples[i], span);
    return sum / static_cast<double>(links_.size());
  });
}

}  // namespace gf::core
