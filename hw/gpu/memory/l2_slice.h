// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/dram/dram_channel.h"
#include "hw/gpu/memory/l2_tags.h"
#include "hw/gpu/memory/line_pass_client.h"
#include "hw/gpu/memory/stall.h"
#include "tlm_models/memory/byte_pages.h"

namespace gf::hw::gpu {

class MemoryPorts;

/// One slice of the level 2 cache, on the memory's side: it holds only lines of its own GPU, for
/// all requesters. Write-back, sectored, allocates on reads and writes.
/// Timing: decides on one request a cycle, tag_latency after it came. On a hit, the answer takes
/// the port for bytes / xbar_width cycles and enters the crossbar data_latency later. On a miss,
/// the missing sectors are one DRAM access that begins in the cycle of the decision; answers take
/// the port in the cycle in which the sectors are there. An atomic first holds the atomic unit for
/// bytes / atomic_width cycles, and has a port of its own.
/// Order: first come first served. A request that lacks an MSHR, a way, a place at the channel or
/// the atomic unit holds up those behind it. Requests that wait for sectors of the same line are
/// answered in their order.
/// Writes of whole sectors need no read; other writes read their sectors first. Not modelled:
/// limits on requests that wait for one line, compression, ECC.
class L2Slice {
 public:
  /// Answers leave through `ports`. Decided accesses act on `bytes` and are shown to `watches`.
  L2Slice(const MemoryParams& params, unsigned number, DramChannel& channel, MemoryPorts& ports,
          model::BytePages& bytes, const LinePassClients& watches, const core::ClockMember& clock,
          MemoryStats& stats, MemoryProbes& probes);

  [[nodiscard]] bool room() const { return places_ != 0; }
  /// Takes an access on its way: it is here, with its tags looked up, in cycle `access.at`.
  void comes(Access& access) {
    --places_;
    used_ = true;
    tags_.prefetch(access.index);
    queue_.push(access);
  }
  /// Decides on the first request. Returns true if it has asked its channel for something.
  bool step(core::Cycle now);
  void fill(unsigned mshr, std::uint8_t sectors, core::Cycle now);
  /// Reserves the port for answers of a stream: `cycles` cycles from `from` on, behind what holds
  /// it now. Returns the end of the reservation.
  core::Cycle reserve(core::Cycle from, core::Cycle cycles) {
    return port_free_ = std::max(from, port_free_) + cycles;
  }
  /// Ends the stall, because something may have room again.
  void unblock(core::Cycle now) { stall_.end(now, clock_.period()); }

  /// Drops all lines, without traffic for dirty ones. Does nothing while the slice is at work.
  void renew();

  /// Returns the next cycle with something to do; kNoCycle: idle, or stalled until unblock().
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    if (queue_.empty()) return core::kNoCycle;
    if (stall_.on()) return waits_for_atomic_ ? atomic_free_ : core::kNoCycle;
    return queue_.front().at > now ? queue_.front().at : now + 1;
  }
  [[nodiscard]] bool idle() const { return queue_.empty() && misses_ == 0; }
  [[nodiscard]] bool waits() const { return !queue_.empty(); }
  [[nodiscard]] bool stalled() const { return stall_.on(); }
  [[nodiscard]] unsigned misses() const { return misses_; }

 private:
  struct Mshr {
    std::uint32_t line = 0;
    Fifo<Access> waiting;
  };
  /// The needs of a request, found before it changes anything.
  struct Plan {
    std::uint32_t line = L2Tags::kNone;  ///< Its own line, or the one to replace.
    L2Tags::Line* state = nullptr;       ///< State of that line.
    bool found = false;
    std::uint8_t missing = 0;  ///< Sectors that it must wait for.
    std::uint8_t fetch = 0;    ///< Missing sectors not requested yet.
    bool evicts = false;       ///< The line to replace has dirty sectors.
  };
  // Each request passes these, so they are inline in step().
  [[nodiscard]] inline Plan plan(const Access& access);
  [[nodiscard]] inline core::Duration* obstacle(const Access& access, const Plan& plan,
                                                core::Cycle now);
  inline bool act(Access& access, const Plan& plan, core::Cycle now);
  inline void evict(const Plan& plan, std::uint32_t index, core::Cycle now);
  inline void fetch(const Plan& plan, std::uint32_t index, core::Cycle now);
  inline void count(const Access& access, const Plan& plan);
  void move_bytes(const Access& access);
  void show(const Access& access, core::Cycle now) const;
  inline void complete(Access& access, L2Tags::Line& line, core::Cycle now);
  void complete_atomic(Access& access, L2Tags::Line& line, core::Cycle now);

  const MemoryParams& params_;
  const unsigned number_;
  DramChannel& channel_;
  MemoryPorts& ports_;
  model::BytePages& bytes_;
  const LinePassClients& watches_;
  const core::ClockMember& clock_;
  MemoryStats& stats_;
  MemoryProbes& probes_;
  L2Tags tags_;
  bool used_ = false;  ///< An access has come since the tags were made.
  Fifo<Access> queue_;
  unsigned places_;
  Stall stall_;
  bool waits_for_atomic_ = false;  ///< The stall is for the atomic unit.
  std::vector<Mshr> mshrs_;
  std::vector<std::uint16_t> free_mshrs_;
  unsigned misses_ = 0;  ///< MSHRs taken.
  core::Cycle port_free_ = 0;
  core::Cycle atomic_free_ = 0;
};

}  // namespace gf::hw::gpu
