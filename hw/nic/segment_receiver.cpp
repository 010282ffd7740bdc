// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/segment_receiver.h"

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

using model::WorkStatus;

SegmentReceiver::SegmentReceiver(const sc_core::sc_module_name& name, const ReceiverParams& params,
                                 std::uint64_t seed, QueuePairs& queues, Sender& sender,
                                 Writer& writer, SegmentPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      queues_(queues),
      sender_(sender),
      writer_(writer),
      pool_(pool),
      random_(seed, std::string(this->name()) + ".crc"),
      held_probe_(std::string(this->name()) + ".segments", 11, "segments in the receive buffer"),
      stats_(*this) {
  params_.validate(this->name());
  writer.connect(*this);
}

bool SegmentReceiver::has_room(RoomClient& client) {
  if (held_ < params_.buffer) return true;
  if (refused_ == nullptr) refused_since_ = core::now_ticks();
  GF_CHECK(refused_ == nullptr || refused_ == &client, name());
  refused_ = &client;
  return false;
}

void SegmentReceiver::take(Segment& segment) {
  GF_CHECK(held_ < params_.buffer, std::string(name()) + ": a segment without a place");
  const core::Ticks now = core::now_ticks();
  ++held_;
  held_probe_.add(now, 1);
  ++stats_.segments;
  segment.ready = now + params_.latency.value();
  queue_.push(segment);
  wakeup_.at(queue_.front()->ready);
}

void SegmentReceiver::act() {
  while (!queue_.empty() && queue_.front()->ready <= core::now_ticks()) handle(queue_.pop());
  if (!queue_.empty()) wakeup_.at(queue_.front()->ready);
}

void SegmentReceiver::handle(Segment& segment) {
  // Draw only if losses are enabled: otherwise the stream must not advance.
  if (params_.loss > 0 && random_.uniform() < params_.loss) {
    ++stats_.corrupt;
    drop(segment);
    return;
  }
  GF_CHECK(segment.queue < queues_.size(),
           std::string(name()) + ": no queue pair " + std::to_string(segment.queue));
  QueuePair& queue = queues_[segment.queue];
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    report_taken_in(*journal, queue, segment);
  std::uint64_t bus = 0;
  switch (segment.kind) {
    case SegmentKind::kAck:
    case SegmentKind::kGap:
    case SegmentKind::kNotReady:
      sender_.answer_comes(queue, segment);
      drop(segment);
      break;
    case SegmentKind::kReadResponse:
      if (sender_.response_comes(queue, segment, bus)) {
        write(segment, bus, {&queue, segment.psn, true, ~0u, 0});
      } else {
        ++stats_.stray;
        drop(segment);
      }
      break;
    default:
      request_comes(queue, segment);
  }
}

void SegmentReceiver::report_taken_in(model::CopyJournal& journal, const QueuePair& queue,
                                      const Segment& segment) const {
  journal.steps_on(item_of(segment), std::string(name()) + ": takes a segment in");
  if (is_ack(segment)) journal.leaves({&queue, place::kWindow}, item_of(segment));
}

void SegmentReceiver::request_comes(QueuePair& queue, Segment& segment) {
  if (segment.psn < queue.expected) {
    comes_again(queue, segment);
  } else if (in_order(queue, segment)) {
    accept(queue, segment);
    return;
  }
  if (model::CopyJournal* const journal = copy_journal_of(segment))
    journal->owes(&queue, item_of(segment));
  sender_.owes(queue);
  drop(segment);
}

bool SegmentReceiver::in_order(QueuePair& queue, const Segment& segment) {
  const bool missing = segment.psn > queue.expected;
  if (missing) {
    ++stats_.behind_gap;
    // Report only the first of them; the report covers those behind it.
    if (queue.gap_told) return false;
  } else {
    if (segment.kind != SegmentKind::kSend || !queue.receives.empty()) return true;
    ++stats_.not_ready;
  }
  queue.gap_told = queue.owes_gap = true;
  queue.not_ready = !missing;
  return false;
}

void SegmentReceiver::comes_again(QueuePair& queue, const Segment& segment) {
  ++stats_.again;
  if (segment.kind != SegmentKind::kReadRequest) {
    queue.owes_ack = true;
    return;
  }
  // The peer asks again for this read and everything behind it: remaining answers are stale.
  for (std::size_t left = queue.answers.size(); left > 0; --left) {
    const QueuePair::Answer old = queue.answers.pop();
    if (old.psn + sender_.segments_of(old.bytes) <= segment.psn) queue.answers.push(old);
  }
  answer(queue, segment);
}

void SegmentReceiver::answer(QueuePair& queue, const Segment& request) {
  queue.answers.push({request.psn, request.address, request.length});
}

void SegmentReceiver::accept(QueuePair& queue, Segment& segment) {
  const bool read = segment.kind == SegmentKind::kReadRequest;
  const std::uint64_t number = queue.landings_gone + queue.landings.size();
  queue.gap_told = false;
  queue.expected += read ? sender_.segments_of(segment.length) : 1;
  stats_.bytes += segment.payload_bytes;
  QueuePair::Landing& landing = queue.landings.push_slot();
  landing = {};
  landing.end = queue.expected;
  landing.read = read;
  std::uint64_t bus = segment.address;
  if (segment.kind == SegmentKind::kSend) {
    bus = place_of_send(queue, segment, landing);
  } else if (segment.immediate) {
    landing.signaled = true;
    landing.completion = {queue.number, segment.value, true, WorkStatus::kDone, 0};
    landing.copy = segment.copy;
  }
  if (read) answer(queue, segment);
  write(segment, bus, {&queue, number, false, segment.copy, segment.psn});
}

std::uint64_t SegmentReceiver::place_of_send(QueuePair& queue, const Segment& segment,
                                             QueuePair::Landing& landing) {
  const model::ReceiveRequest& to = queue.receives.front();
  const std::uint64_t bus = to.local + queue.filled;
  queue.filled += segment.payload_bytes;
  // A segment that reaches past the buffer's end is not written.
  if (queue.filled > to.bytes) queue.too_long = true;
  if (!segment.last) return bus;
  landing.signaled = true;
  landing.completion = {queue.number, to.id, true,
                        queue.too_long ? WorkStatus::kTooLong : WorkStatus::kDone, queue.filled};
  return bus;
}

void SegmentReceiver::write(Segment& segment, std::uint64_t bus, const Record& record) {
  QueuePair& queue = *record.queue;
  const bool refused = segment.kind == SegmentKind::kSend && queue.too_long;
  if (segment.kind == SegmentKind::kSend && segment.last) {
    queue.receives.drop();
    queue.filled = 0;
    queue.too_long = false;
  }
  if (segment.payload_bytes == 0 || refused) {
    drop(segment);
    landed(record);
    return;
  }
  if (free_records_.empty()) {
    free_records_.push_back(static_cast<std::uint32_t>(records_.size()));
    records_.emplace_back();
  }
  const std::uint32_t key = free_records_.back();
  free_records_.pop_back();
  records_[key] = record;
  ++landing_;
  writer_.write(segment, bus, key);
}

void SegmentReceiver::segment_landed(std::uint64_t key) {
  const Record record = records_[key];
  free_records_.push_back(static_cast<std::uint32_t>(key));
  --landing_;
  landed(record);
}

void SegmentReceiver::landed(const Record& record) {
  if (record.response) {
    sender_.response_landed(*record.queue, record.number);
  } else {
    request_landed(*record.queue, record);
  }
}

void SegmentReceiver::request_landed(QueuePair& queue, const Record& record) {
  queue.landings[record.number - queue.landings_gone].landed = true;
  if (model::CopyJournal* const journal = copy_journal_of(record.copy))
    journal->owes(&queue, model::CopyJournal::segment(record.copy, record.psn));
  // Writes to several devices may end in any order; an acknowledgement covers all up to a point.
  while (!queue.landings.empty() && queue.landings.front().landed) {
    const QueuePair::Landing& front = queue.landings.front();
    queue.written = front.end;
    if (front.signaled) writer_.complete(front.completion, report_event(front, record));
    const bool front_read = front.read;
    queue.landings.drop();
    ++queue.landings_gone;
    // A read's answers acknowledge it.
    queue.owes_ack |= !front_read;
  }
  sender_.owes(queue);
}

core::SpanLog::Thing SegmentReceiver::report_event(const QueuePair::Landing& landing,
                                                   const Record& record) {
  model::CopyJournal* const journal = copy_journal_of(record.copy);
  if (journal == nullptr || copy_journal_of(landing.copy) == nullptr) return {};
  const core::SpanLog::Thing event = model::CopyJournal::event(landing.copy);
  journal->follows(event, model::CopyJournal::segment(record.copy, record.psn));
  return event;
}

void SegmentReceiver::report_room(model::CopyJournal& journal, const Segment& segment) const {
  const SegmentSink* const sink = this;
  journal.leaves({sink, place::kRoom}, item_of(segment));
  if (is_ack(segment)) journal.forget(item_of(segment));
}

void SegmentReceiver::drop(Segment& segment) {
  if (model::CopyJournal* const journal = copy_journal_of(segment)) report_room(*journal, segment);
  pool_.recycle(segment);
  --held_;
  held_probe_.add(core::now_ticks(), -1);
  if (refused_ == nullptr) return;
  RoomClient* const client = refused_;
  refused_ = nullptr;
  stats_.full.add_ticks(core::now_ticks() - refused_since_);
  client->room_again();
}

void SegmentReceiver::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(),
                   std::to_string(held_) + " segments in the receive buffer, " +
                       std::to_string(landing_) + " on their way to memory",
                   writer_.name()});
}

}  // namespace gf::hw::nic
