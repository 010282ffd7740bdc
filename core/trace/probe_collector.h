// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "core/ranks/rank_data.h"
#include "core/time/sampler.h"
#include "core/trace/probe.h"

namespace gf::core {

/// Brings the changes of probes from several ranks to a sink of rank 0; each rank has the changes
/// of the modules that it serves. Those of one probe arrive in the order in which they were made.
/// They are sent before each look at the simulation and every kPeriod, so that no rank accumulates
/// many. In a single process they take the same path.
class ProbeCollector final : public ProbeSink, public RankData, private Sampler {
 public:
  static constexpr Ticks kPeriod = 1'000'000'000;  // 1 us

  /// Attaches to those of `probes` that are counted here. All ranks have the same probes and number
  /// them in this order. Changes after `end` are left out; when that time has passed it detaches.
  ProbeCollector(const std::vector<Probe*>& probes, Ticks end);
  ~ProbeCollector() override { detach_from_probes(*this); }

  /// Sets the receiver. `all_before` is called after each delivery: all changes dated before that
  /// time have arrived.
  void give_to(ProbeSink& sink, std::function<void(Ticks now)> all_before) {
    sink_ = &sink;
    all_before_ = std::move(all_before);
  }

 private:
  struct Change {
    Ticks at;
    std::int64_t value;
    std::uint32_t id;
    bool relative;
  };
  void set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) override {
    keep({at.value(), static_cast<std::int64_t>(value), id, false});
  }
  void add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) override {
    keep({at.value(), delta, id, true});
  }
  void keep(const Change& change) {
    if (change.at <= end_) told_.push_back(change);
  }
  void give(const Change& change);
  void pack(ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  [[nodiscard]] Ticks next() const override { return next_; }
  void take_until(Ticks until) override;

  const Ticks end_;
  Ticks next_;
  std::vector<Change> told_;
  ProbeSink* sink_ = nullptr;
  std::function<void(Ticks)> all_before_;
};

}  // namespace gf::core
