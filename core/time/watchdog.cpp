// SPDX-License-Identifier: Apache-2.0
#include "core/time/watchdog.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "core/base/last_error.h"
#include "core/base/ticks.h"
#include "core/base/time_limits.h"
#include "core/base/units.h"
#include "core/ranks/rank_data.h"
#include "core/ranks/rank_sync.h"
#include "core/ranks/ranks.h"
#include "core/time/agenda.h"
#include "core/time/next_observation.h"
#include "core/time/quiescence.h"
#include "core/time/sampler.h"

namespace gf::core {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::duration<double> kSliceWall{0.01};

/// Simulated time per slice, adapted so that a slice takes about kSliceWall.
class Slice {
 public:
  /// Runs one slice, which begins with the next activity and ends at `end` at the latest (kNever:
  /// no limit).
  void run(Ticks end) {
    const Ticks now = now_ticks();
    // Measured from the next event: a machine that sleeps for a millisecond must not be polled
    // through a thousand empty slices.
    const Ticks idle = sc_core::sc_time_to_pending_activity().value();
    const Ticks target = idle > kNever - now - length_ ? kNever : now + idle + length_;
    const auto began = Clock::now();
    // SC_EXIT_ON_STARVATION leaves the time at the last event. SC_RUN_TO_TIME would advance it to
    // the end of the slice, and the end of a run would depend on how it is cut into slices.
    run_before(std::min(target, end));
    adapt(Clock::now() - began, target <= end);
  }

  /// Runs everything due before `end` in one slice.
  static void run_before(Ticks end) {
    Agenda::instance().run_until(end);
    sc_core::sc_start(to_time(end - now_ticks()), sc_core::SC_EXIT_ON_STARVATION);
    Agenda::instance().run_until(0);
  }

 private:
  void adapt(std::chrono::duration<double> took, bool whole) {
    if (whole && took < kSliceWall / 2 && length_ < kLongest) length_ *= 2;
    if (took > kSliceWall * 2)
      length_ = std::max<Ticks>(
          1, static_cast<Ticks>(static_cast<double>(length_) * (kSliceWall / took)));
  }
  static constexpr Ticks kLongest = 1ull << 60;
  Ticks length_ = 1'000'000'000;  // 1 us
};

/// Tells when to show progress. Stretches of ranks that meet are much shorter than a slice, and on
/// a busy computer there are few of them per second.
class Pace {
 public:
  [[nodiscard]] bool due() {
    const auto now = Clock::now();
    // A short run should show its progress as well: at first it waits only a tenth of the time so
    // far.
    const std::chrono::duration<double> so_far = now - began_;
    if (now - last_ < std::min(kShowWall, so_far / 10)) return false;
    last_ = now;
    return true;
  }

 private:
  static constexpr std::chrono::duration<double> kShowWall{0.1};
  const Clock::time_point began_ = Clock::now();
  Clock::time_point last_ = began_;
};

/// Compares the work done at the end of each interval that had events; see RunLimits.
class LivelockCheck {
 public:
  explicit LivelockCheck(const RunLimits& limits)
      : work_done_(limits.work_done), interval_(limits.no_progress.value()) {
    // Each rank only knows what is delivered to it.
    if (work_done_ && interval_ != 0 && RankSync::active() == nullptr) begin(now_ticks());
  }
  [[nodiscard]] Ticks next() const { return next_; }  ///< When to check again; kNever: off.
  /// Precondition: every event before `next_event` has acted.
  bool stuck(Ticks next_event) {
    if (next_event < next_) return false;
    const std::uint64_t before = work_;
    begin(next_event);
    return work_ == before;
  }

