// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::papers {

/// Devices in the order in which a ring passes through them, by their numbers in schedules.
struct Ring {
  std::vector<unsigned> devices;
  unsigned weight = 1;  ///< Share of the bytes, in proportion to the other rings' weights.
};

/// Returns the schedule (CSV) of an all-reduce of `bytes` that several rings share. Along each ring
/// of n devices blocks are added up in n-1 steps and passed on in n-1 more; a device sends its next
/// block as soon as it has it. `both_ways`: each ring also runs in the opposite direction, with
/// half of its bytes. Block sizes are rounded down to whole bytes.
/// Precondition: each ring has at least two devices, and its blocks at least one byte.
std::string ring_schedule(const std::vector<Ring>& rings, bool both_ways, std::uint64_t bytes);

}  // namespace gf::papers
