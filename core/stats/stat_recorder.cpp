// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stat_recorder.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/ranks/rank_data.h"

namespace gf::core {
namespace {

const std::uint64_t kNothing = 0;  ///< A number that never grows.
const double kNothingReal = 0;
constexpr std::size_t kCountedWaits = 3;  ///< Causes in CountedWaits of a link, approximately.

/// Returns numbers of a module if this rank counts them, else a number that stays constant.
class Numbers {
 public:
  explicit Numbers(const std::string& path) : here_(RankData::is_counted_here(path)) {}
  const std::uint64_t& operator()(const std::uint64_t& number) const {
    return here_ ? number : kNothing;
  }
  const double& operator()(const double& number) const { return here_ ? number : kNothingReal; }

 private:
  bool here_;
};

std::size_t most_steps(const std::vector<LinkSender>& links) {
  std::size_t values = links.size();
  for (const LinkSender& link : links) values += link.count_waits ? kCountedWaits : 0;
  for (const StatGroup* const group : StatRegistry::instance().groups())
    values += 2 * group->stats().size();
  const std::size_t steps = StatRecorder::kMostValues / std::max<std::size_t>(values, 1);
  return std::clamp(steps, StatRecorder::kFewestSteps, StatRecorder::kMostSteps) / 2 * 2;
}

}  // namespace

StatRecorder::StatRecorder(const std::vector<LinkSender>& links)
    : steps_(most_steps(links), kEnoughSteps) {
  for (const LinkSender& link : links) add(link);
  for (const StatGroup* const group : StatRegistry::instance().groups())
    for (const Stat* const stat : group->stats()) add(*group, *stat);
}

void StatRecorder::add(const LinkSender& link) {
  const Numbers counted(link.path);
  Track track{link.path, "", steps_.watch_time(counted(*link.busy.number), link.busy.unit), {}, {}};
  if (link.stats != nullptr) {
    track.stats = link.stats->path();
    for (const Stat* const stat : link.stats->stats())
      if (const auto* bytes = dynamic_cast<const Counter*>(stat); stat->name() == "wire_bytes") {
        track.bytes = steps_.watch(counted(bytes->value()));
        in_tracks_.insert(stat);
      } else if (stat->name() == "busy") {
        in_tracks_.insert(stat);
      }
  }
  if (const StallDuration* const stall = link.stall) {
    in_tracks_.insert(stall);
    track.wait.emplace();
    for (std::size_t cause = 0; cause < kStallCauses; ++cause)
      (*track.wait)[cause] = steps_.watch(counted(stall->times().ticks[cause]));
  }
  if (link.count_waits) {
    // Causes that the link does not count share one value: a large network has many links.
    if (!never_) never_ = steps_.watch(kNothing);
    track.wait.emplace().fill(*never_);
    CountedWaits waits = link.count_waits();
    for (const auto& [cause, number] : waits.numbers)
      (*track.wait)[static_cast<std::size_t>(cause)] = steps_.watch(counted(*number), waits.unit);
    steps_.before_step(std::move(waits.book));
  }
  tracks_.push_back(std::move(track));
}

void StatRecorder::add(const StatGroup& group, const Stat& stat) {
  if (in_tracks_.count(&stat) > 0) return;
  const Numbers counted(group.path());
  Curve curve{group.path(), stat.name(), stat.description(), stat.unit(), Curve::Kind::kRate, 0};
  if (const auto* counter = dynamic_cast<const Counter*>(&stat)) {
    const std::uint64_t& value = counted(counter->value());
    curve.number = stat.unit() == Unit::kCount ? steps_.watch_events(value) : steps_.watch(value);
  } else if (const auto* time = dynamic_cast<const Duration*>(&stat)) {
    curve.kind = Curve::Kind::kShare;
    curve.number = steps_.watch(counted(time->ticks()));
  } else if (const auto* stall = dynamic_cast<const StallDuration*>(&stat)) {
    curve.kind = Curve::Kind::kShare;
    const auto& causes = stall->times().ticks;
    curve.number = steps_.watch(counted(causes.front()));
    for (std::size_t cause = 1; cause < kStallCauses; ++cause)
      steps_.add(curve.number, counted(causes[cause]));
  } else if (const auto* histogram = dynamic_cast<const Histogram*>(&stat)) {
    curve.kind = Curve::Kind::kMean;
    curve.scale = histogram->scale();
    curve.number = steps_.watch(counted(histogram->sum()));
    curve.count = steps_.watch(counted(histogram->count()));
  } else {
    return;  // It is not a sum, so it has no share of a step.
  }
  curves_.push_back(std::move(curve));
}

}  // namespace gf::core
