// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/time/clock_domain.h"
#include "core/time/cycle_timers.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/trace/probe.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/cta_client.h"
#include "hw/gpu/sm/cta_slot_client.h"
#include "hw/gpu/sm/cta_table.h"
#include "hw/gpu/sm/kernel_journal.h"
#include "hw/gpu/sm/load_store_unit.h"
#include "hw/gpu/sm/release_if.h"
#include "hw/gpu/sm/slot_sharing.h"
#include "hw/gpu/sm/sm_params.h"
#include "hw/gpu/sm/sm_stats.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

/// Streaming multiprocessor: runs the warp programs of the CTAs that it is given.
///
/// Timing: a CTA that arrives in cycle t issues from t on. A scheduler issues one instruction a
/// cycle. If a warp issues one in cycle t, its next one may issue in
///   t + n             computes n cycles; later if it takes issue slots (`interval`) that other
///                     warps of its scheduler want too: see SlotSharing
///   t + hit_latency   a load of one line that hits. With more lines, later by the cycles that
///                     its last line waited for its look-up; the first is looked up in t + 1
///   T                 a load that misses, or an atomic that returns: line_done() of its last line
///   t + 1             a load that does not wait
///   max(t + 1, T)     kAwait: T when the last line of all loads of the warp is there
///   t + 1             a store, or an atomic that returns nothing
///   T                 a stream: stream_done()
///   max(t + 1, T)     a fence: T when the warp's last store is visible; with system scope and
///                     release_by(), the cycle given to released()
///   T + 1             a barrier: T when the last warp of the CTA issues it, or ends
///
/// A warp ends when its next instruction could issue but there is none, and its program has no more
/// for it (KernelProgramIf::more(), which takes no time). Its CTA leaves with the last warp, and is
/// done when its stores are visible too. An SM whose warps all wait is not called.
///
/// Order: a scheduler stays with the warp that it issued last, else takes the oldest ready one
/// (greedy then oldest; CTAs by arrival, warps by number). But a warp that has been ready for
/// `patience` to twice as many cycles goes first. If the LSU's queue has less room than the
/// schedulers want, the first scheduler rotates with the cycle. Stores of a warp may become visible
/// in any order; both fence scopes wait until the memory has called line_done() for each.
///
/// Not modelled: operand dependencies other than loads, instruction fetch, register banks, shared
/// memory conflicts, divergence beyond the lane mask, L1 coherence other than at kernel starts.
class Sm final : public sc_core::sc_module,
                 public core::Quiescent,
                 public LineClient,
                 private core::Clocked,
                 private core::Renewable {
 public:
  /// `number` identifies the SM in requests to its memory. `memory_path` is used in reports.
  Sm(const sc_core::sc_module_name& name, unsigned number, const SmParams& params,
     core::ClockDomain& clock, MemoryPortIf& memory, std::string memory_path);

  /// Sets the client that is notified of CTAs that leave; it knows this SM as `unit`. Call it once,
  /// before the first start().
  void serve(CtaClient& client, unsigned unit);
  /// Lets `watch` observe CTAs that are done; at most one observer. Call it before the simulation
  /// starts.
  void watch_ctas(CtaSlotClient& watch) { cta_watch_ = &watch; }
  /// Makes fences of system scope end when `release` says so. Without it they end when
  /// stores are visible, as on any GPU. At most one, named `path` in reports. Call it before
  /// the simulation starts.
  void release_by(ReleaseIf& release, std::string path);
  /// Lets the warp continue in cycle `at`, which is later than this one.
  void released(unsigned warp, core::Cycle at);
  /// Starts a CTA that arrives in cycle `at`, not in this one. Precondition: there is room
  /// for it then.
  void start(const CtaLaunch& launch, core::Cycle at);
  /// From cycle `at` on, no look-up finds the lines that the L1 holds or that are on their
  /// way to it.
  void invalidate_l1(core::Cycle at);

  void line_done(LineRequest& request, core::Cycle now) override;
  void line_room(core::Cycle now) override;
  void stream_done(StreamRequest& request, core::Cycle now) override;

  [[nodiscard]] unsigned cta_slots() const { return ctas_.size(); }  ///< LineRequest::cta is less.
  [[nodiscard]] const SmParams& params() const { return params_; }
  [[nodiscard]] const SmStats& stats() const { return stats_; }
  [[nodiscard]] const LsuStats& lsu_stats() const { return lsu_.stats(); }
  [[nodiscard]] const core::ClockPart& clock() const { return clock_.domain(); }
  [[nodiscard]] bool idle() const override;  ///< No CTA, nothing outstanding.
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Warp {
    const model::WarpInstruction* next = nullptr;
    const model::WarpInstruction* end = nullptr;
    std::uint32_t stores = 0;  ///< Lines issued but not visible yet.
    std::uint32_t cta = 0;     ///< Number in ctas_.
    std::uint32_t number = 0;  ///< Number in its CTA.
    model::WarpProgram program;
  };
  struct Arrival {
    CtaLaunch launch;  ///< Without a kernel: invalidates the L1.
    core::Cycle at = 0;
  };

  void cycle(core::Cycle now) override;
  void renew() override;  ///< Puts the first scheduler first and forgets passed-over warps.

  friend class LoadStoreUnit;  // part of the SM, which calls:
  /// The data of all loads of the warp is there in cycle `at`, which is this one or later. It
  /// continues then if it waits for them.
  void loaded(unsigned warp, core::Cycle at, LineSource source, unsigned home);
  /// One line of a store or of an atomic that returns nothing is visible.
  void stored(unsigned warp, unsigned cta, const LineRequest& line);
  /// Each of these reports to the kernel journal, if there is one: the activity of the warps up to
  /// cycle `now`; what has ended a warp's wait, which goes on in cycle `at`; a visible store.
  void report(core::Cycle now) const {
    if (KernelJournal::active() != nullptr) report_warps(now);
  }
  inline void report_data(unsigned warp, LineSource source, unsigned home, core::Cycle now,
                          core::Cycle at) const;
  inline void report_store(unsigned warp, const ResidentCta& owner, const LineRequest& line) const;
  void report_warps(core::Cycle now) const;
  [[nodiscard]] KernelTime does(unsigned warp) const;

  void arrive(core::Cycle now);
  void admit(const CtaLaunch& launch);
  void load_program(unsigned slot, unsigned cta, unsigned number);
  void begin_program(unsigned slot);
  void end_warps(WarpSet finished);
  bool goes_on(unsigned slot);
  void end_warp(unsigned slot);
  void finish(unsigned cta);

  void issue(core::Cycle now);
  void execute(unsigned slot, core::Cycle now);
  void look_for_starving(core::Cycle now);
  [[nodiscard]] unsigned choose(WarpSet mine, unsigned scheduler) const;
  void compute(unsigned slot, const model::WarpInstruction& instruction, core::Cycle now);
  [[nodiscard]] WarpSet computed(core::Cycle now);
  void to_memory(unsigned slot, const model::WarpInstruction& instruction);
  void stream(unsigned slot, const model::WarpInstruction& instruction, core::Cycle now);
  void await(unsigned slot, core::Cycle now);
  void fence(unsigned slot, model::MemoryScope scope);
  void stores_visible(unsigned slot);
  void barrier(unsigned slot);
  void release(ResidentCta& cta);
  void decode(unsigned slot);

  void account(core::Cycle now);
  [[nodiscard]] core::Cycle first_end() const;  ///< First end of arithmetic.
  /// Returns the first cycle in which a warp that computes, or whose data has come, is ready.
  [[nodiscard]] core::Cycle next_date() const {
    return std::min(timers_.earliest(), arithmetic_ends_);
  }
  void sleep(core::Cycle now);
  void show_warps();
  void find_causes();
  [[nodiscard]] IssueStall cause(WarpSet mine) const;
  /// Returns the warps that can issue now.
  [[nodiscard]] WarpSet issuable() const { return lsu_.room() ? ready_ : ready_ & ~memory_next_; }

  // Members that each cycle touches, in one place.
  const unsigned schedulers_;
  core::ClockMember clock_;
  core::Cycle now_ = 0;        ///< Cycle of the last call from outside.
  core::Cycle accounted_ = 0;  ///< Cycles before this one are counted.
  WarpSet resident_ = 0;
  WarpSet ready_ = 0;           ///< Their next instruction could issue, or they end.
  WarpSet next_ = 0;            ///< Ready in the next cycle.
  WarpSet finished_ = 0;        ///< No further instruction.
  WarpSet memory_next_ = 0;     ///< The next instruction goes to the LSU.
  WarpSet loading_ = 0;         ///< Wait for data until they are ready.
  WarpSet fenced_ = 0;          ///< Wait at a fence, of any scope.
  WarpSet system_ = 0;          ///< Wait at a fence of system scope that needs released().
  WarpSet releasing_ = 0;       ///< Wait for released(); they are in fenced_ too.
  WarpSet at_barrier_ = 0;      ///< Wait at a barrier until they are ready.
  WarpSet passed_over_ = 0;     ///< Ready at the last check for starving warps, not issued since.
  WarpSet starving_ = 0;        ///< Go first.
  core::Cycle look_ = 0;        ///< Time of the next check.
  core::Cycle turns_from_ = 0;  ///< Cycle in which the first scheduler was first.
  unsigned issued_ = 0;         ///< One bit for each scheduler that issued in the last cycle().
  const WarpSet places_;        ///< All warps that may be resident.
  std::array<WarpSet, kMostSchedulers> owned_{};   ///< Warps of each scheduler.
  std::array<WarpSet, kMostSchedulers> greedy_{};  ///< The warp that each one issued last.
  std::array<IssueStall, kMostSchedulers> cause_{};
  core::Ring<Arrival> arrivals_;
  core::CycleTimers<> timers_;
  WarpSet arithmetic_ = 0;                        ///< Warps with a place in shares_.
  core::Cycle arithmetic_ends_ = core::kNoCycle;  ///< First end among these.
  std::array<SlotSharing, kMostSchedulers> shares_{};
  WarpAges ages_;
  std::vector<Warp> warps_;
  MemoryPortIf& memory_;
  std::vector<StreamRequest> streams_;  ///< By warp.
  WarpSet streaming_ = 0;               ///< Wait for their stream; they are also in loading_.
  SmStats stats_;
  LoadStoreUnit lsu_;
  CtaTable ctas_;
  CtaClient* client_ = nullptr;
  CtaSlotClient* cta_watch_ = nullptr;
  ReleaseIf* release_ = nullptr;
  unsigned unit_ = 0;
  const SmParams params_;
  const std::string memory_path_;
  std::string release_path_;
  core::Probe resident_probe_;
};

}  // namespace gf::hw::gpu
