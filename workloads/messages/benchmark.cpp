// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/benchmark.h"

#include <algorithm>

#include "core/ranks/ranks.h"

namespace gf::model {

void Benchmark::start(const BenchmarkRound& round) {
  round_ = round;
  began_ = from_ == From::kFirst ? core::kNever : 0;
  ended_ = 0;
  begin();
}

void Benchmark::clock_begins() {
  const core::Ticks now = core::now_ticks();
  began_ = from_ == From::kFirst ? std::min(began_, now) : std::max(began_, now);
}

void Benchmark::clock_ends() { ended_ = std::max(ended_, core::now_ticks()); }

BenchmarkSample Benchmark::sample() const {
  core::Ranks& ranks = core::ranks();
  const core::Ticks began = from_ == From::kFirst ? ranks.least(began_) : ranks.greatest(began_);
  const core::Ticks took = ranks.greatest(ended_) - began;
  return {core::to_time(took).to_seconds(), messages(), bytes()};
}

}  // namespace gf::model
