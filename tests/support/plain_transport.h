// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "workloads/nodes/cluster_run.h"

namespace gf::test {

/// Carries an application's messages without hardware and without a simulation kernel: each takes
/// `latency` and its bytes at `rate`, whatever else is on its way. Kernels run one after the other,
/// `launch` after the rank's host has called. Same time: in the order of the calls.
class PlainTransport final : public model::ClusterTransport {
 public:
  core::Ticks latency = sc_core::sc_time(10, sc_core::SC_US).value();
  core::ByteRate rate = core::gigabytes_per_second(1);
  core::Ticks launch = sc_core::sc_time(5, sc_core::SC_US).value();

  explicit PlainTransport(const model::ClusterApp& app)
      : ranks_(app.ranks()), memory_(app.channels().size()) {}

  /// Starts it and goes on until nothing is left to do.
  void run(model::ClusterRun& cluster) {
    cluster.start();
    while (!events_.empty()) {
      now_ = events_.begin()->first;
      const Event event = events_.begin()->second;
      events_.erase(events_.begin());
      if (event.arrives)
        cluster.arrived(event.slot);
      else
        cluster.kernel_ended(event.rank);
    }
    GF_CHECK(cluster.done(), cluster.waits_for());
  }
  [[nodiscard]] core::Ticks time_of(std::uint64_t bytes) const {
    return latency + rate.time_for(bytes).value();
  }

  [[nodiscard]] core::Ticks now() const override { return now_; }
  void kernel(unsigned rank, core::Ticks time) override {
    Rank& r = ranks_[rank];
    r.host_free = std::max(r.host_free, now_) + launch;
    r.gpu_free = std::max(r.gpu_free, r.host_free) + time;
    events_.emplace(r.gpu_free, Event{false, rank, {}});
  }
  void send(const model::AppSlot& slot, const model::AppMessage& message) override {
    memory_[slot.channel][slot.half] = message.contents;
    events_.emplace(now_ + time_of(message.bytes), Event{true, 0, slot});
  }
  std::vector<std::uint8_t> contents(const model::AppSlot& slot) override {
    return std::exchange(memory_[slot.channel][slot.half], {});
  }

 private:
  struct Event {
    bool arrives = false;
    unsigned rank = 0;
    model::AppSlot slot;
  };
  struct Rank {
    core::Ticks host_free = 0;
    core::Ticks gpu_free = 0;
  };

  std::vector<Rank> ranks_;
  std::multimap<core::Ticks, Event> events_;
  std::vector<std::array<std::vector<std::uint8_t>, 2>> memory_;  ///< By channel and half.
  core::Ticks now_ = 0;
};

}  // namespace gf::test
