// SPDX-License-Identifier: Apache-2.0
// The work of a dispatcher in each cycle.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/time/watchdog.h"
#include "core/trace/timeline.h"
#include "hw/gpu/dispatch/dispatcher.h"

namespace gf::hw::gpu {

void Dispatcher::renew() {
  for (Gpu& gpu : gpus_) gpu.turn = 0;
}

void Dispatcher::cycle(core::Cycle now) {
  // Places freed by CTAs are known before CTAs are handed out. A kernel also starts before that:
  // its first CTAs go out in the cycle of its start.
  while (!events_.empty() && events_.front().at <= now) take(events_.pop(), now);
  if (!passed_.empty()) launch_passed(now);
  start_streams(now);
  if (!children_.empty()) start_children(now);
  for (Gpu& gpu : gpus_)
    if (!gpu.active.empty() && !gpu.stuck) hand_out(gpu, now);
  sleep(now);
}

void Dispatcher::take(const Event& event, core::Cycle now) {
  KernelRun& run = runs_[event.launch.run];
  if (event.done) {
    ++ctas_ended_;
    if (--run.open == 0) end(event.launch.run, now);
    return;
  }
  Unit& unit = units_[event.unit];
  unit.warps += run.needs.warps;
  unit.registers += run.needs.registers;
  ++unit.ctas;
  --run.on_unit[event.unit];
  // After a failed search only freed places or another kernel can help the GPU. Until then no
  // search is made, and the dispatcher sleeps.
  gpus_[unit.gpu].stuck = false;
}

void Dispatcher::launch_passed(core::Cycle now) {
  for (std::size_t n = 0; n < passed_.size();) {
    if (passed_[n].due > now) {
      ++n;
      continue;
    }
    KernelRun& run = runs_[passed_[n].run];
    passed_.erase(passed_.begin() + static_cast<std::ptrdiff_t>(n));
    run.held = false;
    launch_next(stream(run.kernel->stream), now);
  }
}

bool Dispatcher::runs_on(const model::Kernel& kernel, std::size_t gpu) const {
  return !block_of(kernel, static_cast<unsigned>(gpu), static_cast<unsigned>(gpus_.size())).empty();
}

bool Dispatcher::may_start(unsigned run) const {
  const model::Kernel& kernel = *runs_[run].kernel;
  for (std::size_t g = 0; g < gpus_.size(); ++g)
    if (gpus_[g].kernels >= params_.grids && runs_on(kernel, g)) return false;
  return true;
}

void Dispatcher::start_streams(core::Cycle now) {
  for (Stream& stream : streams_) {
    if (stream.due > now) continue;
    const unsigned run = stream.kernels[stream.next];
    if (!may_start(run)) {
      check_spinning_grids(run);
      continue;
    }
    stats_.grid_waits += now - stream.due;
    start(run, now);
  }
}

void Dispatcher::start_children(core::Cycle now) {
  for (std::size_t n = 0; n < children_.size();) {
    if (children_[n].due > now || !may_start(children_[n].run)) {
      ++n;
      continue;
    }
    stats_.grid_waits += now - children_[n].due;
    // Erase the entry first: start() notifies clients, which may launch further children.
    const unsigned run = children_[n].run;
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(n));
    start(run, now);
  }
}

void Dispatcher::start(unsigned index, core::Cycle now) {
  KernelRun& run = runs_[index];
  if (in_stream(index)) stream(run.kernel->stream).due = core::kNoCycle;
  run.result.started = now;
  run.open = run.to_hand_out = run.kernel->ctas;
  run.on_unit.assign(units_.size(), 0);
  run.blocks.resize(gpus_.size());
  for (unsigned g = 0; g < gpus_.size(); ++g) {
    run.blocks[g] = block_of(*run.kernel, g, static_cast<unsigned>(gpus_.size()));
    if (!run.blocks[g].empty()) start_on(index, gpus_[g], now);
  }
  running_.push_back(index);
  if (KernelJournal::active() != nullptr) report_start(run, now);
  show(now);
  for (KernelClient* const client : clients_) client->kernel_started(index, *run.kernel, now);
}

void Dispatcher::start_on(unsigned run, Gpu& gpu, core::Cycle now) {
  const auto lower = [&](unsigned other) {
    return runs_[other].kernel->priority < runs_[run].kernel->priority;
  };
  // Insert after all kernels of the same priority: the one that started first goes first.
  gpu.active.insert(std::find_if(gpu.active.begin(), gpu.active.end(), lower), run);
  gpu.stuck = false;
  ++gpu.kernels;
  // An SM processes its arrivals in order, and the first CTA comes in now + 1 at the earliest, so
  // it finds an empty L1.
  for (unsigned n = 0; n < gpu.units; ++n) units_[gpu.first + n].sm->invalidate_l1(now + 1);
}

