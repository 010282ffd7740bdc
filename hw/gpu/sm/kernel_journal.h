// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/active.h"
#include "core/text/numbered_names.h"
#include "core/time/clock_domain.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/warp_set.h"
#include "tlm_models/gpu/workload.h"

namespace gf::hw::gpu {

/// Uses of a kernel's time.
enum class KernelTime : std::uint8_t {
  kBehind,   ///< Before its launch: other kernels of its stream, or kernels it waits for.
  kLaunch,   ///< From its launch to its start.
  kHandOut,  ///< An SM has none of its CTAs while CTAs wait to be handed out.
  kIssue,    ///< Warps compute, issue, or could issue.
  kLoad,     ///< Warps wait for data.
  kRoom,     ///< Warps have a memory instruction but the load/store unit is full.
  kFence,    ///< Warps wait at a fence until their stores are visible, or released.
  kBarrier,  ///< Warps wait for others of their CTA.
  kStores,   ///< All warps of its CTAs have ended, but stores are not visible yet.
  kTail,     ///< An SM has none of its CTAs, and none is left to hand out.
};

/// Time of one kind, and its cause.
struct KernelShare {
  KernelTime kind = KernelTime::kIssue;
  LineSource source = LineSource::kNone;  ///< kLoad, kFence, kStores: of the last answer.
  unsigned gpu = 0;                       ///< Source kPeer: the GPU that asked.
  unsigned home = 0;                      ///< Source kPeer: the peer that holds the line.
  std::string behind;                     ///< kBehind: the other kernel.
  core::Ticks ticks = 0;
};

/// History of a kernel from the time when its workload was handed over.
struct KernelHistory {
  static constexpr core::Cycle kNot = core::kNoCycle;
  std::string name;  ///< "spmv", or "spmv #3" if it is the third of that name.
  core::Ticks period = 0;
  core::Cycle requested = 0;
  core::Cycle launched = kNot;
  core::Cycle started = kNot;
  core::Cycle ended = kNot;  ///< kNot: still running.
  unsigned sms = 0;          ///< SMs of the GPUs that it has CTAs for.
  /// Set when the kernel ends; the sum is exactly (ended - requested) * period. Largest first.
  std::vector<KernelShare> shares;
};

/// Records how kernels spend their time, as reported by dispatchers and SMs. As with
/// core::HopJournal there is one at a time, found by active(). Without a journal a model pays only
/// one pointer check.
///
/// From a kernel's start to its end, each cycle is divided equally among the SMs that may have
/// CTAs of it. An SM's part is divided equally among the kernel's warps there, by the activity of
/// each warp in that cycle. While the SM has none of its CTAs, its part is kHandOut or kTail;
/// while its CTAs have no warps left, it is kStores. A wait for several lines is attributed to the
/// line that came last.
class KernelJournal : public core::Active<KernelJournal> {
 public:
  [[nodiscard]] const std::deque<KernelHistory>& kernels() const { return histories_; }

  // Called by a dispatcher, which numbers its runs.
  struct Unit {
    const void* sm = nullptr;
    unsigned gpu = 0;
  };
  void requested(const void* dispatcher, unsigned run, const model::Kernel& kernel, core::Cycle at,
                 core::Ticks period);
  void launched(const void* dispatcher, unsigned run, core::Cycle at);
  void started(const void* dispatcher, unsigned run, core::Cycle at,
               const std::vector<Unit>& units);
  /// The last CTA for `gpu` is on its way to its SM and arrives in cycle `at`.
  void handed_out(const void* dispatcher, unsigned run, unsigned gpu, core::Cycle at);
  void ended(const void* dispatcher, unsigned run, core::Cycle at);

  // Called by an SM, in the order of time; `dispatcher` and `run` are those of its CTAs' launches.
  void cta_arrived(const void* sm, const void* dispatcher, unsigned run, core::Cycle now);
  void cta_left(const void* sm, const void* dispatcher, unsigned run, core::Cycle now);
  struct Warp {
    unsigned slot = 0;
    unsigned run = 0;
    KernelTime does = KernelTime::kIssue;
  };
  /// All resident warps of the SM have done this from the last call up to `now`.
  void warps_did(const void* sm, core::Cycle now, const std::vector<Warp>& warps);
  /// The data that the warp waits for at a load or fence has come from this source; the warp goes
  /// on in cycle `until`.
  void data_arrived(const void* sm, unsigned slot, LineSource source, unsigned home,
                    core::Cycle now, core::Cycle until);
  /// A store of a CTA of the run is visible at this source.
  void stored(const void* sm, unsigned run, LineSource source, unsigned home);

 private:
  struct Use {
    KernelTime kind = KernelTime::kIssue;
    LineSource source = LineSource::kNone;
    unsigned gpu = 0;
    unsigned home = 0;
    bool operator<(const Use& other) const;
  };
  static Use wait_for(KernelTime kind, LineSource source, unsigned gpu, unsigned home);
  using Weights = std::map<Use, double>;  ///< In SM cycles.
  struct Run {
    unsigned stream = 0;
    std::vector<unsigned> waits;
    KernelHistory* history = nullptr;
    Weights weights;
    std::vector<Unit> units;
    std::map<unsigned, core::Cycle> handed_out;  ///< By GPU.
    std::vector<KernelShare> before;             ///< Shares of the time before its start.
  };
  /// A kernel's presence on an SM.
  struct Presence {
    unsigned ctas = 0;
    core::Cycle since = 0;  ///< Start of the time without CTAs.
    double stores = 0;      ///< SM cycles without warps in which stores were still to come.
    LineSource source = LineSource::kNone;
    unsigned home = 0;
  };
  /// A waiting warp: how long it has waited so far, and whose answer ends the wait, once
  /// that is known.
  struct Waiting {
    unsigned run = 0;
    KernelTime kind = KernelTime::kLoad;
    double weight = 0;
    core::Cycle known_until = 0;
    LineSource source = LineSource::kNone;
    unsigned home = 0;
  };
  struct Sm {
    const void* dispatcher = nullptr;
    unsigned gpu = 0;
    core::Cycle settled = 0;
    std::map<unsigned, Presence> present;  ///< By run.
    std::array<Waiting, kMostWarps> waiting;
  };
  Run& run_of(const void* dispatcher, unsigned run) { return runs_.at({dispatcher, run}); }
  void wait(Sm& sm, const Warp& warp, core::Cycle from, core::Cycle until, double share);
  void settle_wait(Sm& sm, Waiting& waiting);
  void divide(Run& run, core::Cycle ended);

  std::map<std::pair<const void*, unsigned>, Run> runs_;
  std::map<const void*, Sm> sms_;
  core::NumberedNames names_;
  std::deque<KernelHistory> histories_;
};

}  // namespace gf::hw::gpu
