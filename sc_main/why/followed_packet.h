// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "explain/slow_flows.h"
#include "platforms/platform.h"

namespace gf::app {

/// The packet named by `--follow 'copy 0->2, packet 17'`.
struct FollowedPacket {
  std::string flow;          ///< "copy 0->2".
  std::uint64_t number = 0;  ///< From 1.

  /// Throws UserError(kUsage) for text that does not end with ", packet N".
  static FollowedPacket parse(const std::string& text);
};

/// Follows the packet. Create it before the run; afterwards table() has the packet's hops.
class PacketFollower {
 public:
  explicit PacketFollower(const std::string& text) : packet_(FollowedPacket::parse(text)) {
    flows_.follow(packet_.flow, packet_.number);
  }
  [[nodiscard]] std::string table(const platforms::Platform& platform) const;

 private:
  [[nodiscard]] bool is_told(const std::string& flow) const;

  FollowedPacket packet_;
  core::SlowFlows flows_{[this](core::HopJournal::Number flow) {
    return core::HopJournal::active()->flow_name(flow) == packet_.flow;
  }};
  core::HopJournal journal_{flows_};
};

/// Throws UserError(kUsage), beginning with `what`, if a run reported no packet to the journal.
void check_told(const core::HopJournal& journal, const std::string& what);

/// Throws UserError(kUsage): the packet belongs to a copy that its machine does not report.
[[noreturn]] void fail_untold(const FollowedPacket& packet, const core::HopJournal& journal);

/// Returns the packet's hops, at most 80 columns wide: when it could leave and when it left, where,
/// how long it waited, and for what. Throws UserError(kUsage) if there was no such packet.
std::string hops_table(const FollowedPacket& packet, const core::SlowFlows& flows,
                       const core::HopJournal& journal, const core::WaitNames& names);

}  // namespace gf::app
