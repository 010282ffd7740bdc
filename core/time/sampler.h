// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

/// Looks at a simulation at times of its own. run_simulation() calls every sampler between events
/// and adds no events, so sampling changes no result, does not delay the end of a run and cannot
/// keep it alive.
class Sampler {
 public:
  Sampler() { all_.push_back(this); }
  virtual ~Sampler() { all_.erase(std::find(all_.begin(), all_.end(), this)); }
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  [[nodiscard]] virtual Ticks next() const = 0;  ///< Time of the next sample; kNever: no more.
  /// Takes every sample that is due up to `until`. Precondition: every event between now and
  /// `until` has acted.
  virtual void take_until(Ticks until) = 0;
  /// Tells whether it also looks at data of other ranks, which must first be brought to rank 0.
  [[nodiscard]] virtual bool samples_all_ranks() const { return false; }

  static void take_all_until(Ticks until) {
    for (Sampler* const sampler : all_) sampler->take_until(until);
  }
  static Ticks next_of_all() {
    Ticks next = kNever;
    for (const Sampler* const sampler : all_) next = std::min(next, sampler->next());
    return next;
  }
  /// Tells whether a sampler that looks at all ranks has a sample due up to `until`.
  static bool any_looks_at_all_ranks(Ticks until) {
    return std::any_of(all_.begin(), all_.end(), [until](const Sampler* sampler) {
      return sampler->samples_all_ranks() && sampler->next() <= until;
    });
  }

 private:
  inline static std::vector<Sampler*> all_;
};

}  // namespace gf::core
