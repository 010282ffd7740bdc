// SPDX-License-Identifier: Apache-2.0
#include "hw/router/journal_end.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "core/error.h"

namespace gf::hw::router {
namespace {

core::StallCause stall_cause(std::string_view cause) {
  if (cause == kNoCreditCause) return core::StallCause::kNoCredit;
  if (cause == kReplayCause) return core::StallCause::kReplay;
  // Who holds the virtual channel is served by the link instead.
  if (cause == kArbitrationCause || cause == kHeldCause) return core::StallCause::kArbitrationLost;
  return core::StallCause::kLinkBusy;
}

}  // namespace

void FrontWaits::blocked(core::Cycle at, const Block& block, core::Ticks period) {
  end(at, period);
  noted_ = at;
  block_ = block;
}

void FrontWaits::end(core::Cycle at, core::Ticks period) {
  if (block_.cause == nullptr || at == noted_) return;
  const core::Ticks from = noted_ * period;
  const bool goes_on = !waits_.empty() && waits_.back().cause == block_.cause &&
                       waits_.back().behind == block_.behind && waits_.back().until == from;
  if (!goes_on) waits_.push_back({from, from, block_.cause, block_.behind});
  waits_.back().until = at * period;
}

std::vector<core::HopJournal::Wait> FrontWaits::leaves(core::Cycle arrived, core::Cycle at,
                                                       core::HopJournal::Number flow, bool counts,
                                                       core::Ticks period) {
  end(at, period);
  block_ = {};
  const core::Ticks from = arrived * period;
  // Who is behind this one has come later.
  while (!before_.empty() && before_.front().until <= from) before_.pop_front();
  std::vector<Wait> whole;
  if (counts) whole = in_queue(from, std::max(arrived, since_) * period);
  for (Wait wait : waits_) {
    whole.push_back(wait);
    wait.behind = flow;
    keep(wait);
  }
  waits_.clear();
  return whole;
}

std::vector<core::HopJournal::Wait> FrontWaits::in_queue(core::Ticks from,
                                                         core::Ticks ready) const {
  std::vector<Wait> spans;
  if (from < ready) spans.reserve(before_.size() + 1);
  const auto until = [&](core::Ticks end) {
    if (from < end) spans.push_back({from, end, "", core::HopJournal::kNone, true});
    from = std::max(from, end);
  };
  for (const Wait& wait : before_) {
    if (wait.from >= ready) break;
    until(wait.from);
    if (wait.until <= from) continue;
    spans.push_back({from, std::min(wait.until, ready), wait.cause, wait.behind, true});
    from = spans.back().until;
  }
  until(ready);
  return spans;
}

/// What flits of one flow waited for the same cause, one behind the other, is one span.
void FrontWaits::keep(const Wait& wait) {
  const bool goes_on = !before_.empty() && before_.back().cause == wait.cause &&
                       before_.back().behind == wait.behind && before_.back().until == wait.from;
  if (goes_on)
    before_.back().until = wait.until;
  else
    before_.push_back(wait);
}

void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits) {
  core::Ticks until =
      hop.counts ? hop.arrived + hop.source_time : (waits.empty() ? hop.start : waits.front().from);
  for (const core::HopJournal::Wait& wait : waits) {
    GF_CHECK(wait.from == until && wait.from < wait.until,
             fmt::format("{}: spans of a wait do not join", journal.queue_name(hop.queue)));
    until = wait.until;
    if (!wait.in_queue) hop.waited.add(stall_cause(wait.cause), wait.until - wait.from);
  }
  GF_CHECK(until == hop.start, fmt::format("{}: a flit left at {}, and its waits end at {}",
                                           journal.queue_name(hop.queue), hop.start, until));
  if (hop.counts) hop.waits = &waits;
  journal.leaves(hop);
}

}  // namespace gf::hw::router
