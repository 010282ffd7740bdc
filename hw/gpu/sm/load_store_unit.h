// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/coalescer.h"
#include "hw/gpu/sm/l1_tags.h"
#include "hw/gpu/sm/mshr_file.h"
#include "hw/gpu/sm/sm_params.h"
#include "hw/gpu/sm/sm_stats.h"
#include "hw/gpu/sm/store_pool.h"

namespace gf::hw::gpu {

class Sm;

/// Memory instructions of an SM: coalescing, L1, and what is outstanding below it.
/// Timing: an instruction that is pushed in cycle t has its first line looked up in t + 1 or later,
/// `lsu_lines` lines a cycle. A line that hits is there hit_latency - 1 cycles after its look-up;
/// the request of one that misses, of a store or of an atomic leaves in the cycle of the look-up.
/// Order: lines in the order of the instructions; a line that cannot go (no MSHR, no free store, no
/// room below) holds up all behind it. Answers in any order.
/// L1: sectored, write-through, nothing allocated by stores; a store leaves the line's sectors
/// there. Atomics and loads that are not `cached` pass it by. It does nothing by itself: its SM
/// calls it when it is ready().
class LoadStoreUnit {
 public:
  /// `number`: of the SM, for the requests. `sm` is told what is loaded and stored.
  LoadStoreUnit(const std::string& path, unsigned number, const SmParams& params, Sm& sm,
                MemoryPortIf& memory);

  [[nodiscard]] bool room() const { return waiting_ < places_; }
  /// Precondition: room(). Returns the number of lines: stored() is called so many times if the
  /// warp does not wait. A warp that waits has one instruction here at a time.
  unsigned push(const model::WarpProgram& program, const model::WarpInstruction& instruction,
                unsigned warp, unsigned cta);
  void cycle(core::Cycle now);
  /// Something waits that can move.
  [[nodiscard]] bool ready() const { return waiting_ != 0 && blocked_ == nullptr; }

  void line_done(LineRequest& request, core::Cycle now);
  void line_room(core::Cycle now) { unblock(stats_.wait_memory, now); }
  /// What is there, and what is on its way, is not found again.
  void invalidate();

  [[nodiscard]] bool idle() const { return waiting_ == 0 && mshrs_.empty() && stores_.empty(); }
  [[nodiscard]] unsigned number() const { return number_; }  ///< In the requests.
  [[nodiscard]] const LsuStats& stats() const { return stats_; }
  [[nodiscard]] unsigned waiting() const { return waiting_; }  ///< Instructions.
  [[nodiscard]] unsigned reads_out() const { return mshrs_.used(); }
  [[nodiscard]] unsigned stores_out() const { return stores_.used(); }

 private:
  struct Instruction {
    LineAccesses lines;
    unsigned count = 0;
    unsigned next = 0;  ///< Line that is looked up next.
    model::WarpOp op = model::WarpOp::kLoad;
    bool cached = true;
    StorePool::Owner owner;
  };
  struct Load {
    core::Cycle there = 0;                  ///< Latest of the parts that have come.
    std::uint32_t open = 0;                 ///< Parts that have not come.
    LineSource source = LineSource::kNone;  ///< Of the latest.
    std::uint8_t home = 0;
  };

  inline bool look_up(const Instruction& instruction, core::Cycle now);
  bool read(const LineAccess& line, unsigned warp, core::Cycle now);
  bool read_below(const LineAccess& line, unsigned warp, core::Cycle now);
  bool send_read(const LineAccess& line, std::uint8_t sectors, core::Cycle now, bool fresh = false);
  inline bool write(const Instruction& instruction, const LineAccess& line, core::Cycle now);
  inline bool send(LineRequest& request, const LineAccess& line, core::Cycle now);
  void part_there(unsigned warp, core::Cycle at, LineSource source, unsigned home = 0);
  bool block(core::Counter& cause, core::Cycle now);
  void unblock(const core::Counter& cause, core::Cycle now);

  Sm& sm_;
  MemoryPortIf& memory_;
  const unsigned lines_a_cycle_;
  const unsigned hit_latency_;
  const unsigned places_;  ///< In queue_.
  const std::uint16_t number_;
  unsigned first_ = 0;                ///< Place of the oldest instruction in queue_.
  unsigned waiting_ = 0;              ///< Number of instructions in queue_.
  core::Counter* blocked_ = nullptr;  ///< Why the front line cannot go.
  core::Cycle blocked_since_ = 0;
  std::vector<Instruction> queue_;
  std::array<Load, kMostWarps> loads_{};
  L1Tags tags_;
  MshrFile mshrs_;
  StorePool stores_;
  LsuStats stats_;
};

}  // namespace gf::hw::gpu
