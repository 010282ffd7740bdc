// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/nvlink/policies/direction_policy_if.h"

namespace gf::hw::nvlink {

/// Saturated, and with at least `threshold` unused: what the policies ask of a sample. With a
/// `dead_band` a direction has a lane to spare only if the lanes left to it would be free for at
/// least that share of the time: else it is the saturated one of the next sample, and lanes turn to
/// and fro for ever.
class SaturationTest {
 public:
  explicit SaturationTest(const PolicySettings& settings) : settings_(settings) {}
  [[nodiscard]] bool full(const DirectionSample& sample) const {
    return sample.busy >= settings_.saturation;
  }
  [[nodiscard]] bool spare(const DirectionSample& sample) const;
  /// Whole lanes that the sample did not need, `threshold` kept back.
  [[nodiscard]] int spare_lanes(const DirectionSample& sample) const;
  /// +1: out wants lanes that in can spare; -1: the other way round; 0: neither.
  [[nodiscard]] int wish(const LinkSample& sample) const;

 private:
  [[nodiscard]] bool fits_without_a_lane(const DirectionSample& sample) const;
  const PolicySettings settings_;
};

/// Lanes stay as they are.
class StaticPolicy final : public DirectionPolicyIf {
 public:
  int lanes_to_out(const LinkSample&) override { return 0; }
};

/// The policy of the paper: one lane a sample, from the direction that is not saturated to the one
/// that is; nothing where both are or neither is [NUMA17].
class PaperPolicy final : public DirectionPolicyIf {
 public:
  explicit PaperPolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override { return test_.wish(sample); }

 private:
  const SaturationTest test_;
};

/// As many lanes a sample as it takes to share them in proportion to demand: bytes sent and bytes
/// queued. Acts where one direction is saturated and the other has bandwidth to spare, so that it
/// rests where the paper's does.
class ProportionalPolicy final : public DirectionPolicyIf {
 public:
  explicit ProportionalPolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override;

 private:
  const SaturationTest test_;
};

/// Follows the queues: lanes go to the direction whose queue is more than four times the other's
/// and longer than kHigh, one at first, twice as many with each sample that says the same again,
/// and never one that the other direction used: a short queue is no proof of an idle direction.
/// Hysteresis: to turn against the last decision it takes two samples in a row, and a queue below
/// kHigh asks for nothing.
class QueuePolicy final : public DirectionPolicyIf {
 public:
  static constexpr std::uint64_t kHigh = 1024;  ///< Bytes: four packets of 256 B [assumed]
  static constexpr std::uint64_t kRatio = 4;    ///< [assumed]
  explicit QueuePolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override;
  void reset() override { last_ = again_ = step_ = 0; }

 private:
  static int wish(const LinkSample& sample);
  const SaturationTest test_;
  int last_ = 0;   ///< Sign of the last decision.
  int again_ = 0;  ///< Sign that the sample before asked for, against last_.
  int step_ = 0;   ///< Lanes of the last decision.
};

}  // namespace gf::hw::nvlink
