// SPDX-License-Identifier: Apache-2.0
// Target groups of the global channels of a group.
#include <cstdint>

#include "tlm_models/topology/network/dragonfly.h"

namespace gf::model {
namespace {

/// Returns the other groups, in the order of the wiring.
std::vector<unsigned> order(const std::string& wiring, unsigned group, unsigned groups) {
  std::vector<unsigned> targets;
  for (unsigned k = 1; k < groups; ++k) {
    if (wiring == "consecutive") {
      targets.push_back(k - 1 < group ? k - 1 : k);
    } else if (wiring == "relative") {
      targets.push_back((group + k) % groups);
    } else {
      const unsigned distance = (k + 1) / 2;
      targets.push_back((group + (k % 2 == 1 ? distance : groups - distance)) % groups);
    }
  }
  return targets;
}

/// Returns whether two groups get one channel more than others. The `rest` nearest groups on the
/// ring do, half of them on either side. If `rest` is odd, the last one is the opposite group, if
/// any.
bool extra(unsigned group, unsigned target, unsigned groups, unsigned rest) {
  const unsigned ahead = (target + groups - group) % groups;
  const unsigned distance = std::min(ahead, groups - ahead);
  if (distance <= rest / 2) return true;
  return rest % 2 == 1 && 2 * distance == groups;
}

}  // namespace

std::vector<unsigned> global_targets(const DragonflyParams& params, unsigned group) {
  const unsigned groups = params.groups();
  const unsigned channels = params.a * params.h;
  const std::vector<unsigned> round = order(params.wiring, group, groups);
  std::vector<unsigned> targets;
  for (unsigned k = 0; k < channels / (groups - 1); ++k)
    targets.insert(targets.end(), round.begin(), round.end());
  const unsigned rest = channels % (groups - 1);
  for (unsigned target : round)
    // extra() is symmetric; otherwise a channel would lead to a group that has none back.
    if (rest > 0 && extra(group, target, groups, rest)) targets.push_back(target);
  targets.resize(channels, group);
  return targets;
}

}  // namespace gf::model
