// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/nvlink/policies/direction_policy_if.h"

namespace gf::hw::nvlink {

/// Tests that policies apply to a sample: saturated, and more than `threshold` unused. With a
/// `dead_band` a direction has a lane to spare only if the remaining lanes would be free for at
/// least that share of the time. Otherwise it would be the saturated one in the next sample, and
/// lanes would turn back and forth for ever.
class SaturationTest {
 public:
  explicit SaturationTest(const PolicySettings& settings) : settings_(settings) {}
  [[nodiscard]] bool full(const DirectionSample& sample) const {
    return sample.busy >= settings_.saturation;
  }
  [[nodiscard]] bool spare(const DirectionSample& sample) const;
  /// Returns the whole lanes that the sample did not need, after subtracting `threshold`.
  [[nodiscard]] int spare_lanes(const DirectionSample& sample) const;
  /// Returns +1 if out needs lanes that in can spare, -1 for the reverse, 0 for neither.
  [[nodiscard]] int wanted_lanes(const LinkSample& sample) const;

 private:
  [[nodiscard]] bool fits_without_a_lane(const DirectionSample& sample) const;
  const PolicySettings settings_;
};

/// Never turns lanes.
class StaticPolicy final : public DirectionPolicyIf {
 public:
  int lanes_to_out(const LinkSample&) override { return 0; }
};

/// The policy of the paper: one lane per sample, from the direction that is not saturated to the
/// one that is; no lane if both or neither are [NUMA17].
class PaperPolicy final : public DirectionPolicyIf {
 public:
  explicit PaperPolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override { return test_.wanted_lanes(sample); }

 private:
  const SaturationTest test_;
};

/// Turns as many lanes per sample as needed to distribute them in proportion to demand, the bytes
/// sent and queued. It acts only if one direction is saturated and the other has spare bandwidth,
/// so it rests when the paper's policy does.
class ProportionalPolicy final : public DirectionPolicyIf {
 public:
  explicit ProportionalPolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override;

 private:
  const SaturationTest test_;
};

/// Follows the queues. Lanes go to a direction whose queue is at least kHigh and more than four
/// times the other's. It turns one lane at first and twice as many with each consecutive sample
/// with the same result. It never turns a lane that the other direction used, because a short queue
/// does not prove that a direction is idle.
/// Hysteresis: reversing the last decision requires two samples in a row, and a queue below kHigh
/// requests nothing.
class QueuePolicy final : public DirectionPolicyIf {
 public:
  static constexpr std::uint64_t kHigh = 1024;  ///< Bytes: four packets of 256 B [assumed]
  static constexpr std::uint64_t kRatio = 4;    ///< [assumed]
  explicit QueuePolicy(const PolicySettings& settings) : test_(settings) {}
  int lanes_to_out(const LinkSample& sample) override;
  void reset() override { last_ = again_ = step_ = 0; }

 private:
  static int wanted_lanes(const LinkSample& sample);
  const SaturationTest test_;
  int last_ = 0;   ///< Sign of the last decision.
  int again_ = 0;  ///< Sign of the previous sample's request, if against last_.
  int step_ = 0;   ///< Lanes of the last decision.
};

}  // namespace gf::hw::nvlink
