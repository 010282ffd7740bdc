// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/busy_parts.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/dram/memory_stats.h"

namespace gf::hw::gpu {

class Crossbar;
class L2Cache;
class MemoryPorts;
class Mmu;

/// Streams of warps: slices of this GPU's memory that are read and written from end to end. A
/// stream goes in steps of at most `stream_step` bytes. A step takes its SM's port of the
/// crossbar, the channels' buses, the slices' ports and the way back to the SM for as long as its
/// lines would. It takes them in bulk, behind their present holders: one or two events a step,
/// none a line.
///
/// Timing: a step begins when the step before it is done, and when the channels are reserved no
/// further ahead than their queues and those of their slices have room for. Streams wait for that
/// in turn. A step is done when its last byte is there. A warp has `window` lines in progress, and
/// a step reads no more than these.
///
/// Order: while streams wait, a port of the crossbar gets one request granted for each request of
/// an SM whose streams wait, as if all had asked (turn()).
///
/// Not modelled: hits in the level 2 cache and evictions from it. Streamed data is read from DRAM
/// and written to it, and other lines stay. Peers' memory, managed pages.
class StreamUnit {
 public:
  StreamUnit(const MemoryParams& params, unsigned sms, unsigned gpu, Mmu& mmu, Crossbar& crossbar,
             MemoryPorts& ports, L2Cache& l2, core::ClockMember& clock, MemoryStats& stats,
             BusyParts& busy);

  /// Begins a stream in cycle `now`, which is being served; it asks in the next cycle.
  void begin(StreamRequest& request, core::Cycle now);
  /// Returns whether step() has something to do in cycle `now`.
  [[nodiscard]] bool due(core::Cycle now) const {
    return !waiting_.empty() || (!later_.empty() && later_.top().at <= now);
  }
  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const;
  [[nodiscard]] bool idle() const { return open_ == 0; }
  [[nodiscard]] bool busy() const { return !idle(); }
  /// Resets the bytes that have passed the level 2 cache and the turns of all ports. Precondition:
  /// idle.
  void renew();

  /// Returns whether the next request of a port of the crossbar may go.
  [[nodiscard]] bool turn(unsigned port) const { return !closed_ || turns_[port] <= round_; }
  void took_turn(unsigned port) {
    if (closed_) turns_[port] = std::max(turns_[port], round_ - 1) + 1;
  }

 private:
  struct Step {
    std::uint64_t read = 0;  ///< Physical.
    std::uint64_t write = 0;
    std::uint32_t read_bytes = 0;
    std::uint32_t write_bytes = 0;
  };
  struct Later {
    core::Cycle at;
    std::uint64_t number;  ///< Within a cycle, the lowest number goes first.
    StreamRequest* request;
    bool operator>(const Later& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };

  void later(StreamRequest& request, core::Cycle at) { later_.push({at, ++numbers_, &request}); }
  void wait(StreamRequest& request);
  void admit(StreamRequest& request, core::Cycle now);
  [[nodiscard]] bool translate(Step& step, unsigned port, core::Cycle now);
  [[nodiscard]] Step next_step(const StreamRequest& request) const;
  [[nodiscard]] core::Cycle reserve(StreamRequest& request, const Step& step, core::Cycle now);
  [[nodiscard]] core::Cycle first_line() const;
  void advance_turns(const Step& step);
  [[nodiscard]] core::Cycle opens() const;

  const MemoryParams& params_;
  const std::uint64_t home_;  ///< Number of the GPU.
  Mmu& mmu_;
  Crossbar& crossbar_;
  MemoryPorts& ports_;
  L2Cache& l2_;
  core::ClockMember& clock_;
  MemoryStats& stats_;
  BusyParts& busy_;
  const core::Ticks ahead_;   ///< Limit of reservations when a step is let in.
  std::uint64_t passed_ = 0;  ///< Bytes of all streams so far.
  unsigned open_ = 0;         ///< Streams in progress.
  Fifo<StreamRequest> waiting_;
  bool closed_ = false;          ///< Streams wait for channels.
  std::vector<unsigned> by_sm_;  ///< Waiting streams of each SM.
  unsigned sms_waiting_ = 0;     ///< SMs with waiting streams.
  double round_ = 0;             ///< Requests granted so far to each SM for its streams.
  std::vector<double> turns_;    ///< The round of each port.
  std::uint64_t numbers_ = 0;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
};

}  // namespace gf::hw::gpu
