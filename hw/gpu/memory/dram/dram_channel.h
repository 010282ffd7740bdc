// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/ring.h"
#include "hw/gpu/memory/dram/address_map.h"
#include "hw/gpu/memory/dram/memory_stats.h"

namespace gf::hw::gpu {

/// Told by a channel.
class DramClient {
 public:
  virtual ~DramClient() = default;
  /// The sectors of a read are there.
  virtual void filled(unsigned slice, unsigned mshr, std::uint8_t sectors, core::Cycle now) = 0;
  virtual void channel_room(unsigned channel, core::Cycle now) = 0;
};

/// One channel of the DRAM: banks with one open row each, and a data bus.
/// Timing: an access whose row is open gets the bus as soon as it is free; else its bank opens the
/// row first (row_open). The bus is held bytes / channel_rate; the last byte is there dram_latency
/// - row_open after the bus was taken, plus that. An access alone, row not open: dram_latency +
/// bytes / channel_rate.
/// Order: first come first served within a bank; over the banks, those whose rows are open take
/// turns. What is reserved has the bus from a date on, behind all that came before it, and what
/// comes later waits until that is over. Cycles in which it is called without need change nothing.
/// Rows stay open. Not modelled: refresh, turning from reads to writes, limits on activations,
/// timings between commands; a write-back is the same as a read without an answer.
class DramChannel {
 public:
  DramChannel(const MemoryParams& params, unsigned number, const AddressMap& map,
              const core::ClockMember& clock, MemoryStats& stats, MemoryProbes& probes,
              DramClient& client);

  struct Request {
    std::uint32_t index = 0;  ///< Line of the slice.
    std::uint16_t mshr = 0;
    std::uint8_t slice = 0;
    std::uint8_t sectors = 0;
    bool write = false;
  };
  [[nodiscard]] unsigned room() const { return room_; }
  void push(const Request& request, core::Cycle now);  ///< Precondition: room.

  /// Lines of a stream in one row, there in cycle `at`, now or later. Returns when their last byte
  /// has had the bus.
  core::Ticks reserve(const Request& first, unsigned lines, core::Cycle at);
  /// Until when the bus is reserved.
  [[nodiscard]] core::Ticks reserved_until() const { return reserved_until_; }

  /// Reads that are there.
  void deliver(core::Cycle now) {
    while (!returning_.empty() && returning_.front().at <= now) {
      const Request request = returning_.front().request;
      returning_.drop();
      client_.filled(request.slice, request.mshr, request.sectors, now);
    }
  }
  /// Everything that begins within the cycle.
  void issue(core::Cycle now) {
    if (waiting_ != 0) issue_waiting(now);
  }
  /// kNoCycle: when something is pushed.
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = returning_.empty() ? core::kNoCycle : returning_.front().at;
    if (waiting_ != 0) at = std::min(at, next_issue() / clock_.period());
    return std::max(at, now + 1);
  }
  [[nodiscard]] bool idle() const { return waiting_ == 0 && returning_.empty(); }
  /// Closes the rows of all banks at which nothing waits.
  void renew() {
    for (Bank& bank : banks_)
      if (bank.queue.empty()) bank.open = ~0u;
  }

 private:
  struct Waiting {
    Request request;
    std::uint32_t row = 0;
    core::Ticks behind = 0;  ///< What was reserved when it came.
  };
  struct Bank {
    core::Ring<Waiting, std::uint16_t> queue;
    std::uint32_t open = ~0u;
    core::Ticks ready = 0;  ///< When the front may take the bus.
  };
  struct Returning {
    core::Cycle at;
    Request request;
  };

  // What each access passes is inline: a call each would be felt.
  void issue_waiting(core::Cycle now);
  /// When the next access can have the bus. Precondition: some wait.
  [[nodiscard]] core::Ticks next_issue() const {
    if (!ready_.empty()) return bus_free_;
    return std::max(banks_[opening_.front()].ready, bus_free_);
  }
  /// Banks whose rows open before it may take the bus.
  inline void open_until(core::Ticks edge);
  inline void look(unsigned bank, core::Ticks from);  ///< At the new front of its queue.
  inline void take_bus(unsigned bank);
  inline void count(const Request& request, unsigned sectors);
  core::Ticks reserve_bus(core::Ticks from, core::Ticks time);

  const unsigned number_;
  const AddressMap& map_;
  const core::ClockMember& clock_;
  MemoryStats& stats_;
  MemoryProbes& probes_;
  DramClient& client_;
  const core::Ticks row_open_;
  const core::Ticks latency_;       ///< From bus taken to first byte there.
  std::vector<core::Ticks> times_;  ///< Of the bus, by number of sectors.
  unsigned room_;
  unsigned waiting_ = 0;
  std::vector<Bank> banks_;
  core::Ring<std::uint16_t> opening_;  ///< Banks, in order of `ready`.
  core::Ring<std::uint16_t> ready_;    ///< Banks.
  core::Ticks bus_free_ = 0;
  core::Ticks reserved_until_ = 0;
  core::Ring<Returning> returning_;
};

}  // namespace gf::hw::gpu
