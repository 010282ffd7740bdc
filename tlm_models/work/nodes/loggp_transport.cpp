// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/nodes/loggp_transport.h"

#include <algorithm>

#include "core/error.h"
#include "core/time_limits.h"

namespace gf::model {
namespace {

core::Ticks ticks(double seconds) { return core::step_of(seconds, "a message").value(); }

}  // namespace

MvapichParams LogGpParams::mvapich() const {
  return slot == "x4" ? MvapichParams::x4() : MvapichParams();
}

LogGpTransport::LogGpTransport(const ClusterApp& app, const LogGpParams& params)
    : channels_(app.channels()),
      params_(params),
      mvapich_(params.mvapich()),
      library_(params.buffers == "library"),
      ranks_(app.ranks()),
      memory_(app.channels().size()) {}

void LogGpTransport::run(ClusterRun& cluster) {
  cluster.start();
  while (!events_.empty()) {
    const auto first = events_.begin();
    now_ = first->first;
    core::check_end_of_time(now_);
    const Event event = first->second;
    events_.erase(first);
    handle(event, cluster);
  }
  GF_CHECK(cluster.done(), cluster.waits_for());
}

void LogGpTransport::handle(const Event& event, ClusterRun& cluster) {
  const AppChannel channel =
      event.what == What::kKernel ? AppChannel() : channels_[event.slot.channel];
  Event next = event;
  switch (event.what) {
    case What::kKernel:
      cluster.kernel_ended(event.rank);
      break;
    case What::kReady:
      begin(event);
      break;
    case What::kCopiedOut:
      next.what = What::kAtHost;
      at(pass(channel, event.bytes, false), next);
      break;
    case What::kAtHost:
      next.what = What::kArrived;
      at(copy(channel.to, mvapich_.copy_in, event.bytes), next);
      break;
    case What::kArrived:
      cluster.arrived(event.slot);
      break;
  }
}

void LogGpTransport::kernel(unsigned rank, core::Ticks time) {
  Rank& r = ranks_[rank];
  // The host launches kernels and makes copies one after the other.
  r.host_free = std::max(r.host_free, now_) + params_.launch.value();
  r.gpu_free = std::max(r.gpu_free, r.host_free) + time;
  at(r.gpu_free, {What::kKernel, rank, {}, 0});
}

void LogGpTransport::send(const AppSlot& slot, const AppMessage& message) {
  const AppChannel& channel = channels_[slot.channel];
  memory_[slot.channel][slot.half] = message.contents;
  const Event event{What::kReady, channel.from, slot, message.bytes};
  // Without streams of their own copies wait for all that was launched, the overlapped kernel too.
  const core::Ticks kernels_end = ranks_[channel.from].gpu_free;
  if (params_.streams || kernels_end <= now_) {
    begin(event);
  } else {
    at(kernels_end, event);
  }
}

void LogGpTransport::begin(const Event& message) {
  Event next = message;
  if (library_) {
    next.what = What::kArrived;
    at(pass(channels_[message.slot.channel], message.bytes, true), next);
  } else {
    next.what = What::kCopiedOut;
    at(copy(message.rank, mvapich_.copy_out, message.bytes), next);
  }
}

core::Ticks LogGpTransport::copy(unsigned rank, double start, std::uint64_t bytes) {
  core::Ticks& free = ranks_[rank].host_free;
  free = std::max(free, now_) + ticks(start + double(bytes) / mvapich_.copy_rate);
  return free;
}

core::Ticks LogGpTransport::pass(const AppChannel& channel, std::uint64_t bytes, bool gpu) {
  const core::Ticks occupied = ticks(double(bytes) / mvapich_bandwidth(mvapich_, bytes, gpu));
  const core::Ticks latency = ticks(mvapich_latency(mvapich_, bytes, gpu));
  core::Ticks& sends = ranks_[channel.from].sends_until;
  const core::Ticks begins = std::max(sends, now_);
  sends = begins + occupied;
  core::Ticks& receives = ranks_[channel.to].receives_until;
  // The receiver's card takes one message after the other, each for as long as the sender's.
  receives = std::max(begins + latency, receives + occupied);
  return receives;
}

std::vector<std::uint8_t> LogGpTransport::contents(const AppSlot& slot, std::uint64_t bytes) {
  std::vector<std::uint8_t> held = std::move(memory_[slot.channel][slot.half]);
  memory_[slot.channel][slot.half].clear();
  GF_CHECK(held.size() == bytes, "channel " + std::to_string(slot.channel));
  return held;
}

}  // namespace gf::model