 private:
  void begin(Ticks event) {
    const Ticks interval = event / interval_;
    next_ = interval + 1 > kNever / interval_ ? kNever : (interval + 1) * interval_;
    work_ = work_done_();
  }
  const std::function<std::uint64_t()>& work_done_;
  const Ticks interval_;
  Ticks next_ = kNever;
  std::uint64_t work_ = 0;
};

/// Returns "deadlock at 5 us: 3 waits" and the explanation by explain().
std::string report(const std::string& what, Ticks at, const std::vector<Wait>& waits) {
  const std::string count = std::to_string(waits.size());
  return what + " at " + to_text(to_time(at)) + ": " + count +
         (waits.size() == 1 ? " wait\n" : " waits\n") + explain(waits);
}

/// A message of a component, and its time.
struct Incident {
  Ticks at = kNever;
  std::string what;
  bool operator<(const Incident& other) const {
    return std::tie(at, what) < std::tie(other.at, other.what);
  }
};

/// First message given to report_death(); at kNever: none. The kernel has one simulation per
/// process.
Incident& first_death() {
  static Incident first;
  return first;
}

/// The same for stop_as_livelock().
Incident& first_livelock() {
  static Incident first;
  return first;
}

/// Holds, in rank 0, the first message of all ranks.
struct FirstIncident final : private RankData {
  explicit FirstIncident(Incident own) : RankData(When::kAsked), first(std::move(own)) {
    collect();
  }
  Incident first;

 private:
  void pack(ByteWriter& writer) override {
    writer.put(first.at);
    writer.put_all(first.what);
  }
  void merge(std::vector<Packed>& others) override {
    for (auto& [rank, reader] : others) {
      Incident reported{reader.get<Ticks>(), {}};
      reader.get_all(reported.what);
      first = std::min(first, reported);
    }
  }
};

/// Holds, in rank 0, the waits of all ranks, in order of their paths like those of one process.
struct AllWaits final : private RankData {
  AllWaits() : RankData(When::kAsked), waits(pending_waits()) { collect(); }
  std::vector<Wait> waits;