void Dispatcher::end(unsigned index, core::Cycle now) {
  KernelRun& run = runs_[index];
  run.result.ended = now;
  results_.push_back(run.result);
  --to_end_;
  ++stats_.kernels;
  stats_.kernel_cycles += run.result.cycles();
  if (core::Timeline::active() != nullptr) report(run);
  if (KernelJournal* const journal = KernelJournal::active())
    journal->ended(as_client(), index, now);
  running_.erase(std::find(running_.begin(), running_.end(), index));
  for (std::size_t g = 0; g < gpus_.size(); ++g)
    if (runs_on(*run.kernel, g)) --gpus_[g].kernels;
  // A run stays in runs_ until the workload's end. clear() would keep its memory, which grows with
  // kernels x SMs.
  std::vector<std::uint16_t>().swap(run.on_unit);
  std::vector<CtaBlock>().swap(run.blocks);
  if (in_stream(index)) {
    // Launch the stream's next kernel before the waiters of this one are released. If it waits for
    // this kernel, to_wait still stops it here, and release_waiters() launches it, once.
    Stream& its = stream(run.kernel->stream);
    ++its.next;
    launch_next(its, now);
  }
  release_waiters(run, now);
  show(now);
  for (KernelClient* const client : clients_) client->kernel_ended(index, *run.kernel, now);
}

/// Shows each kernel from its start to its end: one row per stream, and as many rows as needed for
/// kernels launched by the kernels of a GPU.
void Dispatcher::report(const KernelRun& run) const {
  const core::Ticks begin = clock_.ticks(run.result.started);
  const core::Ticks end = clock_.ticks(run.result.ended);
  core::Timeline& timeline = *core::Timeline::active();
  if (in_stream(run.result.index)) {
    timeline.slice(name(), "stream " + std::to_string(run.kernel->stream), run.kernel->name, begin,
                   end, {{"ctas", std::uint64_t{run.kernel->ctas}}});
  } else {
    timeline.slice_apart(name(), "launched by kernels of GPU " + std::to_string(run.kernel->gpu),
                         run.kernel->name, begin, end, {{"ctas", std::uint64_t{run.kernel->ctas}}});
  }
}

void Dispatcher::report_start(const KernelRun& run, core::Cycle now) const {
  std::vector<KernelJournal::Unit> units;
  for (const Unit& unit : units_)
    if (!run.blocks[unit.gpu].empty()) units.push_back({unit.sm, unit.gpu});
  KernelJournal::active()->started(as_client(), run.result.index, now, units);
}

void Dispatcher::hand_out(Gpu& gpu, core::Cycle now) {
  for (unsigned n = 0; n < params_.ctas_per_cycle && !gpu.active.empty(); ++n) {
    if (hand_out_one(gpu, now)) continue;
    gpu.stuck = true;
    check_spinning(gpu);
    return;
  }
}

bool Dispatcher::hand_out_one(Gpu& gpu, core::Cycle now) {
  for (std::size_t n = 0; n < gpu.active.size(); ++n) {
    const unsigned index = gpu.active[n];
    KernelRun& run = runs_[index];
    const unsigned unit = find_unit(gpu, run);
    if (unit == kNone) continue;
    const unsigned after = unit - gpu.first + 1;
    gpu.turn = after == gpu.units ? 0 : after;
    give(unit, index, now);
    if (run.blocks[units_[unit].gpu].empty())
      gpu.active.erase(gpu.active.begin() + static_cast<std::ptrdiff_t>(n));
    return true;
  }
  return false;
}

unsigned Dispatcher::find_unit(const Gpu& gpu, const KernelRun& run) const {
  unsigned place = gpu.turn;
  for (unsigned n = 0; n < gpu.units; ++n) {
    const unsigned index = gpu.first + place;
    const Unit& unit = units_[index];
    if (unit.has_room(run.needs) && run.on_unit[index] < run.kernel->ctas_per_sm) return index;
    place = place + 1 == gpu.units ? 0 : place + 1;
  }
  return kNone;
}

