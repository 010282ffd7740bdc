// SPDX-License-Identifier: Apache-2.0
// How a Sender handles acknowledgements, responses, and silence.
#include <algorithm>

#include "hw/nic/segment_sender.h"

namespace gf::hw::nic {

using core::Ticks;
using model::WorkStatus;

void Sender::answer_comes(QueuePair& queue, const Segment& answer) {
  if (queue.failed) return;
  queue.confirmed = std::max(queue.confirmed, answer.done);
  settle(queue);
  if (answer.kind != SegmentKind::kAck) {
    ++stats_.gaps;
    if (answer.kind == SegmentKind::kNotReady) {
      queue.not_before = core::now_ticks() + params_.not_ready_delay.value();
      if (++queue.retries > params_.retries) fail(queue);
    }
    go_back(queue, answer.psn);
  }
  refresh(queue);
  advance();
}

bool Sender::response_comes(QueuePair& queue, const Segment& response, std::uint64_t& bus) {
  if (queue.failed) return false;
  std::size_t i = 0;
  while (i < queue.work.size() && !queue.work[i].awaits_data()) ++i;
  if (i == queue.work.size()) return false;
  QueuePair::Work& work = queue.work[i];
  const Psn due = work.first + work.received;
  const bool good = response.psn == due;
  if (good) {
    bus = work.request.local + work.received * mtu_;
    ++work.received;
  }
  if (response.psn >= due) {
    // A peer that answers a read has done all earlier requests.
    queue.confirmed = std::max(queue.confirmed, response.psn + (good ? 1 : 0));
    settle(queue);
    if (!good && !queue.gap_seen) {
      queue.gap_seen = true;
      ++stats_.gaps;
      go_back(queue, due);
    }
  }
  refresh(queue);
  advance();
  return good;
}

void Sender::response_landed(QueuePair& queue, Psn psn) {
  std::size_t i = 0;
  while (i < queue.work.size() && queue.work[i].end() <= psn) ++i;
  if (i == queue.work.size()) return;  // it has failed in the meantime
  ++queue.work[i].landed;
  settle(queue);
  refresh(queue);
}

void Sender::settle(QueuePair& queue) {
  Psn acked = queue.confirmed;
  for (std::size_t i = 0; i < queue.work.size() && queue.work[i].first < acked; ++i) {
    const QueuePair::Work& work = queue.work[i];
    if (!work.awaits_data()) continue;
    acked = std::min(acked, work.first + work.received);
    break;
  }
  if (acked > queue.acked) {
    queue.acked = acked;
    queue.progress = core::now_ticks();
    queue.retries = 0;
    queue.gap_seen = false;
  }
  while (!queue.work.empty() && queue.work.front().end() <= queue.acked) {
    const QueuePair::Work& work = queue.work.front();
    if (work.is_read() && work.landed < work.segments) break;
    complete(queue, work, WorkStatus::kDone);
    queue.work.drop();
    if (queue.at > 0) --queue.at;
  }
  if (queue.next < queue.acked) go_to(queue, queue.acked);
}

void Sender::complete(QueuePair& queue, const QueuePair::Work& work, WorkStatus status) {
  stats_.latency.record(core::now_ticks() - work.since);
  if (!work.request.signaled && status == WorkStatus::kDone) return;
  writer_.complete({queue.number, work.request.id, false, status, work.request.bytes});
}

void Sender::go_to(QueuePair& queue, Psn psn) {
  queue.next = psn;
  queue.at = 0;
  while (queue.at < queue.work.size() && queue.work[queue.at].end() <= psn) ++queue.at;
}

void Sender::go_back(QueuePair& queue, Psn psn) {
  psn = std::max(psn, queue.acked);
  if (!queue.failed && psn < queue.next) go_to(queue, psn);
}

void Sender::fail(QueuePair& queue) {
  if (!queue.failed) ++stats_.failed;
  WorkStatus status = queue.failed ? WorkStatus::kFlushed : WorkStatus::kRetriesExceeded;
  queue.failed = true;
  for (; !queue.work.empty(); queue.work.drop()) {
    complete(queue, queue.work.front(), status);
    status = WorkStatus::kFlushed;
  }
  queue.next = queue.acked = queue.confirmed = queue.end;
  queue.at = 0;
  queue.not_before = 0;
}

void Sender::time_out() {
  const Ticks now = core::now_ticks();
  timed_.each([&](std::size_t number) {
    QueuePair& queue = queues_[number];
    if (queue.outstanding() && queue.progress + params_.timeout.value() <= now) try_again(queue);
    refresh(queue);
  });
  advance();
}

void Sender::try_again(QueuePair& queue) {
  ++stats_.timeouts;
  if (++queue.retries > params_.retries) {
    fail(queue);
    return;
  }
  queue.progress = core::now_ticks();
  queue.gap_seen = false;
  go_back(queue, queue.acked);
}

Ticks Sender::deadline(const QueuePair& queue) const {
  if (queue.not_before > core::now_ticks()) return queue.not_before;
  return queue.outstanding() ? queue.progress + params_.timeout.value() : core::kNever;
}

}  // namespace gf::hw::nic
