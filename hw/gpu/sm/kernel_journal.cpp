// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/kernel_journal.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "core/base/error.h"
#include "hw/gpu/apportion.h"

namespace gf::hw::gpu {

using core::Cycle;
using core::Ticks;

KernelJournal::Use KernelJournal::wait_for(KernelTime kind, LineSource source, unsigned gpu,
                                           unsigned home) {
  // The requesting GPU matters only if it asked another GPU.
  if (source != LineSource::kPeer) return {kind, source, 0, 0};
  return {kind, source, gpu, home};
}

bool KernelJournal::Use::operator<(const Use& other) const {
  return std::tie(kind, source, gpu, home) <
         std::tie(other.kind, other.source, other.gpu, other.home);
}

void KernelJournal::requested(const void* dispatcher, unsigned number, const model::Kernel& kernel,
                              Cycle at, Ticks period) {
  KernelHistory& history = histories_.emplace_back();
  history.name = names_.next(kernel.name);
  history.period = period;
  history.requested = at;
  Run& run = runs_[{dispatcher, number}];
  run = Run{};  // an earlier workload of the dispatcher had a run of that number
  run.stream = kernel.stream;
  run.waits = kernel.waits;
  run.history = &history;
}

void KernelJournal::launched(const void* dispatcher, unsigned number, Cycle at) {
  Run& run = run_of(dispatcher, number);
  run.history->launched = at;
  Cycle from = run.history->requested;
  const auto behind = [&](const Run& other) {
    const Cycle until = std::min(other.history->ended, at);
    if (until <= from) return;
    run.before.push_back(
        {KernelTime::kBehind, {}, 0, 0, other.history->name, (until - from) * run.history->period});
    from = until;
  };
  // Earlier kernels of the stream ended one after the other; the kernels that it waits for may have
  // ended at any time. Each is charged only from the end of the one before it.
  for (unsigned other = 0; other < number; ++other) {
    const Run& before = run_of(dispatcher, other);
    if (before.stream == run.stream) behind(before);
  }
  std::vector<unsigned> waits = run.waits;
  const auto ended = [&](unsigned other) { return run_of(dispatcher, other).history->ended; };
  std::sort(waits.begin(), waits.end(),
            [&](unsigned a, unsigned b) { return ended(a) < ended(b); });
  for (const unsigned other : waits) behind(run_of(dispatcher, other));
  GF_CHECK(from == at, run.history->name + ": a delay without a cause");
}

void KernelJournal::started(const void* dispatcher, unsigned number, Cycle at,
                            const std::vector<Unit>& units) {
  Run& run = run_of(dispatcher, number);
  KernelHistory& history = *run.history;
  if (history.launched == KernelHistory::kNot) history.launched = history.requested;
  history.started = at;
  history.sms = static_cast<unsigned>(units.size());
  run.units = units;
  run.before.push_back(
      {KernelTime::kLaunch, {}, 0, 0, {}, (at - history.launched) * history.period});
  for (const Unit& unit : units) {
    Sm& sm = sms_[unit.sm];
    sm.dispatcher = dispatcher;
    sm.gpu = unit.gpu;
    sm.present[number].since = at;
  }
}

void KernelJournal::handed_out(const void* dispatcher, unsigned run, unsigned gpu, Cycle at) {
  run_of(dispatcher, run).handed_out[gpu] = at;
}

void KernelJournal::cta_arrived(const void* unit, const void* dispatcher, unsigned number,
                                Cycle now) {
  Presence& here = sms_.at(unit).present.at(number);
  if (here.ctas++ == 0)
    run_of(dispatcher, number).weights[{KernelTime::kHandOut, {}, 0, 0}] +=
        static_cast<double>(now - here.since);
}

void KernelJournal::cta_left(const void* unit, const void* dispatcher, unsigned number, Cycle now) {
  Sm& sm = sms_.at(unit);
  Presence& here = sm.present.at(number);
  if (--here.ctas != 0) return;
  here.since = now;
  if (here.stores > 0)
    run_of(dispatcher, number)
        .weights[wait_for(KernelTime::kStores, here.source, sm.gpu, here.home)] += here.stores;
  here.stores = 0;
}

void KernelJournal::warps_did(const void* unit, Cycle now, const std::vector<Warp>& warps) {
  const auto found = sms_.find(unit);
  if (found == sms_.end()) return;  // no kernel has been there yet
  Sm& sm = found->second;
  const Cycle from = sm.settled;
  if (from >= now) return;
  sm.settled = now;
  std::map<unsigned, unsigned> resident;
  for (const Warp& warp : warps) ++resident[warp.run];
  const auto span = static_cast<double>(now - from);
  for (const Warp& warp : warps) {
    const double share = span / resident[warp.run];
    Waiting& waiting = sm.waiting[warp.slot];
    const bool waits = warp.does == KernelTime::kLoad || warp.does == KernelTime::kFence;
    if (!waits || waiting.kind != warp.does) settle_wait(sm, waiting);
    if (waits) {
      wait(sm, warp, from, now, share);
    } else {
      run_of(sm.dispatcher, warp.run).weights[{warp.does, {}, 0, 0}] += share;
    }
  }
  for (auto& [run, here] : sm.present)
    if (here.ctas > 0 && resident.count(run) == 0) here.stores += span;
}

void KernelJournal::wait(Sm& sm, const Warp& warp, Cycle from, Cycle until, double share) {
  Waiting& waiting = sm.waiting[warp.slot];
  waiting.run = warp.run;
  waiting.kind = warp.does;
  // The part of the wait whose answer is already known belongs to that source.
  if (waiting.known_until > from) {
    const double known = share * static_cast<double>(std::min(until, waiting.known_until) - from) /
                         static_cast<double>(until - from);
    run_of(sm.dispatcher, warp.run)
        .weights[wait_for(warp.does, waiting.source, sm.gpu, waiting.home)] += known;
    share -= known;
  }
  waiting.weight += share;
}

void KernelJournal::settle_wait(Sm& sm, Waiting& waiting) {
  if (waiting.weight > 0)
    run_of(sm.dispatcher, waiting.run)
        .weights[wait_for(waiting.kind, waiting.source, sm.gpu, waiting.home)] += waiting.weight;
  waiting.weight = 0;
}

void KernelJournal::data_arrived(const void* unit, unsigned slot, LineSource source, unsigned home,
                                 Cycle now, Cycle until) {
  const auto found = sms_.find(unit);
  if (found == sms_.end()) return;
  Waiting& waiting = found->second.waiting[slot];
  waiting.source = source;
  waiting.home = home;
  waiting.known_until = std::max(now, until);
  settle_wait(found->second, waiting);
}

void KernelJournal::stored(const void* unit, unsigned run, LineSource source, unsigned home) {
  const auto found = sms_.find(unit);
  if (found == sms_.end()) return;
  Presence& here = found->second.present.at(run);
  here.source = source;
  here.home = home;
}

void KernelJournal::ended(const void* dispatcher, unsigned number, Cycle at) {
  Run& run = run_of(dispatcher, number);
  run.history->ended = at;
  for (const Unit& unit : run.units) {
    Sm& sm = sms_.at(unit.sm);
    const auto here = sm.present.find(number);
    const Cycle since = here->second.since;
    const Cycle none_left = std::clamp(run.handed_out.at(unit.gpu), since, at);
    run.weights[{KernelTime::kHandOut, {}, 0, 0}] += static_cast<double>(none_left - since);
    run.weights[{KernelTime::kTail, {}, 0, 0}] += static_cast<double>(at - none_left);
    for (Waiting& waiting : sm.waiting)
      if (waiting.run == number) settle_wait(sm, waiting);
    sm.present.erase(here);
  }
  divide(run, at);
  run.units.clear();
}

void KernelJournal::divide(Run& run, Cycle ended) {
  KernelHistory& history = *run.history;
  history.shares = run.before;
  std::vector<double> parts;
  for (const auto& [what, weight] : run.weights) parts.push_back(weight);
  const std::vector<std::uint64_t> ticks =
      apportion((ended - history.started) * history.period, parts);
  std::size_t n = 0;
  for (const auto& [what, weight] : run.weights)
    history.shares.push_back({what.kind, what.source, what.gpu, what.home, {}, ticks[n++]});
  const auto none = [](const KernelShare& share) { return share.ticks == 0; };
  history.shares.erase(std::remove_if(history.shares.begin(), history.shares.end(), none),
                       history.shares.end());
  std::stable_sort(history.shares.begin(), history.shares.end(),
                   [](const KernelShare& a, const KernelShare& b) { return a.ticks > b.ticks; });
  run.weights.clear();
}

}  // namespace gf::hw::gpu
