// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "core/ranks/ranks.h"
#include "core/time/sampler.h"
#include "core/trace/probe.h"

namespace gf::core {

/// Brings the changes of probes home that several ranks make, each those of the modules that it
/// serves: a sink of rank 0 gets all of them, those of one probe in the order in which they were
/// made. They come whenever somebody looks, and each kPeriod, so that no rank keeps many.
/// Of a process alone it does the same for itself.
class ProbeHomes final : public ProbeSink, private Sampler, private Spread {
 public:
  static constexpr Ticks kPeriod = 1'000'000'000;  // 1 us

  /// Attaches to those of `probes` that are counted here; all ranks have the same, and number them
  /// in this order. Changes behind `end` are left out, and when that has passed it lets go of them.
  ProbeHomes(const std::vector<Probe*>& probes, Ticks end);
  ~ProbeHomes() override { detach_from_probes(*this); }

  /// Who gets them; `all_before` is called behind them: all that is dated before has come.
  void give_to(ProbeSink& sink, std::function<void(Ticks now)> all_before) {
    sink_ = &sink;
    all_before_ = std::move(all_before);
  }
  /// The last ones: once nothing changes any more. Collective.
  void finish() { bring_home(); }
  /// What this rank has to say; nothing is left.
  [[nodiscard]] std::string said();
  /// Gives on what ranks have said since the last time.
  void take(const std::vector<std::string>& said);

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
  void bring_home() override { take(ranks().gather(said())); }
  void before_look() override { bring_home(); }
  [[nodiscard]] Ticks next() const override { return next_; }
  void take_until(Ticks until) override;

  const Ticks end_;
  Ticks next_;
  std::vector<Change> told_;
  ProbeSink* sink_ = nullptr;
  std::function<void(Ticks)> all_before_;
};

}  // namespace gf::core
