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
                                                       core::HopJournal::Number flow,
                                                       core::Ticks period) {
  end(at, period);
  block_ = {};
  core::Ticks from = arrived * period;
  const core::Ticks ready = std::max(arrived, since_) * period;
  // Who is behind this one has come later.
  while (!before_.empty() && before_.front().until <= from) before_.pop_front();
  std::vector<Wait> whole;
  const auto until = [&](core::Ticks end) {
    if (from < end) whole.push_back({from, end, "", core::HopJournal::kNone, true});
    from = std::max(from, end);
  };
  for (const Wait& wait : before_) {
    until(std::min(wait.from, ready));
    if (wait.from >= ready || wait.until <= from) continue;
    whole.push_back({from, std::min(wait.until, ready), wait.cause, wait.behind, true});
    from = whole.back().until;
  }
  until(ready);
  for (Wait wait : waits_) {
    whole.push_back(wait);
    wait.behind = flow;
    before_.push_back(wait);
  }
  waits_.clear();
  return whole;
}

void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits) {
  core::Ticks until = hop.arrived + hop.source_time;
  for (const core::HopJournal::Wait& wait : waits) {
    GF_CHECK(wait.from == until && wait.from < wait.until,
             fmt::format("{}: spans of a wait do not join", journal.queue_name(hop.queue)));
    until = wait.until;
    if (!wait.in_queue) hop.waited.add(stall_cause(wait.cause), wait.until - wait.from);
  }
  GF_CHECK(until == hop.start, fmt::format("{}: a flit left at {}, and its waits end at {}",
                                           journal.queue_name(hop.queue), hop.start, until));
  hop.waits = &waits;
  journal.leaves(hop);
}

}  // namespace gf::hw::router