/// Returns the number of CTAs of `run` that hold places of `gpu`.
unsigned Dispatcher::resident(const Gpu& gpu, const KernelRun& run) const {
  unsigned ctas = 0;
  for (unsigned n = 0; n < gpu.units; ++n) ctas += run.on_unit[gpu.first + n];
  return ctas;
}

/// Stops the run as a livelock if the places of `gpu` are all held by kernels that spin: only other
/// kernels free places. Precondition: no kernel that has CTAs left for `gpu` finds room.
void Dispatcher::check_spinning(const Gpu& gpu) const {
  const auto spins = [this](unsigned index) { return runs_[index].kernel->program->spins(); };
  const auto holds = [&](unsigned index) { return resident(gpu, runs_[index]) != 0; };
  // Places that are about to become free are not counted yet. Usually no kernel spins at all.
  if (!events_.empty() || std::none_of(running_.begin(), running_.end(), spins)) return;
  const auto holder = std::find_if(running_.begin(), running_.end(), holds);
  const auto waits = std::find_if_not(gpu.active.begin(), gpu.active.end(), spins);
  if (holder == running_.end() || waits == gpu.active.end()) return;
  const auto frees = [&](unsigned index) { return holds(index) && !spins(index); };
  if (std::any_of(running_.begin(), running_.end(), frees)) return;
  const KernelRun& blocked = runs_[*waits];
  core::stop_as_livelock(
      fmt::format("kernel \"{}\" polls in all {} CTA slots that it got on its GPU, and \"{}\", "
                  "which it waits for, finds no slot for its {} CTAs",
                  runs_[*holder].kernel->name, resident(gpu, runs_[*holder]), blocked.kernel->name,
                  blocked.to_hand_out));
}

/// Stops the run as a livelock if only spinning kernels could end and let `run` start.
/// Precondition: `run` is due and may not start.
void Dispatcher::check_spinning_grids(unsigned run) const {
  const model::Kernel& waits = *runs_[run].kernel;
  if (waits.program->spins()) return;
  for (std::size_t g = 0; g < gpus_.size(); ++g) {
    if (gpus_[g].kernels < params_.grids || !runs_on(waits, g)) continue;
    const auto frees = [&](unsigned index) {
      return runs_on(*runs_[index].kernel, g) && !runs_[index].kernel->program->spins();
    };
    if (std::any_of(running_.begin(), running_.end(), frees)) continue;
    const auto spinner = std::find_if(running_.begin(), running_.end(), [&](unsigned index) {
      return runs_on(*runs_[index].kernel, g);
    });
    core::stop_as_livelock(
        fmt::format("kernel \"{}\" polls, and \"{}\", which it waits for, cannot start next to it: "
                    "GPU {} runs at most {} kernels at a time (grids)",
                    runs_[*spinner].kernel->name, waits.name, g, params_.grids));
    return;
  }
}

void Dispatcher::give(unsigned index, unsigned run_index, core::Cycle now) {
  Unit& unit = units_[index];
  KernelRun& run = runs_[run_index];
  unit.warps -= run.needs.warps;
  unit.registers -= run.needs.registers;
  --unit.ctas;
  ++run.on_unit[index];
  --run.to_hand_out;
  ++stats_.ctas;
  const std::uint32_t cta = run.blocks[unit.gpu].next++;
  unit.sm->start({run.kernel, run_index, cta}, now + 1);
  KernelJournal* const journal = KernelJournal::active();
  if (journal != nullptr && run.blocks[unit.gpu].empty())
    journal->handed_out(as_client(), run_index, unit.gpu, now + 1);
}

void Dispatcher::sleep(core::Cycle now) {
  core::Cycle at = core::kNoCycle;
  // Kernels that are already due wait for the end of another kernel, which is an event.
  for (const Stream& stream : streams_)
    if (stream.due > now) at = std::min(at, stream.due);
  for (const Child& child : children_)
    if (child.due > now) at = std::min(at, child.due);
  for (const Child& child : passed_) at = std::min(at, child.due);
  for (const Gpu& gpu : gpus_)
    if (!gpu.active.empty() && !gpu.stuck) at = now + 1;
  if (!events_.empty()) at = std::min(at, events_.front().at);
  if (at != core::kNoCycle) clock_.wake(at);
}

void Dispatcher::show(core::Cycle now) {
  const core::Ticks at = clock_.ticks(now);
  kernel_probe_.set(at, running_.empty() ? 0 : running_.back() + 1);
  kernels_probe_.set(at, running_.size());
}

}  // namespace gf::hw::gpu
