// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/stats/stats.h"
#include "core/time/clock_domain.h"
#include "core/time/quiescence.h"
#include "core/time/renewable.h"
#include "core/trace/probe.h"
#include "hw/gpu/dispatch/dispatch_params.h"
#include "hw/gpu/dispatch/kernel_client.h"
#include "hw/gpu/dispatch/kernel_run.h"
#include "hw/gpu/dispatch/launch_gate_if.h"
#include "hw/gpu/sm/sm.h"

namespace gf::hw::gpu {

/// Runs the kernels of a workload on the GPUs of a node.
///
/// Timing: a kernel starts launch_latency cycles after its launch. A stream's first kernel is
/// launched by run(), each further one when the kernel before it has ended. A launch also waits for
/// the end of all kernels that the kernel waits for, and for the gate, if there is one. From the
/// cycle in which a kernel starts, each GPU hands out ctas_per_cycle CTAs a cycle; they are on
/// their SM in the next cycle. The dispatcher learns in the next cycle which places an SM has
/// freed. A kernel has ended when all its CTAs have ended and their stores are visible: a kernel
/// that starts in cycle s with one warp that computes n cycles ends in s + n + 2. A due kernel
/// waits until each GPU that it runs on has fewer than `grids` kernels, and starts in the cycle in
/// which the end of one is known. Then kernels of streams start before kernels launched by kernels,
/// each group in launch order.
///
/// Order: the kernels of a stream run one after the other. Among kernels with CTAs left, the
/// highest priority goes first, then the earliest start; if it finds no room, the next one is
/// tried. CTAs go out by number, each to the next SM in turn that has room: places for warps and
/// CTAs, registers, and ctas_per_sm of its kernel. A kernel that starts invalidates the L1s of its
/// GPUs before its first CTA. On each of them it counts towards `grids` until all of it has ended.
///
/// Livelock: if kernels that spin hold all places of a GPU, no place becomes free any more and
/// the run ends as a livelock. The same happens if a kernel is due and all kernels that a GPU may
/// have are spinning.
///
/// Not modelled: the time of an event between streams, preemption.
class Dispatcher final : public sc_core::sc_module,
                         public core::Quiescent,
                         private core::Renewable,
                         private core::Clocked,
                         private CtaClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter kernels{*this, "kernels", core::Unit::kCount, "kernels ended"};
    core::Counter ctas{*this, "ctas", core::Unit::kCount, "CTAs handed to SMs"};
    core::Counter kernel_cycles{*this, "kernel_cycles", core::Unit::kCount,
                                "cycles from start to end, summed over all kernels"};
    core::Counter grid_waits{
        *this, "wait.grids", core::Unit::kCount,
        "cycles that due kernels waited because their GPUs already ran `grids` kernels"};
  };

  /// `gpus` has the SMs of each GPU, all on `clock`.
  Dispatcher(const sc_core::sc_module_name& name, const DispatchParams& params,
             core::ClockDomain& clock, const std::vector<std::vector<Sm*>>& gpus);

  void add_client(KernelClient& client) { clients_.push_back(&client); }
  /// Sets the gate that is asked before each kernel of a workload is launched. Call it before
  /// the first run().
  void set_gate(LaunchGateIf& gate) { gate_ = &gate; }
  /// Launches kernel `index`, which the gate has held back, in the next cycle.
  void pass(unsigned index);
  /// Launches the kernels of `workload`, which must outlive the run. The last workload must be
  /// finished; a client calls this in the cycle after its end at the earliest. Throws UserError if
  /// a kernel does not fit the node.
  void run(const model::Workload& workload);

  /// Launches a kernel outside all streams, for a running kernel or for the host while one runs.
  /// It starts in cycle `at`, which must be in the future. Returns its index, which follows those
  /// of the workload and of earlier launches. Call it only while not finished(). `kernel` must
  /// outlive its run.
  unsigned launch(const model::Kernel& kernel, core::Cycle at);

  /// Returns the cycles from a launch by the host to the kernel's start.
  [[nodiscard]] core::Cycle launch_latency() const { return params_.launch_latency; }
  [[nodiscard]] bool finished() const { return to_end_ == 0; }
  /// Results of the kernels that have ended, in the order of their ends.
  [[nodiscard]] const std::vector<KernelResult>& results() const { return results_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] std::uint64_t ctas_ended() const { return ctas_ended_; }
  [[nodiscard]] bool idle() const override { return finished(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Unit {
    Sm* sm = nullptr;
    unsigned gpu = 0;
    unsigned warps = 0;      ///< Free warp places.
    unsigned ctas = 0;       ///< Free CTA places.
    unsigned registers = 0;  ///< Free registers.
    [[nodiscard]] bool has_room(const CtaNeeds& needs) const {
      return warps >= needs.warps && registers >= needs.registers && ctas > 0;
    }
  };
  struct Gpu {
    unsigned first = 0;  ///< Its first unit.
    unsigned units = 0;
    unsigned turn = 0;             ///< Unit to try first.
    unsigned kernels = 0;          ///< Kernels running here, up to params_.grids.
    bool stuck = false;            ///< The last search found no room.
    std::vector<unsigned> active;  ///< Runs with CTAs left for this GPU, by start.
  };
  struct Stream {
    unsigned number = 0;
    std::vector<unsigned> kernels;
    std::size_t next = 0;
    core::Cycle due = core::kNoCycle;  ///< Start of kernels[next].
  };
  struct Event {
    CtaLaunch launch;
    unsigned unit = 0;
    core::Cycle at = 0;
    bool done = false;
  };

  void cycle(core::Cycle now) override;
  void renew() override;  ///< Restarts at the first SM of each GPU.
  void cta_left(unsigned unit, const CtaLaunch& launch, core::Cycle at) override;
  void cta_done(unsigned unit, const CtaLaunch& launch, core::Cycle at) override;

  struct Child {
    unsigned run = 0;
    core::Cycle due = 0;
  };
  [[nodiscard]] bool in_stream(unsigned run) const { return run < launched_by_host_; }
  /// Returns whether `kernel` has CTAs for GPU `gpu`.
  [[nodiscard]] bool runs_on(const model::Kernel& kernel, std::size_t gpu) const;
  /// Returns whether each GPU that the run uses may have one more kernel.
  [[nodiscard]] bool may_start(unsigned run) const;
  void start_streams(core::Cycle now);
  void start_children(core::Cycle now);
  void launch_passed(core::Cycle now);

  void check(const model::Workload& workload) const;
  void check(const model::Kernel& kernel, const std::string& path) const;
  Stream& stream(unsigned number);
  /// Launches the next kernel of `stream`, unless it still waits for others.
  void launch_next(Stream& stream, core::Cycle now);
  [[nodiscard]] bool passes_gate(KernelRun& run, core::Cycle now);
  void release_waiters(const KernelRun& ended, core::Cycle now);
  void take(const Event& event, core::Cycle now);
  void start(unsigned run, core::Cycle now);
  void start_on(unsigned run, Gpu& gpu, core::Cycle now);
  void end(unsigned run, core::Cycle now);
  void report(const KernelRun& run) const;
  void report_start(const KernelRun& run, core::Cycle now) const;
  /// This dispatcher's identity in the kernel journal; SMs know it as a CtaClient.
  [[nodiscard]] const CtaClient* as_client() const { return this; }
  void hand_out(Gpu& gpu, core::Cycle now);
  bool hand_out_one(Gpu& gpu, core::Cycle now);
  [[nodiscard]] unsigned find_unit(const Gpu& gpu, const KernelRun& run) const;
  [[nodiscard]] unsigned resident(const Gpu& gpu, const KernelRun& run) const;
  void check_spinning(const Gpu& gpu) const;
  void check_spinning_grids(unsigned run) const;
  void give(unsigned unit, unsigned run, core::Cycle now);
  void sleep(core::Cycle now);
  void show(core::Cycle now);

  static constexpr unsigned kNone = ~0u;
  const DispatchParams params_;
  core::ClockMember clock_;
  std::vector<Unit> units_;
  std::vector<Gpu> gpus_;
  std::vector<Stream> streams_;
  std::deque<KernelRun> runs_;     ///< By index: first the workload's, then those of launch().
  unsigned launched_by_host_ = 0;  ///< Number of runs_ that run in streams.
  std::vector<Child> children_;    ///< Kernels of launch() that have not started.
  LaunchGateIf* gate_ = nullptr;
  std::vector<Child> passed_;      ///< Passed by the gate but not launched; due: their launch.
  std::vector<unsigned> running_;  ///< Runs, by start.
  std::size_t to_end_ = 0;         ///< Kernels that have not ended.
  std::uint64_t ctas_ended_ = 0;   ///< All CTAs that have ended, including their stores.
  core::Ring<Event> events_;
  std::vector<KernelClient*> clients_;
  std::vector<KernelResult> results_;
  Stats stats_;
  core::Probe kernel_probe_;
  core::Probe kernels_probe_;
};

}  // namespace gf::hw::gpu