 private:
  void pack(ByteWriter& writer) override {
    for (const Wait& wait : waits) {
      for (const std::string* const text : {&wait.waiter, &wait.resource, &wait.holder})
        writer.put_all(*text);
      writer.put(wait.purpose);
    }
    waits.clear();
  }
  void merge(std::vector<Packed>& others) override {
    for (auto& [rank, reader] : others) {
      while (!reader.at_end()) {
        Wait& wait = waits.emplace_back();
        for (std::string* const text : {&wait.waiter, &wait.resource, &wait.holder})
          reader.get_all(*text);
        wait.purpose = reader.get<bool>();
      }
    }
    if (!others.empty())
      std::stable_sort(waits.begin(), waits.end(),
                       [](const Wait& a, const Wait& b) { return a.waiter < b.waiter; });
  }
};

/// Returns the time of the next event; kNever: there is none.
Ticks next_here() {
  return sc_core::sc_pending_activity()
             ? now_ticks() + sc_core::sc_time_to_pending_activity().value()
             : kNever;
}

/// Returns when something acts next, here or in a rank that this one meets, and when something last
/// did.
RankSync::Agreed look_ahead(Ticks acted_until) {
  RankSync* const meetings = RankSync::active();
  return meetings != nullptr ? meetings->meet(acted_until, next_here())
                             : RankSync::Agreed{next_here(), now_ticks()};
}

/// Advances the time of all ranks that meet to that of the last of them; nothing acts before that.
void catch_up(Ticks last) {
  if (now_ticks() >= last) return;
  sc_core::sc_start(to_time(last - now_ticks()), sc_core::SC_RUN_TO_TIME);
}

RunEndReport at_rest() {
  // The waits are only known when all ranks have exchanged what has ended.
  if (RankSync::active() != nullptr) RankData::collect(RankData::When::kRead);
  const std::vector<Wait> waits = AllWaits().waits;
  // Rank 0 has all waits; every rank must know whether there are any.
  if (ranks().sum(waits.size()) == 0) return {RunEnd::kQuiescent, "done"};
  const Incident death = FirstIncident(first_death()).first;
  const std::string cause = death.at == kNever ? "" : ": " + death.what;
  return {RunEnd::kDeadlock, report("deadlock" + cause, now_ticks(), waits)};
}

RunEndReport livelock(const Incident& reported) {
  if (RankSync::active() != nullptr) RankData::collect(RankData::When::kRead);
  return {RunEnd::kLivelock, report("livelock: " + reported.what, reported.at, AllWaits().waits)};
}

bool livelock_told() {
  return ranks().alone() ? first_livelock().at != kNever : ranks().model_ends();
}

bool stopped_by_model() { return sc_core::sc_get_status() == sc_core::SC_STOPPED; }

RunEndReport run_slices(const RunLimits& limits) {
  const Ticks end = limits.stop_at == sc_core::SC_ZERO_TIME ? kNever : limits.stop_at.value();
  Slice slice;
  Pace pace;
  LivelockCheck livelock_check(limits);
  first_livelock() = {};
  first_death() = {};
  // Elaborates and runs the first delta cycles. Before that nothing is pending, and the loop would
  // end at once.
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  RankSync* const meetings = RankSync::active();
  Ticks acted_until = 0;
  while (!stopped_by_model()) {
    // Starvation leaves the time at the last event; the next event may lie beyond the end.
    const auto [next_event, last_event] = look_ahead(acted_until);
    if (livelock_told()) return livelock(FirstIncident(first_livelock()).first);
    if (next_event == kNever) {
      catch_up(last_event);
      break;
    }
    // Samples are taken before anything acts at their time: an interval ends just before the events
    // at its end (core/stats/series_writer.h).
    const Ticks looked_at = std::min(next_event, end);
    if (Sampler::next_of_all() <= looked_at)
      RankData::collect(Sampler::any_looks_at_all_ranks(looked_at) ? RankData::When::kRead
                                                                   : RankData::When::kSample);
    Sampler::take_all_until(looked_at);
    if (now_ticks() >= end || next_event > end || (meetings != nullptr && next_event == end)) {
      catch_up(next_event == end ? end : last_event);
      return {RunEnd::kStopped, "stopped at " + to_text(limits.stop_at)};
    }
    check_end_of_time(next_event);
    if (livelock_check.stuck(next_event))
      return livelock({now_ticks(), "no progress for " + to_text(limits.no_progress)});
    if (limits.interrupted && limits.interrupted()) return {RunEnd::kInterrupted, "interrupted"};
    next_observation() = std::min({end, Sampler::next_of_all(), livelock_check.next(), kEndOfTime});
    if (meetings != nullptr) {
      acted_until = std::min(next_observation(), meetings->end_of_round(next_event));
      // The kernel warns of a call that has nothing to do.
      if (next_here() < acted_until) Slice::run_before(acted_until);
    } else {
      slice.run(next_observation());
    }
    if (limits.on_slice && pace.due()) limits.on_slice();
  }
  if (!stopped_by_model()) return at_rest();
  return {RunEnd::kStoppedByModel,
          "stopped by a component at " + to_text(sc_core::sc_time_stamp())};
}

}  // namespace

RunEndReport run_simulation(const RunLimits& limits) {
  // Constructed before elaboration, which removes one of the top-level objects and moves the last
  // one into its place. The last one is then the agenda's process, and modules keep their order.
  Agenda::instance();
  try {
    RunEndReport report = run_slices(limits);
    RankData::collect(RankData::When::kRead);
    return report;
  } catch (const sc_core::sc_report& report) {
    rethrow_user_error(report.get_msg());
    throw;
  }
}

void stop_as_livelock(const std::string& what) {
  // pause() lets the rest of this delta cycle act; other components may report the same in it.
  first_livelock() = std::min(first_livelock(), Incident{now_ticks(), what});
  ranks().request_model_end();
  Agenda::instance().pause();
}

void report_death(const std::string& what) {
  first_death() = std::min(first_death(), Incident{now_ticks(), what});
}

ExitCode exit_code(RunEnd end) {
  switch (end) {
    case RunEnd::kDeadlock:
    case RunEnd::kLivelock:
      return ExitCode::kDeadlock;
    case RunEnd::kInterrupted:
      return ExitCode::kInterrupted;
    default:
      return ExitCode::kDone;
  }
}

}  // namespace gf::core
