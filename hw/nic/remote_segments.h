// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_part.h"
#include "hw/nic/segment.h"

namespace gf::hw::nic {

/// Transfers segments to ports that another process simulates. Their flits travel separately and
/// name the segment by its source and birth. The segment must therefore be announced by
/// FlitPort::expect() before its last flit arrives.
class RemoteSegmentsIf {
 public:
  virtual ~RemoteSegmentsIf() = default;
  /// Returns whether another process simulates `node` of the network.
  [[nodiscard]] virtual bool is_far(unsigned node) const = 0;
  /// Transfers `segment`, which goes to such a node. Its first flit leaves port `source` in cycle
  /// `birth`.
  virtual void leaves(unsigned source, core::Cycle birth, const Segment& segment) = 0;
};

}  // namespace gf::hw::nic
