// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/segment_sender.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

using core::Ticks;
using model::WorkKind;

Sender::Sender(const sc_core::sc_module_name& name, const SenderParams& params, std::uint32_t card,
               QueuePairs& queues, Reader& reader, Writer& writer, SegmentPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      mtu_(static_cast<std::uint32_t>(params.mtu.count())),
      card_(card),
      queues_(queues),
      reader_(reader),
      writer_(writer),
      pool_(pool),
      entries_probe_(std::string(this->name()) + ".segments", 11, "segments in the send buffer"),
      work_probe_(std::string(this->name()) + ".work", 16, "entries of all queue pairs not done"),
      window_probe_(std::string(this->name()) + ".unacknowledged", 16,
                    "segments in the windows of all queue pairs"),
      stats_(*this) {
  params_.validate(this->name());
  reader.add_client(*this);
}

void Sender::queue_added() {
  for (core::BitSet* const set : {&ready_, &blocked_, &timed_}) set->resize(queues_.size());
}

void Sender::work_comes(QueuePair& queue) {
  GF_CHECK(queue.connected, std::string(name()) + ": work for a queue pair without a peer");
  std::size_t fresh = queue.work.size();
  while (fresh > 0 && queue.work[fresh - 1].segments == 0) --fresh;
  for (; fresh < queue.work.size(); ++fresh) {
    QueuePair::Work& work = queue.work[fresh];
    work.first = queue.end;
    work.segments = segments_of(work.request.bytes);
    work.since = core::now_ticks();
    queue.end = work.end();
  }
  if (queue.failed) fail(queue);
  refresh(queue);
  advance();
}

void Sender::advance() {
  do {
    while (ask() && entries_.size() < params_.buffer && ready_count_ > 0) open_next();
  } while (send_one());
  note_stall();
}

bool Sender::ask() {
  const std::uint64_t behind = first_entry_ + entries_.size();
  for (; asking_ < behind; ++asking_) {
    Entry& entry = entries_[asking_ - first_entry_];
    while (entry.asked < entry.segment->payload_bytes) {
      if (!reader_.has_tag()) return false;
      const std::uint64_t bus = entry.bus + entry.asked;
      const std::uint32_t bytes =
          reader_.bytes_of_read(bus, entry.segment->payload_bytes - entry.asked);
      reader_.read(bus, bytes, *this, asking_, entry.asked, entry.segment);
      entry.asked += bytes;
    }
  }
  return true;
}

void Sender::open_next() {
  last_ = ready_.next_after(last_);
  QueuePair& queue = queues_[last_];
  if (may_answer(queue))
    open_answer(queue);
  else
    open_request(queue);
  refresh(queue);
}

Segment& Sender::make(const QueuePair& queue, SegmentKind kind) const {
  Segment& segment = pool_.make();
  segment.kind = kind;
  segment.source = card_;
  segment.destination = queue.peer;
  segment.queue = queue.peer_queue;
  return segment;
}

void Sender::open_answer(QueuePair& queue) {
  QueuePair::Answer& answer = queue.answers.front();
  const auto payload = static_cast<std::uint32_t>(std::min<std::uint64_t>(answer.bytes, mtu_));
  Segment& segment = make(queue, SegmentKind::kReadResponse);
  segment.psn = answer.psn++;
  segment.last = answer.bytes == payload;
  const std::uint64_t bus = answer.address;
  answer.address += payload;
  answer.bytes -= payload;
  if (segment.last) queue.answers.drop();
  open(segment, bus, payload);
}

void Sender::open_request(QueuePair& queue) {
  const QueuePair::Work& work = queue.work[queue.at];
  const model::WorkRequest& request = work.request;
  const std::uint64_t done = (queue.next - work.first) * mtu_;
  Segment& segment = make(queue, work.is_read()                    ? SegmentKind::kReadRequest
                                 : request.kind == WorkKind::kSend ? SegmentKind::kSend
                                                                   : SegmentKind::kWrite);
  segment.psn = queue.next;
  segment.address = request.remote + done;
  if (!queue.outstanding()) queue.progress = core::now_ticks();
  std::uint32_t payload = 0;
  if (work.is_read()) {
    segment.length = request.bytes - done;
    segment.last = true;
    queue.next = work.end();
  } else {
    payload = static_cast<std::uint32_t>(std::min<std::uint64_t>(request.bytes - done, mtu_));
    segment.last = done + payload == request.bytes;
    segment.immediate = segment.last && (request.immediate || request.kind == WorkKind::kSend);
    segment.value = request.value;
    ++queue.next;
  }
  segment.copy = request.copy;
  record_opening(queue, segment);
  queue.highest = std::max(queue.highest, queue.next);
  if (queue.next == work.end()) ++queue.at;
  open(segment, request.local + done, payload);
}

void Sender::record_opening(const QueuePair& queue, const Segment& segment) {
  const bool again = segment.psn < queue.highest;
  if (again) ++stats_.again;
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    journal->opened(item_of(segment), again, {{this, place::kBuffer}, {&queue, place::kWindow}});
}

void Sender::open(Segment& segment, std::uint64_t bus, std::uint32_t payload) {
  segment.payload_bytes = payload;
  segment.wire_bytes = payload + static_cast<std::uint32_t>(params_.header.count());
  entries_.push({&segment, bus, 0, payload});
  entries_probe_.add(core::now_ticks(), 1);
}

void Sender::data_comes(std::uint64_t key, std::uint32_t offset, const std::uint8_t* data,
                        std::uint32_t bytes) {
  Entry& entry = entries_[key - first_entry_];
  if (data != nullptr) {
    if (entry.segment->data == nullptr) entry.segment->data = pool_.make_data();
    std::memcpy(entry.segment->data + offset, data, bytes);
  }
  entry.left -= bytes;
  if (entry.left == 0) advance();
}

bool Sender::send_one() {
  const bool front_ready = !entries_.empty() && entries_.front().left == 0;
  if ((acks_.empty() && !front_ready) || !network_->has_room(*this)) return false;
  if (!acks_.empty()) {
    send_ack(*acks_.pop());
    return true;
  }
  Segment& segment = *entries_.front().segment;
  entries_.drop();
  ++first_entry_;
  record_departure(segment);
  network_->take(segment);
  return true;
}

void Sender::record_departure(const Segment& segment) {
  entries_probe_.add(core::now_ticks(), -1);
  ++stats_.segments;
  stats_.bytes += segment.payload_bytes;
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    journal->goes_on(item_of(segment), std::string(name()) + ": segments before it",
                     {{this, place::kOrder}, {network_, place::kRoom}},
                     {{this, place::kOrder}, {this, place::kBuffer}});
}

void Sender::send_ack(QueuePair& queue) {
  Segment& segment = make(queue, !queue.owes_gap   ? SegmentKind::kAck
                                 : queue.not_ready ? SegmentKind::kNotReady
                                                   : SegmentKind::kGap);
  segment.psn = queue.expected;
  segment.done = queue.written;
  segment.wire_bytes = static_cast<std::uint32_t>(params_.ack.count());
  if (model::CopyJournal* const journal = model::CopyJournal::active())
    report_ack(*journal, queue, segment);
  queue.owes_ack = queue.owes_gap = queue.in_acks = false;
  ++stats_.acks;
  network_->take(segment);
}

void Sender::report_ack(model::CopyJournal& journal, const QueuePair& queue, Segment& ack) const {
  const core::SpanLog::Thing cause = journal.owed(&queue);
  if (!model::CopyJournal::tells(cause)) return;
  ack.copy = static_cast<std::uint32_t>(cause.owner);
  journal.follows(item_of(ack), cause);
  journal.goes_on(item_of(ack), std::string(name()) + ": an acknowledgement leaves",
                  {{network_, place::kRoom}});
}

void Sender::owes(QueuePair& queue) {
  if ((queue.owes_ack || queue.owes_gap) && !queue.in_acks) {
    queue.in_acks = true;
    acks_.push(&queue);
  }
  refresh(queue);
  advance();
}

bool Sender::may_answer(const QueuePair& queue) const {
  // A read must see all earlier writes, so they must be in memory first.
  return !queue.answers.empty() && queue.written >= queue.answers.front().psn;
}

bool Sender::may_request(const QueuePair& queue) const {
  if (queue.failed || queue.next == queue.end || queue.next >= queue.acked + params_.window ||
      core::now_ticks() < queue.not_before)
    return false;
  if (!queue.work[queue.at].is_read()) return true;
  unsigned under_way = 0;
  for (std::size_t i = 0; i < queue.at; ++i) under_way += queue.work[i].awaits_data() ? 1 : 0;
  return under_way < params_.reads;
}

void Sender::show(QueuePair& queue) {
  if (!core::Probe::any_on()) return;
  const auto change = [](std::uint64_t now, std::uint64_t& shown) {
    const auto difference = static_cast<std::int64_t>(now - shown);
    shown = now;
    return difference;
  };
  work_probe_.add(core::now_ticks(), change(queue.work.size(), queue.shown_work));
  window_probe_.add(core::now_ticks(), change(queue.next - queue.acked, queue.shown_window));
}

void Sender::refresh(QueuePair& queue) {
  show(queue);
  const auto put = [&queue](core::BitSet& set, std::size_t& count, bool in) {
    if (set.has(queue.number) == in) return;
    if (in) {
      set.add(queue.number);
      ++count;
    } else {
      set.remove(queue.number);
      --count;
    }
  };
  const bool ready = may_answer(queue) || may_request(queue);
  put(ready_, ready_count_, ready);
  put(blocked_, blocked_count_, !ready && queue.next < queue.end);
  const Ticks due = deadline(queue);
  put(timed_, timed_count_, due != core::kNever);
  if (due != core::kNever) timer_.at(due);
  if (timed_count_ == 0) timer_.cancel();
}

Sender::Stall Sender::stall() const {
  const bool front_ready = !entries_.empty() && entries_.front().left == 0;
  if (front_ready || !acks_.empty()) return Stall::kNetwork;
  if (asking_ < first_entry_ + entries_.size()) return Stall::kTags;
  if (ready_count_ > 0) return Stall::kBuffer;
  return blocked_count_ > 0 && entries_.empty() ? Stall::kWindow : Stall::kNone;
}

void Sender::note_stall() {
  const Stall now_is = stall();
  if (now_is == stall_) return;
  const Ticks now = core::now_ticks();
  const Ticks span = now - stalled_since_;
  if (stall_ == Stall::kNetwork) stats_.network.add_ticks(span);
  if (stall_ == Stall::kTags) stats_.tags.add_ticks(span);
  if (stall_ == Stall::kBuffer) stats_.buffer.add_ticks(span);
  if (stall_ == Stall::kWindow) stats_.window.add_ticks(span);
  stall_ = now_is;
  stalled_since_ = now;
}

bool Sender::idle() const {
  return entries_.empty() && acks_.empty() &&
         std::all_of(queues_.begin(), queues_.end(), [](const QueuePair& queue) {
           return queue.work.empty() && queue.answers.empty();
         });
}

void Sender::append_waits(std::vector<core::Wait>& waits) const {
  if (!entries_.empty()) {
    const bool complete = entries_.front().left == 0;
    waits.push_back({name(),
                     std::to_string(entries_.size()) + " segments in the send buffer, the first " +
                         (complete ? "to leave" : "to be read"),
                     complete ? "the network" : reader_.name()});
  }
  for (const QueuePair& queue : queues_) {
    if (queue.work.empty()) continue;
    waits.push_back({name(),
                     "queue pair " + std::to_string(queue.number) + ": " +
                         std::to_string(queue.end - queue.acked) +
                         " segments to be acknowledged, " + std::to_string(queue.end - queue.next) +
                         " of them to be sent",
                     "card " + std::to_string(queue.peer)});
  }
}

}  // namespace gf::hw::nic
