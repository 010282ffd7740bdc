// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/dram/dram_channel.h"

#include <algorithm>

namespace gf::hw::gpu {

using core::Cycle;
using core::Ticks;

DramChannel::DramChannel(const MemoryParams& params, unsigned number, const AddressMap& map,
                         const core::ClockMember& clock, MemoryStats& stats, MemoryProbes& probes,
                         DramClient& client)
    : number_(number),
      map_(map),
      clock_(clock),
      stats_(stats),
      probes_(probes),
      client_(client),
      row_open_(params.row_open.value()),
      // dram_latency is for a row that is not open; opening it is counted where it happens.
      latency_(params.dram_latency.value() - row_open_),
      turn_(params.turn.value()),
      batch_(params.dram_queue / 2),
      room_(params.dram_queue),
      banks_(params.banks) {
  for (unsigned sectors = 0; sectors <= kLineSectors; ++sectors)
    times_.push_back(
        (params.channel_rate * (1 - params.refresh)).time_for(sectors * kSectorBytes).value());
}

void DramChannel::push(const Request& request, Cycle now) {
  --room_;
  ++waiting_;
  // ready_ is in order of time. Rows that have opened by now must come before this bank: if its row
  // is open, look() appends it at once.
  open_until(clock_.ticks(now));
  const AddressMap::Row place = map_.row(request.slice, request.index);
  Bank& bank = banks_[place.bank];
  const Way way = turn_ != 0 && request.write ? kWrite : kRead;
  ++waiting_by_[way];
  bank.queues[way].push({request, place.row, reserved_until_});
  probes_.dram_queue.add(clock_.ticks(now), +1);
  if (way == way_ && bank.queues[way].size() == 1)
    look(place.bank, std::max(clock_.ticks(now), bank.ready));
}

void DramChannel::choose_way(Ticks now) {
  const unsigned reads = waiting_by_[kRead], writes = waiting_by_[kWrite];
  const bool write = way_ == kRead ? writes >= batch_ || reads == 0
                                   : writes != 0 && (reads == 0 || writes >= batch_ / 4);
  if (write == (way_ == kWrite)) return;
  way_ = write ? kWrite : kRead;
  if (!write) bus_free_ += turn_;
  // Rows that were opened for the other way are lost to it if a bank opens another one now.
  while (!opening_.empty()) opening_.drop();
  while (!ready_.empty()) ready_.drop();
  turned_.clear();
  for (unsigned i = 0; i < banks_.size(); ++i)
    if (!banks_[i].queues[way_].empty()) {
      look_at_front(banks_[i], std::max(now, banks_[i].ready));
      turned_.push_back(static_cast<std::uint16_t>(i));
    }
  std::stable_sort(turned_.begin(), turned_.end(), [this](std::uint16_t x, std::uint16_t y) {
    return banks_[x].ready < banks_[y].ready;
  });
  for (const std::uint16_t bank : turned_) opening_.push(bank);
}

Ticks DramChannel::share_of_turn(bool write, unsigned lines) {
  if (turn_ == 0) return 0;
  if (!write) {
    lines_read_ = std::min(lines_read_ + lines, batch_);
    return 0;
  }
  const unsigned turned = std::min(lines, lines_read_);
  lines_read_ -= turned;
  return turned * turn_ / batch_;
}

void DramChannel::look_at_front(Bank& bank, Ticks from) {
  const Waiting& front = bank.queues[way_].front();
  bank.missed = bank.open != front.row;
  bank.open = front.row;
  bank.ready = std::max(from + (bank.missed ? row_open_ : 0), front.behind);
}

void DramChannel::look(unsigned number, Ticks from) {
  Bank& bank = banks_[number];
  look_at_front(bank, from);
  if (!bank.missed) {
    ready_.push(static_cast<std::uint16_t>(number));
    return;
  }
  // Commands are sequential: rows open in the order in which they were requested.
  if (!opening_.empty()) bank.ready = std::max(bank.ready, banks_[opening_.back()].ready);
  opening_.push(static_cast<std::uint16_t>(number));
}

void DramChannel::open_until(Ticks edge) {
  while (!opening_.empty() && banks_[opening_.front()].ready < edge) ready_.push(opening_.pop());
}

Ticks DramChannel::reserve(const Request& first, unsigned lines, Cycle at) {
  const Ticks from = clock_.ticks(at);
  const Ticks time = lines * times_[kLineSectors];
  const Ticks bus = reserve_bus(from, time + share_of_turn(first.write, lines));
  const AddressMap::Row place = map_.row(first.slice, first.index);
  Bank& bank = banks_[place.bank];
  const bool missed = bank.open != place.row;
  // A bank with waiting requests opens their row next.
  if (bank.idle()) bank.open = place.row;
  const Ticks end = std::max(bus, std::max(from, bank.ready) + (missed ? row_open_ : 0) + time);
  if (bank.idle()) bank.ready = end;
  stats_.row_misses += missed ? 1 : 0;
  stats_.row_hits += lines - (missed ? 1 : 0);
  count(first.write, lines, lines * kLineBytes);
  return end;
}

/// Reserves the bus and returns the end of the reservation. The bus is held only for its own time:
/// while a bank opens a row for the stream, others have the bus.
Ticks DramChannel::reserve_bus(Ticks from, Ticks time) {
  const Ticks begin = std::max({reserved_until_, bus_free_, from});
  reserved_until_ = begin + time;
  show_busy(begin, reserved_until_);
  return reserved_until_;
}

void DramChannel::issue_waiting(Cycle now) {
  const Ticks edge = clock_.ticks(now + 1);
  const unsigned room = room_;
  // The bus is handed out for the whole cycle that begins now: several short accesses fit into one
  // cycle, because times are finer than cycles.
  for (;;) {
    if (turn_ != 0 && waiting_ != 0) choose_way(clock_.ticks(now));
    open_until(edge);
    if (ready_.empty() || bus_free_ >= edge) break;
    take_bus(ready_.pop());
  }
  // A slice needs at most two places, one to fetch and one to write back. With two or more, no
  // slice has stalled for lack of room.
  if (room < 2 && room_ > room) client_.channel_room(number_, now);
}

void DramChannel::take_bus(unsigned number) {
  Bank& bank = banks_[number];
  const Request request = bank.queues[way_].front().request;
  bank.queues[way_].drop();
  const unsigned sectors = sector_count(request.sectors);
  const Ticks time = times_[sectors];
  ++(bank.missed ? stats_.row_misses : stats_.row_hits);
  const Ticks begin = std::max(bus_free_, bank.ready);
  bus_free_ = begin + time;
  // This access has waited for reservations made before it came. Later reservations give way to it,
  // and new ones begin later by its time.
  if (reserved_until_ > begin) reserved_until_ += time;
  bank.ready = bus_free_;
  ++room_;
  --waiting_;
  --waiting_by_[way_];
  count(request.write, 1, sectors * kSectorBytes);
  probes_.dram_queue.add(begin, -1);
  show_busy(begin, bus_free_);
  // Nobody waits for a write: it is over once it has had the bus.
  if (!request.write) {
    const Ticks there = bus_free_ + latency_;
    returning_.push({(there + clock_.period() - 1) / clock_.period(), request});
  }
  if (!bank.queues[way_].empty()) look(number, bus_free_);
}

void DramChannel::count(bool write, unsigned accesses, unsigned bytes) {
  (write ? stats_.dram_writes : stats_.dram_reads) += accesses;
  (write ? stats_.dram_write_bytes : stats_.dram_read_bytes) += bytes;
}

void DramChannel::show_busy(Ticks from, Ticks until) {
  stats_.dram_busy.add_ticks(until - from);
  probes_.dram_busy.add(from, +1);
  probes_.dram_busy.add(until, -1);
}

}  // namespace gf::hw::gpu
