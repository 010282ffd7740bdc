// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/flit_port.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

using core::Cycle;
using router::Flit;

namespace {

/// Returns the first whole cycle at or after `cycles`, less rounding errors.
Cycle cycle_of(double cycles) { return static_cast<Cycle>(std::ceil(cycles - 1e-6)); }

}  // namespace

std::string death_text(const std::string& path, core::Ticks since, std::uint64_t segments) {
  if (segments == 0) return "";
  return fmt::format("{} has been dead since {} (fails_at), {} segments lost", path,
                     core::to_text(core::to_time(since)), segments);
}

FlitPort::FlitPort(const sc_core::sc_module_name& name, const FlitPortParams& params,
                   unsigned number, router::Transit& transit, const std::vector<FlitPort*>& ports,
                   SegmentPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      dies_at_(params.dies_at(std::string(this->name()))),
      number_(number),
      transit_(transit),
      clock_(transit.clock(), *this),
      ports_(ports),
      pool_(pool),
      flit_cycles_(static_cast<double>(params.flit.count()) / params.rate.bytes_per_second() /
                   core::to_time(clock_.period()).to_seconds()),
      queue_probe_(std::string(this->name()) + ".queue", 11, "segments that have not left"),
      stats_(*this) {
  params_.validate(this->name());
}

FlitPort::~FlitPort() = default;

void FlitPort::start_of_simulation() {
  if (core::HopJournal::active() != nullptr) journal_ = std::make_unique<PortJournal>(*this);
}

void FlitPort::connect(unsigned, router::FlitSink& sink, unsigned sink_port,
                       const router::ChannelTiming& timing, unsigned buffer, unsigned vcs,
                       const std::string& peer) {
  output_.connect({sink, sink_port, timing, buffer, 0}, vcs, peer, *this, 0);
  vcs_ = vcs;
}

void FlitPort::connect_back(unsigned, router::OutputPort& source, unsigned latency) {
  source_ = &source;
  credit_latency_ = latency;
}

bool FlitPort::has_room(RoomClient& client) {
  if (queue_.size() < params_.queue) return true;
  refused_ = &client;
  return false;
}

void FlitPort::take(Segment& segment) {
  GF_CHECK(queue_.size() < params_.queue, std::string(name()) + ": a segment without a place");
  const core::Ticks now = core::now_ticks();
  queue_.push(&segment);
  queue_probe_.add(now, 1);
  if (queue_.size() > 1) return;
  may_begin_ = clock_.after(now);
  clock_.wake(may_begin_);
}

void FlitPort::cycle(Cycle now) {
  if (retry_) take_up();
  // A credit may wake the port before a segment that came in this cycle can leave.
  if (!queue_.empty() && now >= may_begin_) send_flit(now);
  if (queue_.empty()) return;
  const Cycle next = std::max({may_begin_, output_.free_from(), cycle_of(sends_from_)});
  if (next > now) clock_.wake(next);
}

void FlitPort::send_flit(Cycle now) {
  if (output_.free_from() > now || cycle_of(sends_from_) > now) return;
  Segment& segment = *queue_.front();
  // Checked once per segment: a segment that has begun goes on.
  if (flits_left_ == 0 && core::now_ticks() >= dies_at_) {
    drop_front();
    lose(segment);
    if (!queue_.empty()) clock_.wake(now + 1);
    return;
  }
  const unsigned vc = segment.destination % vcs_;
  if (!output_.has_credit(vc, 1)) {
    // No wake-up needed: the next credit wakes the port.
    ++stats_.no_credit;
    if (journal_) journal_->no_credit(vc, now);
    output_.miss_credit();
    return;
  }
  Flit flit;
  flit.head = flits_left_ == 0;
  if (flit.head) begin(segment, now);
  flit.birth = birth_;
  flit.src = number_;
  flit.dst = segment.destination;
  flit.vc = static_cast<std::uint8_t>(vc);
  flit.tail = flits_left_ == 1;
  flit.measured = journal_ != nullptr;
  take_turn(sends_from_, now);
  output_.take_credit(vc, now);
  output_.send(flit, now, transit_);
  if (journal_) flights_.back().key = journal_->sent(segment, flit, now);
  ++stats_.flits;
  if (--flits_left_ > 0) return;
  if (goes_far_) pool_.recycle(segment);
  drop_front();
}

void FlitPort::begin(Segment& segment, Cycle now) {
  flits_left_ = flits_of(segment);
  birth_ = now;
  ++stats_.segments;
  goes_far_ = far_ != nullptr && far_->is_far(segment.destination);
  if (goes_far_) {
    far_->leaves(number_, birth_, segment);
  } else {
    flights_.push_back({birth_, &segment});
  }
}

void FlitPort::drop_front() {
  queue_.drop();
  queue_probe_.add(core::now_ticks(), -1);
  if (refused_ == nullptr) return;
  RoomClient* const client = refused_;
  refused_ = nullptr;
  client->room_again();
}

void FlitPort::lose(Segment& segment) {
  ++lost_;
  pool_.recycle(segment);
}

void FlitPort::flit_comes(unsigned, const Flit& flit) {
  GF_CHECK(flit.dst == number_, std::string(name()) + ": a flit for another node");
  Arrivals& arrivals = arrivals_[flit.vc];
  if (arrivals.whole == nullptr) {
    consume(arrivals, flit);
  } else {
    arrivals.held.push(flit);
  }
}

void FlitPort::consume(Arrivals& arrivals, const Flit& flit) {
  // Its space is free when it has moved into the segment's space: in this cycle.
  transit_.credit(take_turn(takes_from_, clock_.now()) + credit_latency_, *source_, flit.vc);
  if (!flit.tail) return;
  const Flight flight = ports_[flit.src]->landed(flit.birth);
  Segment& segment = *flight.segment;
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    journal->has_come(item_of(segment), flight.key);
  if (core::now_ticks() >= dies_at_) {
    lose(segment);
    return;
  }
  arrivals.whole = &segment;
  deliver(arrivals);
  if (arrivals.whole != nullptr) ++stats_.blocked;
}

Cycle FlitPort::take_turn(double& free_from, Cycle now) const {
  const Cycle turn = std::max(now, cycle_of(free_from));
  free_from = std::max(free_from, static_cast<double>(now)) + flit_cycles_;
  return turn;
}

void FlitPort::deliver(Arrivals& arrivals) {
  // A port that was told of room but found none, because others were faster, asks again here.
  if (!card_->has_room(*this)) return;
  Segment& segment = *arrivals.whole;
  arrivals.whole = nullptr;
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    journal->goes_on(item_of(segment), std::string(name()) + ": room in the receive buffer",
                     {{card_, place::kRoom}});
  card_->take(segment);
}

void FlitPort::room_again() {
  // Credits are given only in cycles, but the card gets room between two of them.
  retry_ = true;
  clock_.wake(clock_.after(core::now_ticks()));
}

void FlitPort::take_up() {
  retry_ = false;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    Arrivals& arrivals = arrivals_[vc];
    if (arrivals.whole != nullptr) deliver(arrivals);
    while (arrivals.whole == nullptr && !arrivals.held.empty())
      consume(arrivals, arrivals.held.pop());
  }
}

FlitPort::Flight FlitPort::landed(Cycle birth) {
  // Usually the first one; not if packets have overtaken each other.
  const auto found = std::find_if(flights_.begin(), flights_.end(),
                                  [birth](const Flight& one) { return one.birth == birth; });
  GF_CHECK(found != flights_.end(), std::string(name()) + ": a flit of no segment");
  const Flight flight = *found;
  flights_.erase(found);
  return flight;
}

bool FlitPort::idle() const {
  const bool empty = std::all_of(arrivals_.begin(), arrivals_.end(), [](const Arrivals& arrivals) {
    return arrivals.whole == nullptr && arrivals.held.empty();
  });
  return queue_.empty() && flights_.empty() && empty && output_.home();
}

void FlitPort::append_waits(std::vector<core::Wait>& waits) const {
  if (!queue_.empty())
    waits.push_back({name(), std::to_string(queue_.size()) + " segments to leave", output_.peer()});
  for (const Arrivals& arrivals : arrivals_) {
    if (arrivals.whole == nullptr) continue;
    waits.push_back({name(), "room for a segment that has arrived", "the card's receive buffer"});
  }
}

}  // namespace gf::hw::nic
