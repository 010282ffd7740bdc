// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/sampler.h"

namespace gf::core {

/// Times at which rank 0 looks at data of all ranks (core::RankData). All ranks have the same
/// times, so that they bring the data to rank 0 together. Takes no sample itself.
class SampleTimes final : public Sampler {
 public:
  explicit SampleTimes(Ticks period) : period_(period), next_(now_ticks() + period) {}
  [[nodiscard]] Ticks next() const override { return next_; }
  [[nodiscard]] bool samples_all_ranks() const override { return true; }
  void take_until(Ticks until) override {
    if (next_ <= until) next_ += ((until - next_) / period_ + 1) * period_;
  }

 private:
  const Ticks period_;
  Ticks next_;
};

}  // namespace gf::core
