// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/registry.h"
#include "core/base/units.h"

namespace gf::hw::nvlink {

/// What the registers of a controller say of one direction of its link, over one sample.
struct DirectionSample {
  double busy = 0;                 ///< Share of the time with a flit on the lanes, 0 ... 1.
  std::uint64_t bytes = 0;         ///< Sent, overhead and replays included.
  std::uint64_t queued_bytes = 0;  ///< Waiting at the sending end, as last heard.
  unsigned lanes = 1;              ///< Lanes that the direction has now.
};

/// One sample of a link, seen from the end that decides.
struct LinkSample {
  DirectionSample out;
  DirectionSample in;
  double seconds = 0;  ///< Length of the sample.
};

/// What a policy is told of the hardware.
struct PolicySettings {
  std::string policy = "paper";
  core::ByteRate lane_rate = core::gigabytes_per_second(8);
  double saturation = 0.99;  ///< Busy share from which a direction is saturated.
  core::ByteRate threshold = core::gigabytes_per_second(1);  ///< Free bandwidth worth a lane.
  /// Share that must stay free in the lanes left to a direction that gives one up; 0: not asked.
  double dead_band = 0;
};

/// Decides which way lanes turn. A controller asks once a sample that had traffic, unless lanes are
/// turning; it never turns the last lane of a direction, whatever a policy wishes.
class DirectionPolicyIf {
 public:
  virtual ~DirectionPolicyIf() = default;
  /// Lanes to turn: positive, from in to out; negative, from out to in; 0, none.
  virtual int lanes_to_out(const LinkSample& sample) = 0;
  /// A kernel starts: the lanes are shared out evenly again.
  virtual void reset() {}
};

/// A policy, by its name.
struct DirectionPolicyEntry {
  std::string name;
  std::function<std::unique_ptr<DirectionPolicyIf>(const PolicySettings&)> make;
};
/// The legal values of `policy`; add() makes one more.
core::Registry<DirectionPolicyEntry>& direction_policy_registry();
/// Throws UserError naming `path` for an unknown policy.
std::unique_ptr<DirectionPolicyIf> make_direction_policy(const PolicySettings& settings,
                                                         const std::string& path);

}  // namespace gf::hw::nvlink
