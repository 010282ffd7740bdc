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

/// Handles the memory instructions of an SM: coalescing, the L1, and outstanding requests below it.
///
/// Timing: an instruction pushed in cycle t has its first line looked up in t + 1 or later,
/// `lsu_lines` lines a cycle. A line that hits is there hit_latency - 1 cycles after its look-up.
/// The request of a miss, a store or an atomic leaves in the cycle of the look-up.
/// Order: lines go in the order of the instructions. A line that cannot go (no MSHR, no free store,
/// no room below) holds up all lines behind it. Answers come in any order.
/// L1: sectored and write-through. Stores allocate nothing and leave the line's sectors in place.
/// Atomics and loads that are not `cached` bypass it. The unit does nothing by itself: its SM calls
/// it when it is ready().
class LoadStoreUnit {
 public:
  /// `number` is the SM's number in requests. `sm` is notified of loaded and stored lines.
  LoadStoreUnit(const std::string& path, unsigned number, const SmParams& params, Sm& sm,
                MemoryPortIf& memory);

  [[nodiscard]] bool room() const { return waiting_ < places_; }
  /// Queues an instruction. Precondition: room(). Returns the number of lines; stored() is
  /// called that many times for stores and for atomics that return nothing. Otherwise loaded() is
  /// called once, when the data of all loads of the warp has arrived.
  unsigned push(const model::WarpProgram& program, const model::WarpInstruction& instruction,
                unsigned warp, unsigned cta);
  void cycle(core::Cycle now);
  /// Returns whether a waiting instruction can move.
  [[nodiscard]] bool ready() const { return waiting_ != 0 && blocked_ == nullptr; }

  void line_done(LineRequest& request, core::Cycle now);
  void line_room(core::Cycle now) { unblock(stats_.wait_memory, now); }
  /// Returns whether the data of all loads of the warp has arrived by cycle `now`.
  [[nodiscard]] bool has_data(unsigned warp, core::Cycle now) const {
    return loads_[warp].open == 0 && loads_[warp].there <= now;
  }
  /// Lets loaded() be called for a warp that begins to wait for earlier loads: now if the time of
  /// their arrival is known, otherwise later.
  void await(unsigned warp);
  /// Makes the lines that are present or on their way invisible to later look-ups.
  void invalidate();

  [[nodiscard]] bool idle() const { return waiting_ == 0 && mshrs_.empty() && stores_.empty(); }
  [[nodiscard]] unsigned number() const { return number_; }  ///< The SM's number in requests.
  [[nodiscard]] const LsuStats& stats() const { return stats_; }
  [[nodiscard]] unsigned waiting() const { return waiting_; }  ///< Waiting instructions.
  [[nodiscard]] unsigned reads_out() const { return mshrs_.used(); }
  [[nodiscard]] unsigned stores_out() const { return stores_.used(); }

 private:
  struct Instruction {
    LineAccesses lines;
    unsigned count = 0;
    unsigned next = 0;  ///< Line to look up next.
    model::WarpOp op = model::WarpOp::kLoad;
    bool cached = true;
    StorePool::Owner owner;
  };
  struct Load {
    core::Cycle there = 0;                  ///< Latest arrival of parts of the warp's loads so far.
    std::uint32_t open = 0;                 ///< Parts that have not arrived.
    LineSource source = LineSource::kNone;  ///< Source of the latest part.
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
  const unsigned places_;  ///< Size of queue_.
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
