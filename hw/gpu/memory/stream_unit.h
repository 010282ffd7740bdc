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
/// stream goes in steps of at most `stream_step` bytes. A step takes its SM's port of the crossbar,
/// the channels' buses, the slices' ports and the way back to the SM for as long as its lines
/// would, in bulk and behind what has them already: an event or two a step, none a line.
/// Timing: a step begins when the one before is done, and when the channels are reserved no further
/// ahead than their queues and those of their slices have room for; streams wait for that in
/// turn. It is done when its last byte is there, and not before its rounds have passed: a warp has
/// `window` lines under way, and a step reads no more than these.
/// Order: while streams wait, a port of the crossbar has one request granted for each that an SM
/// whose streams wait is, as if all had asked (`turn()`).
/// Not modelled: hits in the level 2 cache and what would have to leave it: what is streamed is
/// read from DRAM and written to it, and other lines stay. Peers' memory, managed pages.
class StreamUnit {
 public:
  StreamUnit(const MemoryParams& params, unsigned sms, unsigned gpu, Mmu& mmu, Crossbar& crossbar,
             MemoryPorts& ports, L2Cache& l2, core::ClockMember& clock, MemoryStats& stats,
             BusyParts& busy);

  /// In cycle `now`, which is served; it asks in the next one.
  void begin(StreamRequest& request, core::Cycle now);
  /// Whether step() has something to do in cycle `now`.
  [[nodiscard]] bool due(core::Cycle now) const {
    return !waiting_.empty() || (!later_.empty() && later_.top().at <= now);
  }
  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const;
  [[nodiscard]] bool idle() const { return open_ == 0; }
  [[nodiscard]] bool busy() const { return !idle(); }
  /// Nothing has passed the level 2 cache, and all ports have had the same turns. Precondition:
  /// idle.
  void renew();

  /// Whether the next request of a port of the crossbar may go.
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
    std::uint64_t number;  ///< Of two of one cycle the one that came first goes first.
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
  const core::Ticks ahead_;   ///< That channels are reserved at most when a step is let in.
  std::uint64_t passed_ = 0;  ///< Bytes of all streams.
  unsigned open_ = 0;         ///< Streams under way.
  Fifo<StreamRequest> waiting_;
  bool closed_ = false;          ///< Streams wait for channels.
  std::vector<unsigned> by_sm_;  ///< Streams that wait.
  unsigned sms_waiting_ = 0;     ///< SMs that have one.
  double round_ = 0;             ///< Requests that each SM has been granted for its streams.
  std::vector<double> turns_;    ///< By port: which round it is in.
  std::uint64_t numbers_ = 0;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
};

}  // namespace gf::hw::gpu
