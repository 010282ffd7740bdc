// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "core/stats/stats.h"

namespace gf::hw::gpu {

/// Why a scheduler issued nothing in a cycle.
enum class IssueStall : std::uint8_t {
  kLsuFull,  ///< A warp could issue, but the LSU's queue was full.
  kMemory,   ///< A warp waits for a load or a returning atomic.
  kFence,    ///< A warp waits until its stores are visible.
  kBarrier,  ///< A warp waits for others of its CTA.
  kCompute,  ///< All its warps compute.
  kNoWarp,   ///< It has no warp, though the SM has some.
};
inline constexpr std::size_t kIssueStalls = 6;

/// Statistics of an SM. In scheduler cycles, warp_instructions + all stalls = schedulers x
/// active_cycles. Cycles that an SM sleeps through are counted at its next call.
struct SmStats : core::StatGroup {
  explicit SmStats(const sc_core::sc_object& owner) : StatGroup(owner) {}

  [[nodiscard]] core::Counter& stall(IssueStall cause) {
    return *stalls_[static_cast<std::size_t>(cause)];
  }

  core::Counter warp_instructions{*this, "warp_instructions", core::Unit::kCount,
                                  "warp instructions issued"};
  core::Counter ctas{*this, "ctas", core::Unit::kCount, "CTAs started"};
  core::Counter active_cycles{*this, "active_cycles", core::Unit::kCount,
                              "cycles with a resident warp"};
  core::Counter issue_cycles{*this, "issue_cycles", core::Unit::kCount,
                             "cycles in which at least one instruction was issued"};
  core::Counter stall_lsu_full{
      *this, "stall.lsu_full", core::Unit::kCount,
      "scheduler cycles in which a memory instruction found the LSU's queue full"};
  core::Counter stall_memory{*this, "stall.memory", core::Unit::kCount,
                             "scheduler cycles with no ready warp and one waiting for data"};
  core::Counter stall_fence{*this, "stall.fence", core::Unit::kCount,
                            "scheduler cycles with no ready warp and one waiting at a fence"};
  core::Counter stall_barrier{*this, "stall.barrier", core::Unit::kCount,
                              "scheduler cycles with no ready warp and one waiting at a barrier"};
  core::Counter stall_compute{*this, "stall.compute", core::Unit::kCount,
                              "scheduler cycles in which all warps compute"};
  core::Counter stall_no_warp{*this, "stall.no_warp", core::Unit::kCount,
                              "scheduler cycles with no warp while the SM has some"};

 private:
  std::array<core::Counter*, kIssueStalls> stalls_{&stall_lsu_full, &stall_memory,  &stall_fence,
                                                   &stall_barrier,  &stall_compute, &stall_no_warp};
};

/// Statistics of a load/store unit, under <sm>.lsu.
struct LsuStats : core::StatGroup {
  explicit LsuStats(const std::string& path) : StatGroup(path) {}
  core::Counter l1_hits{*this, "l1_hits", core::Unit::kCount,
                        "lines read with all sectors in the cache"};
  core::Counter l1_misses{*this, "l1_misses", core::Unit::kCount,
                          "lines read for which a request fetched sectors"};
  core::Counter l1_merged{*this, "l1_merged", core::Unit::kCount,
                          "lines read whose missing sectors were already on their way"};
  core::Counter l1_bypasses{*this, "l1_bypasses", core::Unit::kCount,
                            "lines read by loads that bypass the L1"};
  core::Counter reads{*this, "reads", core::Unit::kCount, "line requests for reads"};
  core::Counter writes{*this, "writes", core::Unit::kCount, "line requests for writes"};
  core::Counter atomics{*this, "atomics", core::Unit::kCount, "line requests for atomics"};
  core::Counter sectors{*this, "sectors", core::Unit::kCount, "sectors of all line requests"};
  core::Counter wait_mshrs{
      *this, "wait.mshrs", core::Unit::kCount,
      "cycles in which the front line waited for a free MSHR or a place to merge"};
  core::Counter wait_stores{*this, "wait.stores", core::Unit::kCount,
                            "cycles in which the front line waited for a free outstanding write"};
  core::Counter wait_memory{*this, "wait.memory", core::Unit::kCount,
                            "cycles in which the front line waited for room in the memory's queue"};
};

}  // namespace gf::hw::gpu
