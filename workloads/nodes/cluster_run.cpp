// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/cluster_run.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"
#include "core/trace/timeline.h"

namespace gf::model {

ClusterRun::ClusterRun(ClusterApp& app, ClusterTransport& transport)
    : app_(app),
      transport_(transport),
      ranks_(app.ranks()),
      times_(app.ranks()),
      inbound_(app.ranks()),
      here_(app.channels().size()),
      running_(app.ranks()) {
  for (unsigned c = 0; c < app.channels().size(); ++c) inbound_[app.channels()[c].to].push_back(c);
}

void ClusterRun::start() {
  began_ = transport_.now();
  for (unsigned rank = 0; rank < ranks_.size(); ++rank)
    if (transport_.acts_here(rank)) begin_step(rank);
}

core::Ticks ClusterRun::total() const {
  core::Ticks last = 0;
  for (const RankTimes& times : times_) last = std::max(last, times.total);
  return last;
}

RankTimes ClusterRun::slowest() const {
  RankTimes most;
  for (const RankTimes& times : times_) {
    most.total = std::max(most.total, times.total);
    most.compute = std::max(most.compute, times.compute);
    most.boundary = std::max(most.boundary, times.boundary);
    most.network = std::max(most.network, times.network);
    most.waiting = std::max(most.waiting, times.waiting);
    most.messages = std::max(most.messages, times.messages);
    most.bytes = std::max(most.bytes, times.bytes);
    most.steps = std::max(most.steps, times.steps);
  }
  return most;
}

std::string ClusterRun::waits_for() const {
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    const Rank& r = ranks_[rank];
    if (r.done) continue;
    const std::string what =
        r.kernels > 0 ? std::to_string(r.kernels) + " kernels"
                      : std::to_string(r.step.arrivals - r.came[half(rank)]) + " messages";
    return "rank " + std::to_string(rank) + " waits for " + what + " of step " +
           std::to_string(times_[rank].steps);
  }
  return {};
}

void ClusterRun::begin_step(unsigned rank) {
  Rank& r = ranks_[rank];
  r.step = AppStep();
  if (!app_.next(rank, r.step)) {
    r.done = true;
    times_[rank].total = transport_.now() - began_;
    --running_;
    return;
  }
  r.sent = false;
  r.kernels = 0;
  r.began = r.first_end = r.kernels_end = transport_.now();
  // Both are launched at once; the GPU runs the second after the first.
  for (const sc_core::sc_time& time : {r.step.first, r.step.overlap}) {
    if (time.value() == 0) continue;
    ++r.kernels;
    transport_.kernel(rank, time.value());
  }
  if (r.step.first.value() == 0) send(rank);
  if (r.kernels == 0) end_step_if_over(rank);
}

void ClusterRun::kernel_ended(unsigned rank) {
  Rank& r = ranks_[rank];
  GF_CHECK(r.kernels > 0, "rank " + std::to_string(rank));
  --r.kernels;
  r.kernels_end = transport_.now();
  // A rank's kernels end in the order of their launches, so this was the first.
  if (!r.sent) {
    r.first_end = transport_.now();
    send(rank);
  }
  end_step_if_over(rank);
}

void ClusterRun::send(unsigned rank) {
  ranks_[rank].sent = true;
  RankTimes& times = times_[rank];
  for (const AppMessage& message : ranks_[rank].step.messages) {
    const AppChannel& channel = app_.channels()[message.channel];
    GF_CHECK(
        channel.from == rank && message.bytes > 0 && message.bytes <= channel.bytes,
        "channel " + std::to_string(message.channel) + ", " + std::to_string(message.bytes) + " B");
    const AppSlot slot{message.channel, half(rank)};
    ++times.messages;
    times.bytes += message.bytes;
    transport_.send(slot, message);
  }
  ranks_[rank].step.messages.clear();
}

void ClusterRun::arrived(const AppSlot& slot) {
  const unsigned rank = app_.channels()[slot.channel].to;
  GF_CHECK(!here_[slot.channel][slot.half], "channel " + std::to_string(slot.channel));
  here_[slot.channel][slot.half] = true;
  // Counted by half, because a neighbour that is a step ahead sends into the other half.
  ++ranks_[rank].came[slot.half];
  ranks_[rank].last_arrival[slot.half] = transport_.now();
  end_step_if_over(rank);
}

