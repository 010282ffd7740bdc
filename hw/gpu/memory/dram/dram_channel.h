// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/ring.h"
#include "hw/gpu/memory/dram/address_map.h"
#include "hw/gpu/memory/dram/memory_stats.h"

namespace gf::hw::gpu {

/// Receives the notifications of a channel.
class DramClient {
 public:
  virtual ~DramClient() = default;
  /// The sectors of a read have arrived.
  virtual void filled(unsigned slice, unsigned mshr, std::uint8_t sectors, core::Cycle now) = 0;
  virtual void channel_room(unsigned channel, core::Cycle now) = 0;
};

/// One channel of the DRAM: banks with one open row each, and a data bus.
/// Timing: an access whose row is open gets the bus as soon as it is free; otherwise its bank first
/// opens the row (row_open). The bus is held for the bytes at channel_rate, less what refreshes
/// take. The last byte is there dram_latency - row_open after the bus was taken, plus that time. An
/// isolated access to a row that is not open takes dram_latency plus that time.
/// Order: first come first served within a bank. Banks whose rows are open take turns. A
/// reservation has the bus from a given time on, behind all accesses that came before it; later
/// ones wait until it is over. Calls in cycles without work change nothing. Rows stay open.
/// Turns: if `turn` is above 0, a channel reads or writes. Writes wait until they fill half of the
/// queue or no read waits; then they go until none is left, or until a read waits and less than an
/// eighth of the queue is writes. The first read after them comes `turn` later. Each direction has
/// a queue in every bank. Of a reservation, lines written against lines read before pay their share
/// of a turn for each half queue. If `turn` is 0, a write-back is a read without an answer.
/// Refresh: a modelled channel stands for several of the part, which refresh one after the other;
/// together they lose the share `refresh` of their rate.
/// Not modelled: rows that a refresh closes, and who waits for it; limits on activations; timings
/// between commands.
class DramChannel {
 public:
  DramChannel(const MemoryParams& params, unsigned number, const AddressMap& map,
              const core::ClockMember& clock, MemoryStats& stats, MemoryProbes& probes,
              DramClient& client);

  struct Request {
    std::uint32_t index = 0;  ///< Line index in the slice.
    std::uint16_t mshr = 0;
    std::uint8_t slice = 0;
    std::uint8_t sectors = 0;
    bool write = false;
  };
  [[nodiscard]] unsigned room() const { return room_; }
  void push(const Request& request, core::Cycle now);  ///< Precondition: room() > 0.

  /// Reserves the bus for lines of a stream in one row, which arrive in cycle `at`, now or later.
  /// Returns when their last byte has had the bus.
  core::Ticks reserve(const Request& first, unsigned lines, core::Cycle at);
  /// Returns the time until which the bus is reserved.
  [[nodiscard]] core::Ticks reserved_until() const { return reserved_until_; }

  /// Delivers the reads that have arrived.
  void deliver(core::Cycle now) {
    while (!returning_.empty() && returning_.front().at <= now) {
      const Request request = returning_.front().request;
      returning_.drop();
      client_.filled(request.slice, request.mshr, request.sectors, now);
    }
  }
  /// Begins every access that can begin within the cycle.
  void issue(core::Cycle now) {
    if (waiting_ != 0) issue_waiting(now);
  }
  /// Returns the next cycle with something to do; kNoCycle: none before push().
  [[nodiscard]] core::Cycle next(core::Cycle now) const {
    core::Cycle at = returning_.empty() ? core::kNoCycle : returning_.front().at;
    if (waiting_ != 0) at = std::min(at, next_issue() / clock_.period());
    return std::max(at, now + 1);
  }
  [[nodiscard]] bool idle() const { return waiting_ == 0 && returning_.empty(); }
  /// Closes the rows of all banks without waiting requests.
  void renew() {
    for (Bank& bank : banks_)
      if (bank.idle()) bank.open = ~0u;
  }

 private:
  struct Waiting {
    Request request;
    std::uint32_t row = 0;
    core::Ticks behind = 0;  ///< End of the reservations when it came.
  };
  enum Way : std::uint8_t { kRead, kWrite };  ///< All accesses are kRead if nothing turns.
  struct Bank {
    std::array<core::Ring<Waiting, std::uint16_t>, 2> queues;  ///< By Way.
    std::uint32_t open = ~0u;
    bool missed = false;    ///< The front request has to open its row.
    core::Ticks ready = 0;  ///< When the front request of the channel's way may take the bus.
    [[nodiscard]] bool idle() const { return queues[kRead].empty() && queues[kWrite].empty(); }
  };
  struct Returning {
    core::Cycle at;
    Request request;
  };

  // Each access passes these; they are inline because the calls would cost noticeable time.
  void issue_waiting(core::Cycle now);
  /// Returns when the next access can have the bus. Precondition: some wait.
  [[nodiscard]] core::Ticks next_issue() const {
    if (!ready_.empty()) return bus_free_;
    return std::max(banks_[opening_.front()].ready, bus_free_);
  }
  /// Moves banks whose rows open before `edge` to ready_.
  inline void open_until(core::Ticks edge);
  /// Sets what the front of the bank's queue needs, which it may have from `from` on.
  inline void look_at_front(Bank& bank, core::Ticks from);
  inline void look(unsigned bank, core::Ticks from);  ///< Does so, and gives the bank its turn.
  inline void take_bus(unsigned bank);
  /// Chooses the way of the next access. Precondition: some wait.
  void choose_way(core::Ticks now);
  /// Returns what a reservation pays for turns.
  core::Ticks share_of_turn(bool write, unsigned lines);
  inline void count(bool write, unsigned accesses, unsigned bytes);
  inline void show_busy(core::Ticks from, core::Ticks until);  ///< The bus is in use or reserved.
  core::Ticks reserve_bus(core::Ticks from, core::Ticks time);

  const unsigned number_;
  const AddressMap& map_;
  const core::ClockMember& clock_;
  MemoryStats& stats_;
  MemoryProbes& probes_;
  DramClient& client_;
  const core::Ticks row_open_;
  const core::Ticks latency_;       ///< From taking the bus to the first byte.
  std::vector<core::Ticks> times_;  ///< Bus times by number of sectors.
  const core::Ticks turn_;
  const unsigned batch_;  ///< Writes for which reads make way.
  unsigned room_;
  unsigned waiting_ = 0;
  std::array<unsigned, 2> waiting_by_{};
  Way way_ = kRead;
  unsigned lines_read_ = 0;  ///< By reservations since the last paid turn; at most batch_.
  std::vector<Bank> banks_;
  core::Ring<std::uint16_t> opening_;  ///< Banks that open a row, in order of `ready`.
  core::Ring<std::uint16_t> ready_;    ///< Banks whose front may take the bus.
  std::vector<std::uint16_t> turned_;  ///< Used by choose_way().
  core::Ticks bus_free_ = 0;
  core::Ticks reserved_until_ = 0;
  core::Ring<Returning> returning_;
};

}  // namespace gf::hw::gpu
