// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/registry.h"
#include "core/base/units.h"

namespace gf::hw::nvlink {

/// A controller's measurements of one direction of its link over one sample.
struct DirectionSample {
  double busy = 0;                 ///< Share of the time with a flit on the lanes, 0 ... 1.
  std::uint64_t bytes = 0;         ///< Sent, including overhead and replays.
  std::uint64_t queued_bytes = 0;  ///< Waiting at the sending end, according to its last packet.
  unsigned lanes = 1;              ///< Current lanes of the direction.
};

/// One sample of a link, seen from the deciding end.
struct LinkSample {
  DirectionSample out;
  DirectionSample in;
  double seconds = 0;  ///< Length of the sample.
};

/// Settings and hardware data for a policy.
struct PolicySettings {
  std::string policy = "paper";
  core::ByteRate lane_rate = core::gigabytes_per_second(8);
  double saturation = 0.99;  ///< Busy share at which a direction is saturated.
  /// Free bandwidth at which a lane can be given up.
  core::ByteRate threshold = core::gigabytes_per_second(1);
  /// Share of time that the remaining lanes of a direction that gives one up must be free; 0: no
  /// such condition.
  double dead_band = 0;
};

/// Decides which lanes turn. A controller asks once per sample with traffic, unless lanes are
/// turning. It never turns the last lane of a direction, whatever the policy returns.
class DirectionPolicyIf {
 public:
  virtual ~DirectionPolicyIf() = default;
  /// Returns the number of lanes to turn: positive from in to out, negative from out to in, 0 none.
  virtual int lanes_to_out(const LinkSample& sample) = 0;
  /// A kernel starts: the initial distribution of lanes is restored.
  virtual void reset() {}
};

/// A policy with its name.
struct DirectionPolicyEntry {
  std::string name;
  std::function<std::unique_ptr<DirectionPolicyIf>(const PolicySettings&)> make;
};
/// The legal values of `policy`; add() registers another.
core::Registry<DirectionPolicyEntry>& direction_policy_registry();
/// Throws UserError that names `path` if the policy is unknown.
std::unique_ptr<DirectionPolicyIf> make_direction_policy(const PolicySettings& settings,
                                                         const std::string& path);

}  // namespace gf::hw::nvlink
