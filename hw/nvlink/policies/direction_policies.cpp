// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/policies/direction_policies.h"

#include <algorithm>
#include <cmath>

namespace gf::hw::nvlink {

bool SaturationTest::spare(const DirectionSample& sample) const {
  const double rate = settings_.lane_rate.bytes_per_second() * sample.lanes;
  return !full(sample) && (1 - sample.busy) * rate > settings_.threshold.bytes_per_second() &&
         fits_without_a_lane(sample);
}

bool SaturationTest::fits_without_a_lane(const DirectionSample& sample) const {
  return settings_.dead_band == 0 ||
         sample.busy * sample.lanes <= (1 - settings_.dead_band) * (sample.lanes - 1.0);
}

int SaturationTest::spare_lanes(const DirectionSample& sample) const {
  const double kept =
      settings_.threshold.bytes_per_second() / settings_.lane_rate.bytes_per_second();
  return std::max(0, static_cast<int>(std::floor((1 - sample.busy) * sample.lanes - kept)));
}

int SaturationTest::wanted_lanes(const LinkSample& sample) const {
  if (full(sample.out) && spare(sample.in)) return 1;
  if (full(sample.in) && spare(sample.out)) return -1;
  return 0;
}

int ProportionalPolicy::lanes_to_out(const LinkSample& sample) {
  const int wish = test_.wanted_lanes(sample);
  if (wish == 0) return 0;
  const auto out = static_cast<double>(sample.out.bytes + sample.out.queued_bytes);
  const auto in = static_cast<double>(sample.in.bytes + sample.in.queued_bytes);
  const unsigned lanes = sample.out.lanes + sample.in.lanes;
  const auto share = static_cast<int>(std::lround(lanes * out / (out + in)));
  const int target = std::clamp(share, 1, static_cast<int>(lanes) - 1);
  const int turned = target - static_cast<int>(sample.out.lanes);
  // Bytes sent are limited by the lanes, so they may suggest no turn or the reverse while one
  // direction is full. Its wish takes precedence.
  return wish > 0 ? std::max(turned, 1) : std::min(turned, -1);
}

int QueuePolicy::wanted_lanes(const LinkSample& sample) {
  const std::uint64_t out = sample.out.queued_bytes;
  const std::uint64_t in = sample.in.queued_bytes;
  if (out >= kHigh && out > kRatio * in) return 1;
  if (in >= kHigh && in > kRatio * out) return -1;
  return 0;
}

int QueuePolicy::lanes_to_out(const LinkSample& sample) {
  const int wish = QueuePolicy::wanted_lanes(sample);
  const int most = wish == 0 ? 0 : test_.spare_lanes(wish > 0 ? sample.in : sample.out);
  if (most == 0) {
    again_ = step_ = 0;
    return 0;
  }
  // Reversing the last decision requires two samples in a row; this is the first.
  if (last_ != 0 && wish != last_ && wish != again_) {
    again_ = wish;
    return 0;
  }
  step_ = std::min(wish == last_ && step_ > 0 ? 2 * step_ : 1, most);
  last_ = wish;
  again_ = 0;
  return wish * step_;
}

}  // namespace gf::hw::nvlink
