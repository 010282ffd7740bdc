// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "core/base/ticks.h"
#include "hw/nvlink/lanes/lane_mask.h"

namespace gf::hw::nvlink {

/// The wires between the two ends of a link. They only check that a lane never has two senders, and
/// that the bits of one end never meet bits of the other that are still in flight.
class LaneWires {
 public:
  explicit LaneWires(std::string path) : path_(std::move(path)) {}

  /// End `side` (0 or 1) starts to send on `lanes`.
  void drive(unsigned side, LaneMask lanes, core::Ticks now);
  /// End `side` stops sending; the last of its bits leaves the wire at `silent_at`.
  void release(unsigned side, LaneMask lanes, core::Ticks silent_at);
  /// No end sends, and all wires are silent.
  void renew() { driven_ = {}, silent_at_ = {}; }
  /// No end sends on broken lanes.
  void cut(LaneMask lanes) { driven_ = {driven_[0] & ~lanes, driven_[1] & ~lanes}; }

  [[nodiscard]] LaneMask driven_by(unsigned side) const { return driven_[side]; }

 private:
  const std::string path_;
  std::array<LaneMask, 2> driven_{};
  std::array<core::Ticks, kMaxLanes> silent_at_{};  ///< Last bit of the latest release.
};

}  // namespace gf::hw::nvlink