void ClusterRun::end_step_if_over(unsigned rank) {
  Rank& r = ranks_[rank];
  // Called by the last event of a step, which may be a kernel's end, the sending or a message.
  if (r.done || r.settling || r.kernels > 0 || !r.sent || r.came[half(rank)] < r.step.arrivals)
    return;
  account(rank);
  if (core::Timeline::active() != nullptr) report(rank);
  r.settling = true;
  // Without messages, no data can be on its way to GPU memory.
  if (r.step.arrivals == 0 || transport_.settle(rank)) settled(rank);
}

void ClusterRun::settled(unsigned rank) {
  ranks_[rank].settling = false;
  take_messages(rank);
  // Switches to the other half. Its messages may have arrived already, since neighbours are at most
  // one step ahead.
  ++times_[rank].steps;
  begin_step(rank);
}

void ClusterRun::account(unsigned rank) {
  Rank& r = ranks_[rank];
  RankTimes& times = times_[rank];
  // A step without messages has no last arrival; the stored one is from two steps ago.
  const core::Ticks last = r.step.arrivals == 0 ? 0 : r.last_arrival[half(rank)];
  times.boundary += r.step.first.value();
  times.compute += r.step.first.value() + r.step.overlap.value();
  times.network += last > r.first_end ? last - r.first_end : 0;
  times.waiting += last > r.kernels_end ? last - r.kernels_end : 0;
}

void ClusterRun::report(unsigned rank) const {
  core::Timeline& timeline = *core::Timeline::active();
  const Rank& r = ranks_[rank];
  const std::string process = "rank_" + std::to_string(rank);
  const core::Ticks last = r.step.arrivals == 0 ? r.first_end : r.last_arrival[half(rank)];
  timeline.slice(process, "steps", "step " + std::to_string(times_[rank].steps), r.began,
                 transport_.now());
  if (r.first_end > r.began) timeline.slice(process, "kernels", "boundary", r.began, r.first_end);
  if (r.kernels_end > r.first_end)
    timeline.slice(process, "kernels", "overlapped", r.first_end, r.kernels_end);
  if (last > r.first_end)
    timeline.slice(process, "messages", "until the last is here", r.first_end, last,
                   {{"messages", std::uint64_t{r.step.arrivals}}});
}

void ClusterRun::take_messages(unsigned rank) {
  const unsigned now = half(rank);
  GF_CHECK(ranks_[rank].came[now] == ranks_[rank].step.arrivals, "rank " + std::to_string(rank));
  ranks_[rank].came[now] = 0;
  for (const unsigned channel : inbound_[rank]) {
    // In the order of channels, not of arrival, so that results do not depend on the network.
    if (!here_[channel][now]) continue;
    here_[channel][now] = false;
    app_.receive(channel, transport_.contents({channel, now}));
  }
}

void ClusterRun::pack(core::ByteWriter& writer) {
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    if (!transport_.acts_here(rank)) continue;
    Rank& r = ranks_[rank];
    writer.put(RankState{rank, r.done, r.kernels, r.step.arrivals, r.came, times_[rank]});
    // Sent only once, because it no longer changes.
    writer.put_all(r.done && !r.reported ? app_.packed_by(rank) : std::string());
    r.reported = r.done;
  }
}

void ClusterRun::merge(std::vector<Packed>& others) {
  std::string computed;
  for (auto& [process, reader] : others) {
    while (!reader.at_end()) {
      const auto state = reader.get<RankState>();
      reader.get_all(computed);
      take(state);
      if (!computed.empty()) app_.take(state.rank, computed);
    }
  }
}

void ClusterRun::take(const RankState& state) {
  Rank& r = ranks_[state.rank];
  if (state.done && !r.done) --running_;
  r.done = state.done;
  r.kernels = state.kernels;
  r.step.arrivals = state.arrivals;
  r.came = state.came;
  times_[state.rank] = state.times;
}

}  // namespace gf::model
