// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/slow_flows.h"

namespace gf::app {

/// The packet that `--follow 'copy 0->2, packet 17'` names.
struct FollowedPacket {
  std::string flow;          ///< "copy 0->2".
  std::uint64_t number = 0;  ///< From 1.

  /// Throws UserError(kUsage) for what does not end with ", packet N".
  static FollowedPacket parse(const std::string& text);
};

/// Its hops as a table, at most 80 columns: where it was, when it could have left, when it left,
/// how long it waited, and for what. Throws UserError(kUsage) when there was no such packet.
std::string hops_table(const FollowedPacket& packet, const core::SlowFlows& flows,
                       const core::HopJournal& journal, const core::WaitNames& names);

}  // namespace gf::app
