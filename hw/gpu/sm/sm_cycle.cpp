// SPDX-License-Identifier: Apache-2.0
// The work of an SM in each cycle.
#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/sm/sm.h"

namespace gf::hw::gpu {

void Sm::cycle(core::Cycle now) {
  now_ = now;
  // The cycles since the last call had the state that this call is about to change, so they are
  // counted first. The LSU runs before issue(): an instruction issued in t is looked up in t + 1.
  account(now);
  report(now);
  ready_ |= next_ | timers_.due(now);
  next_ = 0;
  const bool ends = arithmetic_ends_ <= now;
  if (ends) ready_ |= computed(now);
  if (!arrivals_.empty()) arrive(now);
  if (lsu_.ready()) lsu_.cycle(now);
  loading_ &= ~ready_;
  at_barrier_ &= ~ready_;
  // A warp that has issued its last instruction ends when that instruction is done, not when it is
  // issued: until then it keeps its place.
  if ((ready_ & finished_) != 0) end_warps(ready_ & finished_);
  issue(now);
  // Issued instructions begin arithmetic or take slots from it.
  if (ends || issued_ != 0) arithmetic_ends_ = first_end();
  sleep(now);
}

void Sm::renew() {
  turns_from_ = core::now_ticks() / clock_.period();
  passed_over_ = starving_ = 0;
  look_ = 0;
}

void Sm::arrive(core::Cycle now) {
  while (!arrivals_.empty() && arrivals_.front().at <= now) {
    const Arrival arrival = arrivals_.pop();
    if (arrival.launch.kernel == nullptr) {
      lsu_.invalidate();
    } else {
      admit(arrival.launch);
    }
  }
}

void Sm::admit(const CtaLaunch& launch) {
  GF_CHECK(!ctas_.full(), name());
  const unsigned cta = ctas_.open(launch);
  if (KernelJournal* const journal = KernelJournal::active())
    journal->cta_arrived(this, client_, launch.run, now_);
  // The dispatcher counts places and sends only CTAs that fit.
  WarpSet free = places_ & ~resident_;
  for (unsigned number = 0; number < launch.kernel->warps_per_cta; ++number) {
    GF_CHECK(free != 0, name());
    load_program(lowest_warp(free), cta, number);
    free &= free - 1;
  }
  ++stats_.ctas;
  show_warps();
}

void Sm::load_program(unsigned slot, unsigned cta, unsigned number) {
  ResidentCta& owner = ctas_[cta];
  Warp& warp = warps_[slot];
  warp.program.clear();
  owner.launch.kernel->program->warp(owner.launch.cta, number, warp.program);
  warp.stores = 0;
  warp.cta = cta;
  warp.number = number;
  owner.live |= one_warp(slot);
  ages_.admit(slot, resident_);
  resident_ |= one_warp(slot);
  ready_ |= one_warp(slot);
  begin_program(slot);
}

void Sm::begin_program(unsigned slot) {
  Warp& warp = warps_[slot];
  warp.next = warp.program.code.data();
  warp.end = warp.next + warp.program.code.size();
  decode(slot);
}

/// Returns true if the program had more for the warp, which continues with it.
bool Sm::goes_on(unsigned slot) {
  Warp& warp = warps_[slot];
  const CtaLaunch& launch = ctas_[warp.cta].launch;
  warp.program.clear();
  if (!launch.kernel->program->more(launch.cta, warp.number, warp.program)) return false;
  GF_CHECK(!warp.program.code.empty(), launch.kernel->name);
  finished_ &= ~one_warp(slot);
  begin_program(slot);
  return true;
}

void Sm::decode(unsigned slot) {
  const Warp& warp = warps_[slot];
  const WarpSet bit = one_warp(slot);
  if (warp.next == warp.end) {
    finished_ |= bit;
    memory_next_ &= ~bit;
    return;
  }
  const model::WarpOp op = warp.next->op;
  const bool memory =
      op == model::WarpOp::kLoad || op == model::WarpOp::kStore || op == model::WarpOp::kAtomic;
  memory_next_ = memory ? memory_next_ | bit : memory_next_ & ~bit;
}

void Sm::end_warps(WarpSet finished) {
  WarpSet ended = finished;
  each_warp(finished, [&](unsigned slot) {
    if (goes_on(slot)) ended &= ~one_warp(slot);
  });
  resident_ &= ~ended;
  ready_ &= ~ended;
  finished_ &= ~ended;
  for (unsigned s = 0; s < schedulers_; ++s) greedy_[s] &= ~ended;
  each_warp(ended, [this](unsigned slot) { end_warp(slot); });
  show_warps();
}

void Sm::end_warp(unsigned slot) {
  GF_CHECK(lsu_.has_data(slot, now_), "a warp ends before its loads");
  const unsigned number = warps_[slot].cta;
  ResidentCta& cta = ctas_[number];
  cta.live &= ~one_warp(slot);
  if (cta.live != 0) {
    // A barrier waits only for live warps: the warp that ends may be the one that
    // others waited for.
    if (cta.at_barrier == cta.live) release(cta);
    return;
  }
  client_->cta_left(unit_, cta.launch, now_ + 1);
  if (cta.done()) finish(number);
}

void Sm::finish(unsigned cta) {
  // A copy: close() frees the number before the client is notified.
  const CtaLaunch launch = ctas_[cta].launch;
  if (cta_watch_ != nullptr) cta_watch_->cta_finished(lsu_.number(), cta, launch, now_);
  ctas_.close(cta);
  if (KernelJournal* const journal = KernelJournal::active())
    journal->cta_left(this, client_, launch.run, now_);
  client_->cta_done(unit_, launch, now_ + 1);
}

void Sm::issue(core::Cycle now) {
  issued_ = 0;
  if (now >= look_) look_for_starving(now);
  WarpSet can = issuable();
  if (can == 0) return;
  // Schedulers share the LSU's queue. The first one changes each cycle; otherwise the last ones
  // would starve when the queue has a single place.
  unsigned s = static_cast<unsigned>(now - turns_from_) % schedulers_;
  unsigned instructions = 0;
  for (unsigned n = 0; n < schedulers_; ++n, s = s + 1 == schedulers_ ? 0 : s + 1) {
    const WarpSet mine = can & owned_[s];
    if (mine == 0) continue;
    const unsigned slot = choose(mine, s);
    greedy_[s] = one_warp(slot);
    issued_ |= 1u << s;
    ++instructions;
    shares_[s].take_slot(now);
    execute(slot, now);
    if (!lsu_.room()) can &= ~memory_next_;
  }
  if (issued_ == 0) return;
  ++stats_.issue_cycles;
  stats_.warp_instructions += instructions;
}

/// Chooses the warp to issue from `mine`, which is not empty.
unsigned Sm::choose(WarpSet mine, unsigned scheduler) const {
  if ((mine & starving_) != 0) return ages_.oldest(mine & starving_);
  return (mine & greedy_[scheduler]) != 0 ? lowest_warp(greedy_[scheduler]) : ages_.oldest(mine);
}

void Sm::look_for_starving(core::Cycle now) {
  starving_ = passed_over_ & ready_;
  passed_over_ = ready_;
  look_ = now + params_.patience;
}

void Sm::execute(unsigned slot, core::Cycle now) {
  Warp& warp = warps_[slot];
  const model::WarpInstruction& instruction = *warp.next++;
  __builtin_prefetch(&instruction + 4);  // a warp's code is read once, line after line
  // Each kind of instruction decides when the warp is ready again.
  ready_ &= ~one_warp(slot);
  passed_over_ &= ~one_warp(slot);
  starving_ &= ~one_warp(slot);
  switch (instruction.op) {
    case model::WarpOp::kCompute:
      compute(slot, instruction, now);
      break;
    case model::WarpOp::kAwait:
      await(slot, now);
      break;
    case model::WarpOp::kFence:
      fence(slot, instruction.scope);
      break;
    case model::WarpOp::kBarrier:
      barrier(slot);
      break;
    case model::WarpOp::kStream:
      stream(slot, instruction, now);
      break;
    default:
      to_memory(slot, instruction);
  }
  decode(slot);
}

void Sm::compute(unsigned slot, const model::WarpInstruction& instruction, core::Cycle now) {
  if (instruction.interval != 0) {
    arithmetic_ |= one_warp(slot);
    shares_[slot % schedulers_].begin(slot, instruction.cycles, instruction.interval, now);
  } else if (instruction.cycles <= 1) {
    next_ |= one_warp(slot);
  } else {
    timers_.set(slot, now + instruction.cycles, now);
  }
}

/// Ends the arithmetic that is done by cycle `now`, and returns its warps.
WarpSet Sm::computed(core::Cycle now) {
  WarpSet done = 0;
  for (unsigned s = 0; s < schedulers_; ++s) done |= shares_[s].due(now);
  arithmetic_ &= ~done;
  return done;
}

void Sm::to_memory(unsigned slot, const model::WarpInstruction& instruction) {
  Warp& warp = warps_[slot];
  const unsigned lines = lsu_.push(warp.program, instruction, slot, warp.cta);
  const bool load = instruction.op == model::WarpOp::kLoad;
  if (load && !instruction.waits) {
    next_ |= one_warp(slot);
    return;
  }
  if (load || (instruction.op == model::WarpOp::kAtomic && instruction.returns)) {
    loading_ |= one_warp(slot);
    return;
  }
  // Counted twice: a fence waits for the warp's own stores. The CTA is done when the stores of all
  // its warps are visible, including ended warps whose slot now holds another CTA's warp.
  warp.stores += lines;
  ctas_[warp.cta].stores += lines;
  next_ |= one_warp(slot);
}

void Sm::stream(unsigned slot, const model::WarpInstruction& instruction, core::Cycle now) {
  const model::StreamSlice& slice = warps_[slot].program.streams[instruction.gather];
  StreamRequest& request = streams_[slot];
  request.read = slice.read;
  request.write = slice.write;
  request.read_bytes = slice.read_bytes;
  request.write_bytes = slice.write_bytes;
  request.window =
      static_cast<std::uint16_t>(std::clamp(slice.window / kLineBytes, 1u, params_.mshrs.get()));
  request.sm = static_cast<std::uint16_t>(lsu_.number());
  request.tag = slot;
  loading_ |= one_warp(slot);
  streaming_ |= one_warp(slot);
  memory_.stream(request, now);
}

void Sm::await(unsigned slot, core::Cycle now) {
  if (lsu_.has_data(slot, now)) {
    next_ |= one_warp(slot);
    return;
  }
  loading_ |= one_warp(slot);
  lsu_.await(slot);
}

void Sm::fence(unsigned slot, model::MemoryScope scope) {
  const WarpSet bit = one_warp(slot);
  const bool visible = warps_[slot].stores == 0;
  const bool releases = release_ != nullptr && scope == model::MemoryScope::kSystem;
  if (visible && !releases) {
    next_ |= bit;
    return;
  }
  fenced_ |= bit;
  if (releases) system_ |= bit;
  if (visible) stores_visible(slot);
}

/// Continues or releases a warp at a fence when its last store is visible.
void Sm::stores_visible(unsigned slot) {
  const WarpSet bit = one_warp(slot);
  // A release of system scope begins when the stores are visible here, because the data for the
  // others is read from this GPU's memory.
  if ((system_ & bit) == 0) {
    fenced_ &= ~bit;
    ready_ |= bit;
    return;
  }
  system_ &= ~bit;
  releasing_ |= bit;
  release_->release(*this, slot, now_);
}

void Sm::barrier(unsigned slot) {
  ResidentCta& cta = ctas_[warps_[slot].cta];
  cta.at_barrier |= one_warp(slot);
  at_barrier_ |= one_warp(slot);
  if (cta.at_barrier == cta.live) release(cta);
}

void Sm::release(ResidentCta& cta) {
  next_ |= cta.at_barrier;
  cta.at_barrier = 0;
}

void Sm::account(core::Cycle now) {
  const core::Cycle span = now - accounted_;
  accounted_ = now;
  if (resident_ == 0) return;
  stats_.active_cycles += span;
  // No scheduler stalled, so cause_ is not read; sleep() has left it out of date.
  if (span == 1 && issued_ + 1 == 1u << schedulers_) return;
  for (unsigned s = 0; s < schedulers_; ++s) stats_.stall(cause_[s]) += span - (issued_ >> s & 1u);
}

void Sm::find_causes() {
  const WarpSet waiting = (ready_ & memory_next_) | loading_ | fenced_ | at_barrier_;
  for (unsigned s = 0; s < schedulers_; ++s) {
    const WarpSet mine = resident_ & owned_[s];
    cause_[s] = mine == 0               ? IssueStall::kNoWarp
                : (mine & waiting) == 0 ? IssueStall::kCompute
                                        : cause(mine);
  }
}

/// Returns the stall cause of a scheduler with the warps `mine`, some of which wait.
IssueStall Sm::cause(WarpSet mine) const {
  if ((mine & ready_ & memory_next_) != 0) return IssueStall::kLsuFull;
  if ((mine & loading_) != 0) return IssueStall::kMemory;
  if ((mine & fenced_) != 0) return IssueStall::kFence;
  return IssueStall::kBarrier;
}

core::Cycle Sm::first_end() const {
  core::Cycle at = core::kNoCycle;
  for (unsigned s = 0; arithmetic_ != 0 && s < schedulers_; ++s)
    at = std::min(at, shares_[s].earliest());
  return at;
}

void Sm::sleep(core::Cycle now) {
  core::Cycle at = now + 1;
  // A ready warp that finds the LSU full is no reason for a call in each cycle: the LSU is blocked,
  // and the event that unblocks it wakes the SM.
  if (next_ == 0 && issuable() == 0 && !lsu_.ready()) at = next_date();
  if (!arrivals_.empty()) at = std::min(at, arrivals_.front().at);
  if (at != core::kNoCycle) clock_.wake(at);
  if (at == now + 1 && issued_ + 1 == 1u << schedulers_) return;  // nobody reads the causes
  find_causes();
}

void Sm::show_warps() {
  if (!resident_probe_.on()) return;
  resident_probe_.set(clock_.ticks(now_),
                      static_cast<std::uint64_t>(__builtin_popcountll(resident_)));
}

}  // namespace gf::hw::gpu
