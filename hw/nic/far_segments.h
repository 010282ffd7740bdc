// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_part.h"
#include "hw/nic/segment.h"

namespace gf::hw::nic {

/// Takes segments to ports that another process simulates. Their flits cross by themselves, and
/// name the segment by its source and birth; so it has to be there, by FlitPort::expect(), before
/// the last of them is.
class FarSegmentsIf {
 public:
  virtual ~FarSegmentsIf() = default;
  /// Whether another process simulates that node of the network.
  [[nodiscard]] virtual bool is_far(unsigned node) const = 0;
  /// The first flit of `segment`, which goes to such a node, leaves port `source` in cycle `birth`.
  virtual void leaves(unsigned source, core::Cycle birth, const Segment& segment) = 0;
};

}  // namespace gf::hw::nic
